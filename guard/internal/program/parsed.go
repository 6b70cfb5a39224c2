package program

import (
	"strings"
)

// Has tells whether one of these options was given and not turned off again. Names are any of
// an option's names, without dashes.
func (p *Parsed) Has(names ...string) bool {
	if len(p.Options) == 0 && len(p.Global) == 0 {
		return false
	}
	for _, name := range names {
		if o := p.Option(name); o != nil && !o.Negated {
			return true
		}
	}
	return false
}

// Option returns the last occurrence of an option, by any of its names without dashes, or nil.
// Global options count where the subcommand has none of that name.
func (p *Parsed) Option(name string) *Option {
	if o := lastOption(p.Options, name); o != nil {
		return o
	}
	o := lastOption(p.Global, name)
	if o != nil && p.Spec != nil && p.Spec != p.root {
		if _, own := lookup(p.Spec.Opts, name); own {
			return nil
		}
	}
	return o
}

func lastOption(options []Option, name string) *Option {
	for i := len(options) - 1; i >= 0; i-- {
		if o := &options[i]; o.Name == name || len(o.names) > len(name) && named(o.names, name) {
			return o
		}
	}
	return nil
}

// named tells whether a name is one of a comma separated list.
func named(names, name string) bool {
	for names != "" {
		var n string
		if n, names, _ = strings.Cut(names, ","); n == name {
			return true
		}
	}
	return false
}

// Given tells whether an option, written as a person does (--force, -f, -delete), was given: 1
// yes, by any of its spellings; -1 no; 0 when words that are not known may be it.
func (p *Parsed) Given(flag string) int8 {
	name := strings.TrimLeft(flag, "-")
	o := p.Option(name)
	switch {
	case o != nil && !o.Negated:
		return 1
	case o == nil && p.givenAsWritten(flag, name):
		return 1
	case p.Unsure:
		return 0
	}
	return -1
}

// givenAsWritten looks for options that the grammar does not have: -delete of an unknown
// program, --no-x.
func (p *Parsed) givenAsWritten(flag, name string) bool {
	positive, cut := strings.CutPrefix(name, "no-")
	if cut {
		if o := p.Option(positive); o != nil {
			return o.Negated
		}
	}
	if len(flag) > 2 && flag[1] != '-' {
		for i := range p.Options {
			if text, ok := p.Args[p.Options[i].Index].Known(); ok && text == flag {
				return true
			}
		}
	}
	return false
}
