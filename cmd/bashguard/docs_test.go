package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bashguard/bashguard/spellings/jail"
)

var update = flag.Bool("update", false, "write goldens, generated docs and the README's outputs again")

// repository is the root of this module.
const repository = "../.."

func TestReferencesAreFresh(t *testing.T) {
	for page, args := range map[string][]string{
		"docs/rules.md":     {"rules", "--markdown"},
		"docs/spellings.md": {"spellings", "--families", "--markdown"},
	} {
		var out, errs bytes.Buffer
		require.Equal(t, 0, run(args, strings.NewReader(""), &out, &errs), errs.String())
		name := filepath.Join(repository, page)
		if *update {
			require.NoError(t, os.WriteFile(name, out.Bytes(), 0o644))
		}
		have, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(have, out.Bytes()), "%s is stale: run `make docs`", page)
	}
}

// consoleBlock is an example with its output.
var consoleBlock = regexp.MustCompile("(?s)```console\n\\$ ([^\n]*)\n(.*?)```")

// changing are the parts of an output that are not the same on every run.
var changing = regexp.MustCompile(`"micros":\d+`)

// Every example of the README is run, as in the project /home/dev/app of a developer whose home
// is /home/dev, and prints what the README says.
func TestReadmeExamplesPrintWhatTheySay(t *testing.T) {
	name := filepath.Join(repository, "README.md")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	examples := 0
	renewed := consoleBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		examples++
		parts := consoleBlock.FindStringSubmatch(block)
		if strings.Contains(parts[1], " --prove") && noJail() {
			t.Logf("NOT PROVEN: %s", parts[1])
			return block
		}
		out := runExample(t, parts[1])
		assert.Equal(t, changing.ReplaceAllString(parts[2], `"micros":N`), changing.ReplaceAllString(out, `"micros":N`), parts[1])
		return "```console\n$ " + parts[1] + "\n" + out + "```"
	})
	assert.Equal(t, 6, examples)
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(renewed), 0o644))
	}
}

// noJail says that nothing can be proven here.
func noJail() bool {
	j := jail.New(jail.Options{})
	defer j.Close()
	return j.Why() != ""
}

// runExample runs one line of an example, [printf TEXT |] bashguard ARGUMENTS, without a shell.
func runExample(t *testing.T, line string) string {
	stdin := ""
	if before, after, ok := strings.Cut(line, " | bashguard "); ok && strings.HasPrefix(before, "printf ") {
		stdin = strings.ReplaceAll(words(t, before)[1], `\n`, "\n")
		line = "bashguard " + after
	}
	args := words(t, line)
	require.Equal(t, "bashguard", args[0])
	var out, errs bytes.Buffer
	place := []string{"--cwd", "/home/dev/app", "--home", "/home/dev", "--root", "/home/dev/app"}
	if args[1] == "spellings" {
		place = nil // a text is written differently wherever it stands
	}
	run(append(args[1:], place...), strings.NewReader(stdin), &out, &errs)
	require.Empty(t, errs.String(), line)
	return out.String()
}

// words splits a line at blanks outside single quotes, the only quoting that examples use.
func words(t *testing.T, line string) []string {
	var list []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	require.Equal(t, 0, strings.Count(line, "'")%2, line)
	return list
}

// Pages may not point to what is not there.
func TestLinksInDocsLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	pages, err := filepath.Glob(filepath.Join(repository, "docs/*.md"))
	require.NoError(t, err)
	agents, err := filepath.Glob(filepath.Join(repository, "docs/agents/*.md"))
	require.NoError(t, err)
	require.NotEmpty(t, agents)
	for _, page := range append(append(pages, agents...), filepath.Join(repository, "README.md"), filepath.Join(repository, "CONTRIBUTING.md")) {
		if filepath.Base(page) == "rules.md" {
			continue // holds commands, and links within itself only
		}
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			assert.FileExists(t, filepath.Join(filepath.Dir(page), m[1]), "%s links to %s", page, m[1])
		}
	}
}
