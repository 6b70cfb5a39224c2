package guard

import (
	"fmt"

	"github.com/bashguard/bashguard/guard/internal/program"
	"github.com/bashguard/bashguard/guard/internal/shell"
)

// fsRules are about files: what is deleted, overwritten and opened to others.
var fsRules = []Rule{
	{
		ID: "fs/delete-root", Severity: Deny,
		Title:    "delete a system, a home, the project or what they hold",
		Why:      "nothing brings it back: no trash, no history, often no backup",
		Instead:  "name what you want gone: `rm -rf ./build`, or a path below the project",
		Programs: "git",
		Kinds:    program.Delete | program.Move,
		Match:    matchDeleteRoot,
		Matches: []string{
			"rm -rf /", "rm -rf ~", "rm -rf ~/", "rm -rf ~/*", "rm -rf /home/dev", "rm -rf /*", "rm -fr -- //", "rm -rf /usr/..",
			"rm -rf /etc", "rm -rf /usr/local/*", "rm -rf /home/*", "rm -rf /e*", "rm -rf ../../dev", "rm -rf ..", "rm -rf .", "rm -rf ./*", "rm -rf *",
			"rm -rf .git", "rm -rf .g*", "rm -rf ~/ap*", "cd ~ && rm -rf *", "cd / && rm -rf *", "rm -rf /home/$USER", "rm -f /etc/*",
			"find / -delete", "find ~ -type f -delete", "find . -delete", "find ~ -mindepth 1 -delete", "find . ! -name .git -delete", "find / -exec rm -rf {} +",
			"rsync -a --delete /tmp/empty/ ~/", "mv ~ /tmp/x", "mv .git /tmp/x", "mv * /dev/null", "mv /usr/lib /tmp",
			"rm -rf /home/eve", "rm -rf /root", "sudo rm -rf /var", "rm -rf /mnt/c/Users/dev", "cd src && rm -rf ..", "ssh h 'rm -rf /'", "cd nowhere; rm -rf *",
			"cd ~ && git clean -fdx", "git -C / clean -ffdx", "git --git-dir=.git --work-tree=/home/dev clean -fd", "find . -type f -exec rm -f {} +", "find . -type f | xargs rm", "find / -exec rm {} \\;",
		},
		Passes: []string{
			"rm -rf build", "rm -rf ./target dist", "rm -rf node_modules/*", "rm -rf /tmp/x", "rm -rf /tmp/*", "cd build && rm -rf *", "rm -rf '*'", "rm -rf \"$X\"",
			"find build -name '*.o' -delete", "find . -name __pycache__ -exec rm -rf {} +", "find . -name '*.pyc' -delete", "find / -name x", "rm ~/notes.txt", "rmdir ~/empty",
			"git clean -n", "cd ~ && git clean -nfdx", "find . -name '*.orig' | xargs rm -f", "find . -maxdepth 1 -type f | xargs rm", "mv src lib", "mv * old/", "mv ~/a ~/b", "rm -f .git/index.lock", "rsync -a --delete src/ dist/", "ls /", "rm -rf ./etc", "rm -rf home/dev", "echo rm -rf /",
			"find . -exec grep -q x {} \\; -delete", "find . -exec mv {} ~/play/ \\;", "gzip -d * /etc", "find /srv -type d -empty -exec rmdir {} \\;",
			"cd /tmp/x/y && rm -rf ..", "ssh h 'rm -rf releases/1'", "rm -rf src",
		},
	},
	{
		ID: "fs/delete-unset", Severity: Deny,
		Title:   "a delete that reaches everything when a variable is empty",
		Why:     "an unset variable leaves only the rest of the path: rm -rf \"$DIR\"/* becomes rm -rf /*",
		Instead: "write ${DIR:?} in place of $DIR, which stops the shell when it is empty: `rm -rf \"${DIR:?}\"/*`",
		Kinds:   program.Delete,
		Match:   func(c *Context, l *shell.Leaf) { c.matchLoss(l, lossUnset) },
		Matches: []string{
			`rm -rf "$BUILD_DIR"/*`, "rm -rf $PREFIX/", `cd "$WORK"; rm -rf *`, `cd $WORK && rm -rf *`, `rm -rf "$HOME/$X"`, `rm -rf "$PREFIX/lib"`, `rm -rf $X*`,
			`find "$DIR"/ -delete`, "find $DIR -delete", `rm -rf "$A$B/"`, `sudo rm -rf "${DEST}/usr"`, `rm -rf "$HOME"/${X}`,
		},
		Passes: []string{
			`rm -rf "$X"`, `rm -rf "${X:?}"/*`, `rm -rf -- "${BUILD_DIR:?}"`, `rm -rf "$X/build"`, `rm -f "$X"/*.o`, `T=$(mktemp -d); rm -rf "$T"/*`, `W=/tmp/w; rm -rf "$W"/*`,
			`cd "${W:?}" && rm -rf *`, `cd "$W" && rm -rf build`, `rm -rf "./$X"`, `rm -rf "${X:-/tmp/y}"/*`, `ls "$X"/*`,
		},
	},
	{
		ID: "fs/delete-outside", Severity: Ask,
		Title:   "a recursive delete outside the project and the temporary directories",
		Why:     "what lies there belongs to something else, and nothing brings it back",
		Instead: "move it aside (`mv ../other ../other.old`), or ask the user to delete it",
		Kinds:   program.Delete | program.Move,
		Match:   func(c *Context, l *shell.Leaf) { c.matchLoss(l, lossOutside) },
		Matches: []string{
			"rm -rf ~/projects/other", "rm -rf ../other", "rm -rf /data/x", "rm -rf /var/log/*", "rm -rf /opt/tool", "find ~/x -name '*.pdf' -delete", "find / -name '*.log' -delete",
			"rm -rf /tmp", "rm ~/*", `rm -rf ~/"${X:?}"`, "mv ~/old /dev/null",
		},
		Passes: []string{
			"rm -rf /tmp/x", "rm -rf build", "rm -rf src", "rm ~/x.txt", "rm -rf ~", "find /tmp/s -name '*.log' -delete", "find ~/x -name '*.pdf'", "rm -rf ../other/node_modules",
			"cd /tmp && rm -rf a b", "rsync -a --delete src/ /mnt/backup/src/", `rm -rf "$X"`, "mv ~/a ~/b", "docker exec web rm -rf /app/cache",
		},
	},
	{
		ID: "fs/delete-unsaved", Severity: Ask,
		Title:   "a delete of something that git cannot give back",
		Why:     "files that are not committed are gone for good",
		Instead: "keep it first: `git stash push -u -- docs`, or commit it",
		Kinds:   program.Delete | program.Move,
		Match:   func(c *Context, l *shell.Leaf) { c.matchUnsaved(l) },
		Matches: []string{"rm -rf docs/journeys"},
		Passes: []string{
			"rm -rf node_modules", "rm -rf build dist", "rm -rf ./target", "rm -f app.log", "rm -rf '*'", "rm -rf none", "rm -rf /tmp/x", "find . -name '*.pyc' -delete",
			"clean: rm -rf src", "rmdir docs", "git rm -r docs", "mv docs/journeys docs/trips",
		},
	},
	{
		ID: "fs/system-file", Severity: Deny,
		Title:    "delete, overwrite or move away system files, start-up files, keys; add to who may log in or what runs by the clock",
		Why:      "the machine does not boot, nobody logs in, or somebody else does",
		Instead:  "work on a copy in the project and show the user the change to make",
		Programs: "crontab",
		Kinds:    program.Write | program.Append | program.Edit | program.Delete | program.Move,
		Match:    matchSystemFile,
		Matches: []string{
			"rm /etc/shadow", "rm -f /root/.ssh/id_rsa", "shred -u /etc/shadow", "unlink /home/dev/.bashrc", ": > /etc/passwd", "echo x > ~/.bashrc", "truncate -s0 /etc/fstab",
			"echo 'ssh-rsa AAA' >> ~/.ssh/authorized_keys", "cd ~ && echo x > .ssh/id_rsa", "echo k | tee -a ~/.ssh/authorized_keys", "dd if=/tmp/k of=/home/dev/.ssh/authorized_keys",
			"rsync /tmp/k /etc/shadow", "cp /tmp/k ~/.ssh/authorized_keys", "cp /tmp/authorized_keys ~/.ssh/", "sed -i s/a/b/ /etc/sudoers", "mv ~/.ssh /tmp/", "mv x /etc/passwd",
			"install -m 644 x /etc/passwd", "ln -sf /dev/null ~/.bashrc", "cp /dev/null ~/.zshrc", "echo x | sudo tee /etc/sudoers.d/x", "echo '* * * * * root x' >> /etc/crontab",
			"rm -rf ~/.ssh", "rm -rf ~/.aws", "rm ~/.aws/credentials", "rm -rf ~/.[!.]*", "rm /boot/vmlinuz", "> ~/.ssh/authorized_keys", "echo x >> /etc/ld.so.preload",
			"crontab -r", "rm /bin/sh", "rm /dev/null", "cp .bashrc ~",
		},
		Passes: []string{
			"cat /etc/passwd", "cp /etc/passwd /tmp/x", "grep root /etc/passwd", "echo x >> ~/.bashrc", "cp ~/.bashrc ~/.bashrc.bak", "touch ~/.ssh/known_hosts", "mkdir -p ~/.ssh",
			"ssh-keygen -t ed25519 -f ~/.ssh/id_ed25519", "rm ~/.ssh/known_hosts", "chmod 600 ~/.ssh/id_rsa", "sudo cp nginx.conf /etc/nginx/nginx.conf", "rm .bashrc", "echo x > etc/passwd",
			"crontab -l", "rm /tmp/id_rsa", "echo x >> ~/.ssh/config", "sudo tee /etc/systemd/system/x.service", "ls ~/.ssh", "cp x ~", "tar xzf x.tgz -C /usr/local",
			"sudo grub-mkconfig -o /boot/grub/grub.cfg", "view /boot/config", "echo x > /dev/null", "curl -o ~/.bashrc.new https://x.example",
		},
	},
	{
		ID: "fs/startup-file", Severity: Ask,
		Title:   "a change to a shell start-up file",
		Why:     "it runs in every shell from then on",
		Instead: "set it for one command (`NAME=value make`), or show the user the line to add",
		Kinds:   program.Append | program.Edit,
		Match:   matchStartup,
		Matches: []string{"echo 'export A=1' >> ~/.bashrc", "cat x >> ~/.profile", "echo x | tee -a ~/.zshrc", "sed -i /x/d ~/.bashrc", "echo x >> /etc/profile.d/x.sh", "echo x | sudo tee -a /etc/environment"},
		Passes:  []string{"echo x >> notes.txt", "cat ~/.bashrc", "source ~/.bashrc", "grep -n x ~/.zshrc", "echo x >> .bashrc", "echo x > ~/.bashrc", "echo .env >> .gitignore"},
	},
	{
		ID: "fs/permissions", Severity: Deny,
		Title:   "change the permissions of a system, a home or all there is",
		Why:     "programs that check their files' modes and owners stop, sudo and ssh first; what was set before is not written down",
		Instead: "change the one file or directory that needs it: `chmod u+x run.sh`",
		Kinds:   program.Attr,
		Match:   matchPermissions,
		Matches: []string{
			"chmod -R 777 /", "sudo chown -R dev /usr", "chown -R dev:dev /usr/local/..", "chmod -R 000 ~", "chmod -R 777 ~/*", "chmod --recursive a+w /etc", "sudo chown -R $USER ~",
			"chmod 000 /", "chmod -R 777 /var/www", "chmod -R o+w ../other", "chgrp -R x /etc", "setfacl -R -m u:x:rwx /", "chattr -R +i /etc", "chmod 666 /etc/shadow", "find / -exec chmod 777 {} +",
			"chmod -R a=rwx ~/x",
		},
		Passes: []string{
			"chmod +x run.sh", "chmod -R 777 .", "chmod -R u+w build", "chmod 755 ~", "sudo chown -R www-data /var/www/app", "sudo chown -R $USER ~/.npm", "chmod 600 ~/.ssh/id_rsa",
			"chmod -R 755 /var/www", "chmod -R g+w /srv/x", "chmod -R 777 /tmp/x", "chown -R dev src", "ls -l /etc", "find . -type f -exec chmod 644 {} +",
		},
	},
}

