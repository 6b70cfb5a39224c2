package battery

import (
	"os"
	"path/filepath"
	"strings"
)

// separators end a word in a command's text.
const separators = " \t\n\"'`;|&()<>"

// words are the words of a hook's command: those of the shell, without their quotes, and the words within
// words that have blanks in them, for the text of sh -c.
func words(text string) []string {
	var all []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			all = append(all, b.String())
			b.Reset()
		}
	}
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteByte(c)
		case c == '"' || c == '\'':
			quote = c
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case strings.IndexByte(separators, c) >= 0:
			end()
		default:
			b.WriteByte(c)
		}
	}
	end()
	for _, w := range all {
		// Each level takes quotes or blanks away, so that it ends.
		if len(w) < len(text) && strings.ContainsAny(w, separators) {
			all = append(all, words(w)...)
		}
	}
	return all
}

// names are how a hook's command writes a place.
func (s *scratch) names() [7][2]string {
	return [...][2]string{
		{"${CLAUDE_PROJECT_DIR}", s.realProject},
		{"$CLAUDE_PROJECT_DIR", s.realProject},
		{s.realProject, s.realProject},
		{"${HOME}", s.realHome},
		{"$HOME", s.realHome},
		{"~", s.realHome},
		{s.realHome, s.realHome},
	}
}

// path is the file of the user's that a word of a command names, "" when it names none in the project or the home.
func (s *scratch) path(word string) string {
	for _, name := range s.names() {
		// A word may be an assignment or an option: CONFIG=~/x, --rules=$HOME/x.
		for _, w := range [...]string{word, word[strings.IndexByte(word, '=')+1:]} {
			if rest, ok := strings.CutPrefix(w, name[0]+"/"); ok && name[0] != "" && name[1] != "" {
				return filepath.Join(name[1], rest)
			}
		}
	}
	if s.realProject != "" && word != "" && !filepath.IsAbs(word) && !strings.HasPrefix(word, "-") {
		return filepath.Join(s.realProject, word)
	}
	return ""
}

// copied is where the copy of a file of the user's is, and below which place both are; "" when it is in neither.
func (s *scratch) copied(file string) (copied string, place [2]string) {
	for _, place := range [...][2]string{{s.realProject, s.project}, {s.realHome, s.home}} {
		if rest, ok := strings.CutPrefix(file, place[0]+"/"); ok && place[0] != "" {
			return filepath.Join(place[1], rest), place
		}
	}
	return "", place
}

// named copies the files that a hook's command names into the scratch world, with the directories that they
// are in, since a script reads what lies beside it.
func (s *scratch) named(text string) {
	c := newCopier(s.dir)
	for _, word := range words(text) {
		file := s.path(word)
		if info, err := os.Stat(file); file == "" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		if to, place := s.copied(file); to != "" {
			c.beside(place[0], place[1], file[len(place[0])+1:])
		}
	}
	s.notes = append(s.notes, c.notes...)
}

// moved is a hook's command with the absolute paths of the user's own files replaced by those of their copies.
func (s *scratch) moved(text string) string {
	for _, word := range words(text) {
		for _, w := range [...]string{word, word[strings.IndexByte(word, '=')+1:]} {
			if to, place := s.copied(w); to != "" {
				if _, err := os.Stat(to); err == nil {
					moved := place[1] + w[len(place[0]):]
					text = strings.ReplaceAll(text, w, moved)
					text = strings.ReplaceAll(text, strings.ReplaceAll(w, " ", `\ `), strings.ReplaceAll(moved, " ", `\ `))
				}
			}
		}
	}
	return text
}
