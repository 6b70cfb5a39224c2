package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bashguard/bashguard/guard"
)

// What only takes the same options is not the same program or subcommand.
func TestRunsTellsProgramsApart(t *testing.T) {
	for _, row := range []struct {
		text, name string
		want       bool
	}{
		{"terraform plan", "terraform destroy", false},
		{"terraform destroy", "terraform destroy", true},
		{"tofu destroy", "terraform destroy", true},
		{"createdb app", "dropdb", false},
		{"dropdb app", "dropdb", true},
		{"createdb app", "createdb", true},
		{"swapon /dev/sda2", "swapoff", false},
		{"swapoff -a", "swapoff", true},
		{"git fetch", "git push", false},
		{"kubectl get ns", "kubectl delete", false},
		{"gmv a b", "mv", true},
		{"mv a b", "gmv", true},
		{"egrep x f", "grep", true},
		{"lvs", "lvremove", false},
		{"lvm lvs", "lvremove", false},
		{"lvm lvremove x", "lvremove", true},
		{"k3s kubectl delete ns x", "kubectl delete", true},
		{"cmd1 x", "cmd", false},
		{"python3.12 x", "python", true},
		{"start-stop-daemon -S -x /bin/rm -- -rf x", "rm", true},
		{"start-stop-daemon -K -x /bin/rm", "rm", false},
	} {
		answer := guard.Parse(row.text, guard.In("/home/dev/app"), guard.Home("/home/dev")).Runs(row.name)
		assert.Equal(t, row.want, answer.IsYes(), "%s: Runs(%q) is %s", row.text, row.name, answer)
	}
}