func matchDeleteRoot(c *Context, l *shell.Leaf) {
	if l.Program == "git" {
		matchCleanOutside(c, l)
		return
	}
	c.matchLoss(l, lossRoot)
}

// matchCleanOutside is for git clean where the work tree is a home or a system directory: all
// that is there is untracked.
func matchCleanOutside(c *Context, l *shell.Leaf) {
	p := l.Parsed
	if p.Sub != "clean" || !p.Has("f") && p.Given("-f") != 1 || p.Has("n") || p.Given("--dry-run") == 1 {
		return
	}
	at := *l
	for i := range p.Global {
		if o := &p.Global[i]; o.HasValue && (o.Name == "C" || o.Name == "work-tree") {
			dir := c.resolve(&at, &o.Value)
			if !dir.Known {
				return
			}
			at.Cwd = shell.Dir{Path: dir.Abs, Known: true}
		}
	}
	for i := range l.Env {
		if l.Env[i].Name == "GIT_WORK_TREE" {
			if dir := c.resolve(&at, &l.Env[i].Value); dir.Known {
				at.Cwd = shell.Dir{Path: dir.Abs, Known: true}
			}
		}
	}
	if !at.Cwd.Known {
		return
	}
	place := c.placeOf(nil, at.Cwd.Path)
	if place.Has(PlaceRoot|PlaceSystemDir|PlaceHome|PlaceHomesParent) && !place.Has(PlaceProject|PlaceTemp|PlaceTrusted) {
		c.ReportInstead(l, fmt.Sprintf("git clean deletes all that git does not know in %s: %s", at.Cwd.Path, place.describe()), "`git clean -n` shows what would go; say in which repository with -C")
	}
}

// matchLoss reports the deletions of a leaf that come to a loss.
func (c *Context) matchLoss(l *shell.Leaf, want loss) {
	for i := range l.Effects {
		d := c.judgeDeletion(l, &l.Effects[i])
		if d.loss != want {
			continue
		}
		sev := c.rule.Severity
		if d.ask {
			sev = Ask
		}
		c.report(l, sev, d.what, d.advice)
		if sev == Deny {
			return
		}
	}
}

func matchStartup(c *Context, l *shell.Leaf) {
	if l.Program == "touch" {
		return
	}
	for i := range l.Effects {
		e := &l.Effects[i]
		if e.Kind&(program.Append|program.Edit) == 0 {
			continue
		}
		if path, place := c.Locate(l, &e.Word); place.Has(PlaceStartup) && !place.Has(PlaceTemp) {
			c.Report(l, fmt.Sprintf("this changes %s, which runs in every shell", path.String()))
			return
		}
	}
}
