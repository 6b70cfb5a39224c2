package battery

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/bashguard/bashguard/guard/hook"
)

// NewHTTP is an HTTP hook: each event is sent to the address by POST. Whoever listens there gets the battery's
// commands to read.
func NewHTTP(o Options, address string) (*Hooks, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("`%s` is no address of an HTTP hook: write http://host:port/path", hook.Cut(address, 120))
	}
	return newHooks(o, "the HTTP hook "+u.Redacted(), []handler{{url: address, blockOnFailure: o.BlockOnFailure}})
}

// response is what came of a request.
type response struct {
	status   int
	body     []byte
	err      error
	timedOut bool
	took     time.Duration
}

// post sends an event to an HTTP hook.
func post(ctx context.Context, h *handler, body []byte, timeout time.Duration) *response {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	start := time.Now()
	r := &response{}
	defer func() {
		r.took = time.Since(start)
		r.timedOut = r.err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded)
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		r.err = err
		return r
	}
	req.Header.Set("Content-Type", "application/json")
	for name, value := range h.headers {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		r.err = err
		return r
	}
	defer res.Body.Close()
	r.status = res.StatusCode
	r.body, r.err = io.ReadAll(io.LimitReader(res.Body, maxOutput))
	return r
}

// http reads an answer as Claude Code does: 2xx with a decision counts, what else comes back is an error.
func (c contract) http(r *response) Answer {
	var a Answer
	switch {
	case r.timedOut:
		a = c.failed(SlipTimeout, fmt.Sprintf("timeout after %s: the host lets the command run", round(r.took)))
	case r.err != nil:
		a = c.failed(SlipHTTP, "no answer: "+r.err.Error()+": the host lets the command run")
	case r.status < 200 || r.status > 299:
		a = c.failed(SlipHTTP, fmt.Sprintf("status %d: only 200 with a decision refuses, the host lets the command run", r.status))
	default:
		p := &process{stdout: r.body}
		var invalid bool
		if a, invalid = c.claudeDecision(p); invalid || a.Slip == SlipPlainText {
			a = c.failed(a.Slip, a.Why)
		}
	}
	if a.Refused() {
		a.Slip, a.Why = "", ""
	}
	a.Exit, a.Took, a.TimedOut, a.Stdout = -1, r.took, r.timedOut, r.body
	return a
}
