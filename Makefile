# make         builds bin/bashguard and shows what it says of one command
# make test    runs the tests
# make lint    formatting, go vet, staticcheck      make race   the tests with the race detector
# make fuzz    fuzzes every target for FUZZTIME     make bench  speed: against a bare parse, and of the whole process
# make docs    writes docs/rules.md again           make refusals  judges the corpora again (testdata/corpora/refusals.md)

VERSION  ?=
FUZZTIME ?= 60s
GOFLAGS_BUILD = -trimpath -ldflags "-s -w $(if $(VERSION),-X main.release=$(VERSION))"

GOFUMPT     = go run mvdan.cc/gofumpt@v0.12.0
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: all build test race lint fuzz bench docs refusals install clean

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

docs: build
	bin/bashguard rules --markdown > docs/rules.md.new && mv docs/rules.md.new docs/rules.md

refusals:
	go test ./guard -run '^TestCorpusRefusals$$' -update

install: build
	dir=$$(go env GOBIN) && dir=$${dir:-$$(go env GOPATH)/bin} && mkdir -p "$$dir" && \
		cp bin/bashguard "$$dir/bashguard.new" && mv -f "$$dir/bashguard.new" "$$dir/bashguard"

clean:
	rm -rf bin
