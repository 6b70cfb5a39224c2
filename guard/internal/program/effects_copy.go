package program

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// isRemote tells whether an operand of rsync, scp or rclone is on another host: host:path,
// user@host:path, scheme://. A slash before the colon makes it local.
func isRemote(w *value.Word) bool {
	text, _ := w.Prefix()
	colon := strings.IndexByte(text, ':')
	if colon <= 0 {
		// "$HOST:path" and "user@$HOST:path".
		if w.Pieces == nil || strings.IndexByte(text, '/') >= 0 {
			return false
		}
		suffix := ""
		for i := range w.Pieces {
			if i > 0 && w.Pieces[i].Kind == value.Text {
				suffix = w.Pieces[i].Text
				break
			}
		}
		return strings.HasPrefix(suffix, ":") || strings.HasPrefix(suffix, "@") && strings.IndexByte(suffix, ':') > 0
	}
	return strings.IndexByte(text[:colon], '/') < 0
}

// rsyncEffects: the last operand is the destination; a remote one means that sources are sent.
func rsyncEffects(p *Parsed) []Effect {
	n := p.own()
	if n == 0 || p.Has("n", "list-only") {
		return nil
	}
	list := make([]Effect, 0, n+2)
	recursive := p.Has("r", "a")
	// With one operand the source is listed.
	if n == 1 {
		return append(list, Effect{Kind: Name, Word: p.Operands[0], Recursive: recursive})
	}
	target := &p.Operands[n-1]
	remote := isRemote(target)
	move := p.Has("remove-source-files")
	for i := range n - 1 {
		w := &p.Operands[i]
		if isRemote(w) {
			continue
		}
		e := Effect{Kind: Read, Word: *w, Recursive: recursive}
		if remote {
			e.Kind = Read | Send
		}
		if move {
			e.Kind |= Move
			e.Via = "--remove-source-files"
			e.Contents = true
		}
		list = append(list, e)
	}
	if !remote {
		list = append(list, Effect{Kind: Write, Word: *target, Recursive: recursive})
		if p.Has("del", "delete-during", "delete-delay", "delete-after", "delete-excluded", "delete-missing-args") {
			list = append(list, Effect{Kind: Delete, Word: *target, Recursive: true, Contents: true, Via: "--delete"})
		}
	}
	return p.optionEffects(list)
}

// scpEffects: local sources are sent when the last operand is remote.
func scpEffects(p *Parsed) []Effect {
	n := p.own()
	if n < 2 {
		return nil
	}
	list := make([]Effect, 0, n)
	recursive := p.Has("r")
	target := &p.Operands[n-1]
	remote := isRemote(target)
	for i := range n - 1 {
		w := &p.Operands[i]
		if isRemote(w) {
			continue
		}
		e := Effect{Kind: Read, Word: *w, Recursive: recursive}
		if remote {
			e.Kind = Read | Send
		}
		list = append(list, e)
	}
	if !remote {
		list = append(list, Effect{Kind: Write, Word: *target, Recursive: recursive})
	}
	return list
}

// sftpEffects: sftp host:file [local] fetches.
func sftpEffects(p *Parsed) []Effect {
	if p.own() < 2 {
		return p.optionEffects(nil)
	}
	return p.optionEffects([]Effect{{Kind: Write, Word: p.Operands[1]}})
}

// remoteCopyEffects is for rclone and cloud storage: source and destination, either of them a
// bucket. sync deletes what the source does not have.
func remoteCopyEffects(p *Parsed) []Effect {
	n := p.own()
	if n < 2 || p.Has("n", "dryrun", "dry-run") {
		return nil
	}
	recursive := !strings.HasSuffix(p.Sub, "cp") && !strings.HasSuffix(p.Sub, "mv") || p.recursive()
	move := strings.HasPrefix(lastWord(p.Sub), "mov") || lastWord(p.Sub) == "mv"
	del := p.Has("delete", "delete-destination", "d", "delete-unmatched-destination-objects") ||
		strings.HasPrefix(p.Spec.Name, "rclone") && lastWord(p.Sub) == "sync"
	target := &p.Operands[n-1]
	remote := isRemote(target)
	list := make([]Effect, 0, n+1)
	for i := range n - 1 {
		w := &p.Operands[i]
		if isStdio(w) {
			continue
		}
		var kind Kind
		if !isRemote(w) {
			kind = Read
			if remote {
				kind |= Send
			}
		}
		if move {
			kind |= Move
		}
		if kind != 0 {
			list = append(list, Effect{Kind: kind, Word: *w, Recursive: recursive})
		}
	}
	if !remote && !isStdio(target) {
		list = append(list, Effect{Kind: Write, Word: *target, Recursive: recursive})
	}
	if del && !remote { // what is deleted elsewhere is no path here
		list = append(list, Effect{Kind: Delete, Word: *target, Recursive: true, Contents: true, Via: lastWord(p.Sub)})
	}
	return list
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

func rcloneDeleteEffects(p *Parsed) []Effect {
	if p.Has("n") {
		return nil
	}
	switch lastWord(p.Sub) {
	case "deletefile", "rmdir", "cleanup":
		return p.each(Delete, 0, false, "")
	}
	list := p.each(Delete, 0, true, "")
	for i := range list {
		list[i].Contents = lastWord(p.Sub) == "delete"
		list[i].Filtered = p.Has("include", "exclude", "filter", "max-age", "min-age", "max-size", "min-size")
	}
	return list
}

// dockerCopyEffects is for docker cp and kubectl cp: container:path on one side.
func dockerCopyEffects(p *Parsed) []Effect {
	n := p.own()
	if n < 2 {
		return nil
	}
	var list []Effect
	if w := &p.Operands[0]; !isRemote(w) && !isStdio(w) {
		list = append(list, Effect{Kind: Read, Word: *w, Recursive: true})
	}
	if w := &p.Operands[1]; !isRemote(w) && !isStdio(w) {
		list = append(list, Effect{Kind: Write, Word: *w, Recursive: true})
	}
	return list
}
