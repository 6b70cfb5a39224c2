package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bashguard/bashguard/guard"
	"github.com/bashguard/bashguard/guard/hook"
	"github.com/bashguard/bashguard/guard/hook/journal"
)

// logFlags say what of the decision log is shown.
type logFlags struct {
	json   bool
	since  string
	limit  int
	rule   string
	colour string
}

func newLogCommand(s *streams) *cobra.Command {
	var f logFlags
	cmd := &cobra.Command{
		Use:   "log",
		Short: "show what the hook refused and asked about",
		Long: `log shows the decision log: every call that the hook refused, asked about, or would have. It is
kept under $XDG_STATE_HOME (~/.local/state), for you alone; secrets in commands are taken out.`,
		Example: `  bashguard log --since 24h
  bashguard log --rule git --json | jq -r .command`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			paint, err := newPalette(f.colour, s.out)
			if err != nil {
				return err
			}
			return showLog(f, os.Getenv, time.Now(), paint, s.out, s.err)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "print the entries as they are kept, one JSON object a line")
	flags.StringVar(&f.since, "since", "", "only what is not older: a duration (90m, 24h, 7d) or a date (2026-11-30)")
	flags.IntVarP(&f.limit, "limit", "n", 50, "at most so many, the latest ones; 0 is all")
	flags.StringVar(&f.rule, "rule", "", "only decisions of this rule (git/force-push) or area (git)")
	flags.StringVar(&f.colour, "color", "auto", "colour the output: auto, always or never")
	return cmd
}

// showLog prints the part of the log that was asked for, oldest first.
func showLog(f logFlags, env func(string) string, now time.Time, paint palette, out, errs io.Writer) error {
	since, err := parseSince(f.since, now)
	if err != nil {
		return err
	}
	if f.limit < 0 {
		return fmt.Errorf("--limit %d: use a number from 0 on", f.limit)
	}
	path := journal.Path(env)
	if path == "" {
		return fail(exitInput, errors.New("where the decision log is cannot be told: neither XDG_STATE_HOME nor HOME is set"))
	}
	type row struct {
		journal.Entry
		line []byte
	}
	var rows []row
	skipped, err := journal.Read(path, func(e journal.Entry, line []byte) {
		if e.Time.Before(since) || !f.wants(e.Rules) {
			return
		}
		rows = append(rows, row{e, line})
	})
	if err != nil {
		return fail(exitInput, err)
	}
	if skipped > 0 {
		fmt.Fprintf(errs, "bashguard: %d lines of %s could not be read and were skipped\n", skipped, path)
	}
	if f.limit > 0 && len(rows) > f.limit {
		rows = rows[len(rows)-f.limit:]
	}
	if f.json {
		for i := range rows {
			fmt.Fprintf(out, "%s\n", rows[i].line)
		}
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i := range rows {
		e := &rows[i].Entry
		verdict, err := guard.ParseVerdict(e.Verdict)
		if err != nil {
			verdict = guard.Ask
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", e.Time.Local().Format("2006-01-02 15:04:05"), paint.verdict(verdict, verdict.String()), strings.Join(e.Rules, " ")+outcomeNote(e.Outcome), subject(e))
	}
	return w.Flush()
}

// wants tells whether the rules are among those asked for.
func (f logFlags) wants(rules []string) bool {
	if f.rule == "" {
		return true
	}
	for _, id := range rules {
		if id == f.rule || strings.HasPrefix(id, f.rule+"/") {
			return true
		}
	}
	return false
}

// outcomeNote says what became of the call where that is not what the verdict says.
func outcomeNote(outcome string) string {
	if note, ok := strings.CutPrefix(outcome, "let through: "); ok {
		return " (" + hook.OneLine(note, 80) + ")"
	}
	return ""
}

// subject is what the decision was about, in one line that is safe on a terminal.
func subject(e *journal.Entry) string {
	text := e.Command
	if text == "" {
		text = strings.TrimSpace(e.Tool + " " + strings.Join(e.Paths, " "))
	}
	if text == "" {
		text = e.Reason
	}
	return hook.OneLine(text, 160)
}

// parseSince reads a duration back from now, or a date.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if d, err := time.ParseDuration(days + "h"); err == nil && d >= 0 {
			return now.Add(-24 * d), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since `%s`: use a duration (90m, 24h, 7d) or a date (2026-11-30)", text)
}
