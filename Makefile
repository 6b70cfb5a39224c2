# make         builds bin/bashguard and shows what it says of one command
# make test    runs the tests
# make lint    formatting, go vet, staticcheck      make race   the tests with the race detector
# make fuzz    fuzzes every target for FUZZTIME     make bench  speed: against a bare parse, and of the whole process
# make prove   has bash prove all spellings in the jail (bubblewrap), and prints what the gate says of them
# make docs    writes docs/rules.md and docs/spellings.md again           make refusals  judges the corpora again (testdata/corpora/refusals.md)

VERSION  ?=
FUZZTIME ?= 60s
GOFLAGS_BUILD = -trimpath -ldflags "-s -w $(if $(VERSION),-X main.release=$(VERSION))"

GOFUMPT     = go run mvdan.cc/gofumpt@v0.12.0
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: all build test race lint fuzz bench prove docs refusals install clean

all: build
	@echo
	bin/bashguard check 'cd build && D=~; rm -r -f "$$D"' || test $$? -eq 2

build:
	CGO_ENABLED=0 go build $(GOFLAGS_BUILD) -o bin/bashguard.linked ./cmd/bashguard
	@# The kernel caches what the linker wrote in small pages, a copy in large ones: the copy starts faster.
	cp bin/bashguard.linked bin/bashguard.new && mv -f bin/bashguard.new bin/bashguard && rm bin/bashguard.linked

# What is promised of time is measured in a step of its own, with nothing beside it.
test:
	go test ./...
	BASHGUARD_TIMING=strict go test -count=1 -run 'TestNoInput|TestTwice|TestCheckingCosts' ./guard

race:
	go test -race ./...

lint:
	@files=$$($(GOFUMPT) -l .) && if [ -n "$$files" ]; then echo "gofumpt would change:"; echo "$$files"; exit 1; fi
	go vet ./...
	$(STATICCHECK) ./...

fuzz:
	.ci/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench 'Corpus' -benchtime 5x ./guard
	go test -run '^$$' -bench 'Process' -benchtime 300x ./cmd/bashguard

# The record says which spellings are proven where there is no jail; it changes when a family or a seed does.
prove: build
	bin/bashguard spellings --seeds --prove --sample 5000 --verdicts --record spellings/testdata/proofs.txt 2>bin/silent.txt; \
		code=$$?; echo "spellings of disasters that pass, and of twins that are refused: $$(wc -l < bin/silent.txt), in bin/silent.txt"; exit $$code

docs: build
	bin/bashguard rules --markdown > docs/rules.md.new && mv docs/rules.md.new docs/rules.md
	bin/bashguard spellings --families --markdown > docs/spellings.md.new && mv docs/spellings.md.new docs/spellings.md

refusals:
	go test ./guard -run '^TestCorpusRefusals$$' -update

install: build
	dir=$$(go env GOBIN) && dir=$${dir:-$$(go env GOPATH)/bin} && mkdir -p "$$dir" && \
		cp bin/bashguard "$$dir/bashguard.new" && mv -f "$$dir/bashguard.new" "$$dir/bashguard"

clean:
	rm -rf bin
