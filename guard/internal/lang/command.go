package lang

import (
	"strings"

	"github.com/bashguard/bashguard/guard/internal/value"
)

// commandCall tells whether a call without brackets follows the name v.
func (p *parser) commandCall(v *val, t *tok) bool {
	if t.newline && p.inArgs == 0 || !t.space {
		return false
	}
	switch p.lang {
	case ruby, perl, php:
	default:
		return false
	}
	if strings.HasPrefix(v.ref, "$") || strings.HasPrefix(v.ref, "@") || strings.HasPrefix(v.ref, "%") {
		return false
	}
	if p.lang == php {
		switch v.ref {
		case "include", "include_once", "require", "require_once", "print":
		default:
			return false
		}
	}
	switch t.kind {
	case tStr, tWords, tCmd, tRead, tHole:
		return true
	case tNum:
		return p.isCommand(v.ref)
	case tIdent:
		switch p.tokText(t) {
		case "if", "unless", "while", "until", "or", "and", "for", "foreach", "do", "then", "x", "eq", "ne", "in", "end", "rescue":
			return false
		}
		return p.lang == php || p.isCommand(v.ref)
	case tOp:
		switch p.tokText(t) {
		case "*", "[", "\\":
			return p.isCommand(v.ref) && p.peek(1).kind != tEnd && !p.peek(1).space
		case "(":
			return true
		}
	}
	return false
}

// isCommand tells whether a name is a function that is often called without brackets.
func (p *parser) isCommand(ref string) bool {
	if i := strings.LastIndexAny(ref, ".:"); i >= 0 {
		ref = ref[i+1:]
	}
	switch ref {
	case "system", "exec", "spawn", "eval", "unlink", "rmdir", "rmtree", "remove_tree", "open", "rename", "chmod", "chown", "truncate", "kill",
		"rm", "rm_r", "rm_rf", "rm_f", "mv", "cp", "cp_r", "move", "copy", "remove_entry_secure", "remove_entry", "remove_dir", "remove_file", "delete", "write", "read",
		"popen", "popen3", "capture2", "capture2e", "capture3", "glob", "join", "sh", "getstore", "get", "getprint", "load", "instance_eval", "send", "__send__",
		"expand_path", "home", "opendir", "sysopen", "require", "print", "puts", "ln_s", "ln_sf", "install", "touch", "mkdir_p", "binwrite", "binread", "sort", "grep", "map", "do", "reverse", "pack", "split", "decode_base64", "utime", "symlink", "link", "file", "scalar", "lc", "uc", "p", "pp", "chr", "die":
		return true
	}
	return false
}

func (p *parser) commandArgs(from int) arguments {
	a := arguments{from: from}
	// Ruby's brackets after a blank are those of the first argument or of the call: the same here.
	p.argumentList(&a, "")
	a.to = int(p.toks[max(p.i-1, 0)].end)
	return a
}

// rubyBlock reads { |x| ... } or do |x| after a call on v; the body of do is left to the caller.
func (p *parser) rubyBlock(v val, brace bool) val {
	p.next()
	p.rubyParams(&v)
	if brace {
		p.block()
	}
	return unknownOf("...", "", v.origin())
}

func (p *parser) rubyParams(over *val) {
	if !p.takeOp("|") {
		return
	}
	first := true
	for !p.atEnd() && !p.isOp("|") {
		if t := p.cur(); t.kind == tIdent {
			if first && over != nil {
				p.set(p.tokText(t), p.element(*over))
			}
			first = false
		} else if t.kind != tOp {
			return
		}
		p.next()
	}
	p.takeOp("|")
}

// perlRead is <FH>, <STDIN>, <$fh> or a pattern.
func (p *parser) perlRead(t *tok) val {
	v := p.stringVal(t)
	name := p.text[t.pos+1 : max(t.end-1, t.pos+1)]
	switch {
	case name == "STDIN" || name == "" || name == "<>" || name == "ARGV":
		return unknownOf("<"+name+">", name, value.Stdin)
	case strings.ContainsAny(name, "*?[/~. "):
		return p.glob(v)
	}
	f, _ := p.lookup(name)
	return p.element(f)
}
