package guard

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// systemRules are about the machine as a whole.
var systemRules = []Rule{
	{
		ID: "system/stop", Severity: Deny,
		Title:   "stop or restart the machine, or end every process on it",
		Why:     "everything that runs is lost, the user's own work first",
		Instead: "restart the one service (`systemctl restart nginx`) or end the one process (`kill 1234`) that needs it",
		Match:   matchStop,
		Matches: []string{
			"shutdown -h now", "sudo shutdown -h", "shutdown", "reboot", "sudo reboot -f", "halt", "poweroff", "init 0", "telinit 6", "systemctl poweroff", "systemctl reboot -i", "loginctl reboot",
			"systemctl isolate rescue.target", "systemctl start poweroff.target", "kill -9 -1", "kill -KILL -1", "kill -s TERM -1", "kill -- -1", "sudo kill -1 -1", "killall5 -9", "echo c > /proc/sysrq-trigger",
			"echo b | sudo tee /proc/sysrq-trigger", ":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb", "shutdown now --help", "ssh h sudo reboot", "kexec -e", "cd /proc && echo b > sysrq-trigger",
			"osascript -e 'tell application \"System Events\" to shut down'",
		},
		Passes: []string{
			"shutdown -c", "shutdown --help", "reboot --help", "shutdown -k now", "systemctl restart nginx", "systemctl status", "systemctl suspend", "kill -9 1234", "kill -1 1234", "kill %1", "kill -0 -1", "kill -l",
			"kill -9 $PID", "echo reboot", "grep -r shutdown .", "init 3", "npm init", "git init", "aws ec2 run-instances --instance-initiated-shutdown-behavior terminate", "systemctl list-units --state=failed",
			"f() { g; }; f", "last reboot", "man shutdown", "docker restart web", "cat /proc/sysrq-trigger", "kill -- -1234", "systemctl reboot --dry-run",
		},
	},
}

func matchStop(c *Context, l *shell.Leaf) {
	if l.Forks {
		c.ReportInstead(l, "this function starts itself again and again until the machine stands still", "start a known number of processes: `for i in 1 2 3; do work \"$i\" & done; wait`")
		return
	}
	if l.Kinds&(program.Write|program.Append|program.Edit) != 0 {
		matchSysrq(c, l)
	}
	what := ""
	switch l.Program {
	case "shutdown", "reboot", "halt", "poweroff", "shutdown.exe":
		if stops(l) {
			what = l.Program + " stops the machine"
		}
	case "init", "telinit":
		if len(l.Parsed.Operands) > 0 {
			if text, _ := l.Parsed.Operands[0].Known(); text != "" && oneOf(text, "0 1 6 s S single") {
				what = l.Program + " " + text + " stops the machine or leaves one console"
			}
		}
	case "systemctl", "loginctl":
		what = systemctlStops(l)
	case "kill":
		if killsAll(l) {
			what = "a signal to process -1 reaches every process that may be signalled"
		}
	case "killall5":
		if !l.Parsed.Has("help", "version") {
			what = "killall5 signals every process"
		}
	case "kexec":
		if l.Parsed.Given("-e") == 1 || l.Parsed.Given("--exec") == 1 {
			what = "kexec -e leaves the running system at once"
		}
	case "dbus-send", "busctl", "gdbus":
		for i := range l.Args {
			if text, _ := l.Args[i].Known(); strings.HasSuffix(text, "PowerOff") || strings.HasSuffix(text, "Reboot") || strings.HasSuffix(text, "Halt") {
				what = "this asks the login manager to stop the machine"
			}
		}
	case "osascript":
		for i := range l.Code {
			if text := strings.ToLower(l.Code[i].String()); strings.Contains(text, "to shut down") || strings.Contains(text, "to restart") {
				what = "this asks the system to stop"
			}
		}
	}
	if what != "" {
		c.Report(l, what)
	}
}

// matchSysrq is for keys of the kernel that stop or crash it.
func matchSysrq(c *Context, l *shell.Leaf) {
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&(program.Write|program.Append|program.Edit) == 0 || !strings.Contains(e.Word.String(), "sys") {
			continue
		}
		if path, place := c.Locate(l, &e.Word); place.Has(PlaceSysrq) {
			c.Report(l, "writing to "+path.String()+" crashes or stops the kernel at once")
			return
		}
	}
}

// stops tells whether a call of shutdown and its like does it: not when it cancels, warns, or
// only prints its help.
func stops(l *shell.Leaf) bool {
	p := l.Parsed
	if l.Program == "shutdown.exe" {
		for i := range l.Args {
			if text, _ := l.Args[i].Known(); text == "/a" || text == "/?" || text == "-a" {
				return false
			}
		}
		return len(l.Args) > 0
	}
	if l.Program == "shutdown" && p.Has("c", "k", "show") || p.Has("w") && l.Program != "shutdown" {
		return false
	}
	if len(p.Operands) == 0 {
		for i := range l.Args {
			if text, _ := l.Args[i].Known(); text == "--help" || text == "--version" || text == "-V" || text == "-?" {
				return false
			}
		}
	}
	return true
}

func systemctlStops(l *shell.Leaf) string {
	k := readCall(l)
	if k.n == 0 || k.given("--dry-run --help --user --version") == 1 {
		return ""
	}
	if w := k.option("when"); w != nil {
		if text, _ := w.Known(); text == "cancel" || text == "show" {
			return ""
		}
	}
	switch k.words[0] {
	case "poweroff", "reboot", "halt", "kexec", "soft-reboot", "rescue", "emergency":
		return k.name(1) + " stops the machine or all that runs on it"
	case "isolate", "start":
		for _, w := range k.words[1:k.n] {
			switch strings.TrimSuffix(w, ".target") {
			case "poweroff", "reboot", "halt", "rescue", "emergency", "shutdown", "kexec", "runlevel0", "runlevel6":
				return k.name(2) + " stops the machine or all that runs on it"
			}
		}
	}
	return ""
}

// killsAll reads the words of kill: a signal first, then processes, of which -1 is all.
func killsAll(l *shell.Leaf) bool {
	signal := false
	for i := 0; i < len(l.Args); i++ {
		text, known := l.Args[i].Known()
		if !known {
			continue
		}
		switch {
		case text == "--":
			signal = true
		case text == "-l" || text == "-L" || text == "--list" || text == "--table" || text == "--help":
			return false
		case !signal && (text == "-0" || text == "-s0"):
			return false
		case !signal && (text == "-s" || text == "-n" || text == "-q" || text == "--signal"):
			signal = true
			i++
			if i < len(l.Args) && l.Args[i].Lit == "0" {
				return false
			}
		case !signal && strings.HasPrefix(text, "-") && len(text) > 1:
			signal = true
		case signal && text == "-1":
			return true
		default:
			signal = true
		}
	}
	return false
}
