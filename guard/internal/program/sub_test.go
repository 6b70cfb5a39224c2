package program

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseFindsTheSubcommand(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"git -C d push --forc origin main", "C=d <push> force-with-lease force-if-includes f | origin main"},
		{"git push --force --no-force origin", "<push> f !f | origin"},
		{"git push -uf origin", "<push> u f | origin"},
		{"git push origin +main -f", "<push> f | origin +main"},
		{"git -c a=b --no-pager reset --har", "c=a=b P <reset> hard |"},
		{"git reset --hard HEAD~1", "<reset> hard | HEAD~1"},
		{"git checkout -- .", "<checkout> | -- ."},
		{"git checkout -b x", "<checkout> b=x |"},
		{"git commit -am x", "<commit> a m=x |"},
		{"git commit --no-ver -m x", "<commit> n m=x |"},
		{"git commit --verify", "<commit> !n |"},
		{"git stash", "<stash> |"},
		{"git stash -u -m x", "<stash> u m=x |"},
		{"git stash drop stash@{1}", "<stash drop> | stash@{1}"},
		{"git worktree remove -f w", "<worktree remove> f | w"},
		{"git log -5 --oneline -- f", "<log> #=5 oneline | -- f"},
		{"git branch -D a b", "<branch> D | a b"},
		{"git submodule foreach --recursive rm x", "<submodule foreach> recursive | > rm x"},
		{"git bisect run rm x", "<bisect run> | > rm x"},
		{"git nosuch --a b", "<nosuch> a? | b"},
		{"git $X push", "| $X push (unsure)"},
		{"git-push -f", "<push> f |"},
		{"docker run -it --rm -v /a:/b img rm -rf /", "<run> i t rm v=/a:/b | img > rm -rf /"},
		{"podman container rm -f x", "<rm> f | x"},
		{"docker container exec -u root c rm x", "<exec> u=root | c > rm x"},
		{"docker compose -f a.yml down -v", "f=a.yml <compose down> v |"},
		{"docker-compose -f a.yml down --volumes", "f=a.yml <compose down> v |"},
		{"docker volume rm a", "<volume rm> | a"},
		{"docker nosuch a", "<nosuch> | a"},
		{"docker stop a", "<stop> | a"},
		{"docker kill a", "<kill> | a"},
		{"kubectl -n p delete ns x --force", "n=p <delete> force | ns x"},
		{"kubectl delete -n p pods --all", "<delete> n=p all | pods"},
		{"kubectl exec p -c c -- rm -f x", "<exec> c=c | p > rm -f x"},
		{"kubectl get pods", "<get> | pods"},
		{"kubectl describe pods", "<describe> | pods"},
		{"terraform -chdir=prod destroy -auto-approve", "chdir=prod <destroy> auto-approve |"},
		{"terraform apply -auto-approve=false", "<apply> !auto-approve=false |"},
		{"terraform plan -destroy", "<plan> destroy |"},
		{"tofu state rm a.b", "<state rm> | a.b"},
		{"aws s3 rm s3://b --recursive", "<s3 rm> recursive | s3://b"},
		{"aws --profile p ec2 terminate-instances --instance-ids i", "profile=p <ec2 terminate-instances> instance-ids? | i"},
		{"gcloud compute instances delete vm -q", "<compute instances delete> q | vm"},
		{"az group delete -n g --yes", "<group delete> n=g y |"},
		{"gh pr merge 5 --admin", "<pr merge> admin | 5"},
		{"gh repo delete o/r --yes", "<repo delete> yes | o/r"},
		{"gh -R o/r api -X DELETE /repos", "R=o/r <api> X=DELETE | /repos"},
		{"npm i -g x", "<install> g | x"},
		{"npm rm x", "<uninstall> | x"},
		{"npm exec -- rm x", "<exec> | > rm x"},
		{"npx -y rimraf x", "y | > rimraf x"},
		{"cargo +nightly publish --dry-run", "<publish> dry-run |"},
		{"pip3 install -r r.txt", "<install> r=r.txt |"},
		{"systemctl --user stop x", "user <stop> | x"},
		{"systemctl restart x", "<restart> | x"},
		{"poetry run rm x", "<run> | > rm x"},
		{"pyenv exec rm x", "<exec> | > rm x"},
		{"uv run --with a rm x", "<run> with=a | > rm x"},
		{"supabase db reset --linked", "<db reset> linked |"},
		{"prisma migrate reset --force", "<migrate reset> f |"},
		{"zfs destroy -r p", "<destroy> r | p"},
		{"apt-get -y purge x", "y <purge> | x"},
		{"brew rm x", "<uninstall> | x"},
	} {
		assert.Equal(t, row.want, render(parse(row.line)), row.line)
	}
}

func TestCanonicalIsTheProgramNotItsLike(t *testing.T) {
	for _, row := range []struct{ name, want string }{
		{"grm", "rm"},
		{"python3.12", "python"},
		{"podman", "docker"},
		{"docker-compose", "docker"},
		{"mkfs.ext4", "mkfs"},
		{"git.exe", "git"},
		{"swapon", "swapon"},
		{"createdb", "createdb"},
		{"date", "date"},
		{"frob", "frob"},
		{"frob-1", "frob-1"},
		{"", ""},
	} {
		words := ""
		if row.name == "docker-compose" {
			words = " down"
		}
		assert.Equal(t, row.want, parse(row.name+words).Canonical(), row.name)
	}
}

func TestFind(t *testing.T) {
	for _, row := range []struct{ name, want string }{
		{"git push", "git push"},
		{"podman run", "docker run"},
		{"docker-compose down", "docker compose down"},
		{"docker container rm", "docker rm"},
		{"npm i", "npm install"},
		{"gsed", "sed"},
		{"tofu destroy", "terraform destroy"},
	} {
		if s := Find(row.name); assert.NotNil(t, s, row.name) {
			assert.Equal(t, row.want, s.Name, row.name)
		}
	}
	for _, name := range []string{"", "nosuch", "git nosuch", "gi", "gitt", "nosuch push", "no-such thing"} {
		assert.Nil(t, Find(name), name)
	}
}

func TestGiven(t *testing.T) {
	for _, row := range []struct {
		line, flag string
		want       int8
	}{
		{"git push -f", "--force", 1},
		{"git push --force", "-f", 1},
		{"git push --force --no-force", "--force", -1},
		{"git push --forc", "--force", 1},
		{"git push", "--force", -1},
		{"git push $X", "--force", 0},
		{`git push "$X"`, "--force", 0},
		{`git push -- "$X"`, "--force", -1},
		{"git push -$X", "--force", 0},
		{"git push --$X", "--force", 0},
		{"git push -q$X", "--force", 0},
		{"rm -fr x", "-r", 1},
		{"rm -fr x", "--recursive", 1},
		{"find . -delete", "-delete", 1},
		{"frob -delete", "-delete", 1},
		{"frob -xf", "-f", 1},
		{"frob --force=1", "--force", 1},
		{"frob --no-net", "--no-net", 1},
		{"frob --no-net", "--net", -1},
		{"git commit -n", "--no-verify", 1},
		{"kubectl delete --force=false x", "--force", -1},
		{"git -C d status", "-C", 1},
		{"git commit -C HEAD", "--reuse-message", 1},
	} {
		assert.Equal(t, row.want, parse(row.line).Given(row.flag), "%s %s", row.line, row.flag)
	}
}

func TestOptionOfTheSubcommandHidesTheGlobalOne(t *testing.T) {
	p := parse("git -c a=b switch main")
	assert.Nil(t, p.Option("create"))
	assert.False(t, p.Has("c"), "git switch has a -c of its own, which was not given")
	assert.True(t, parse("git -C d status").Has("C"))
	assert.True(t, parse("kubectl --context p delete ns x").Has("context"))
	assert.True(t, parse("kubectl delete ns x --context p").Has("context"))
}

var sink int

func BenchmarkParseAndEffects(b *testing.B) {
	for _, line := range []string{"rm -rf a b", "git push --force origin main", "git log --oneline -5 f", "curl -sSL -o f http://h/x", "find . -name x -delete", "frob --a b"} {
		name, rest, _ := strings.Cut(line, " ")
		args := words(rest)
		b.Run(line, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink += len(Effects(Parse(name, args)))
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		if Find("git push") == nil || Find("rm") == nil {
			b.Fatal("not found")
		}
	}
}
