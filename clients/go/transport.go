package portside

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand"
	"net/http"
	"net/url"
	"time"
)

const (
	bodyBytesMax = 16 << 20
	backoff      = 500 * time.Millisecond
	backoffMax   = 8 * time.Second
)

// clock is randomness and waiting; replaced in tests.
type clock struct {
	random func() float64
	sleep  func(context.Context, time.Duration) error
}

var systemClock = clock{random: rand.Float64, sleep: sleep}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// transport sends one request until it is answered, finally refused, or out of time or attempts.
type transport struct {
	client     *http.Client
	maxRetries int
	timeout    time.Duration
	deadline   time.Duration
	maxWait    time.Duration
	logger     *slog.Logger
	clock      clock
}

type request struct {
	method string
	url    string
	header http.Header
	body   []byte
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// errDeadline distinguishes the deadline of a call from the deadline of the caller's context.
var errDeadline = errors.New("the deadline of this call has passed")

// begin sets the deadline of a whole call: all its attempts, waits and parts.
func (t *transport) begin(ctx context.Context, options []CallOption) (context.Context, context.CancelFunc, callOptions) {
	call := callOptions{timeout: t.timeout, deadline: t.deadline}
	for _, option := range options {
		option(&call)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, call.deadline, errDeadline)
	return ctx, cancel, call
}

// send returns the answer if its status is 2xx, otherwise an *Error or the error of the caller's context.
func (t *transport) send(ctx context.Context, asked request, timeout time.Duration) (answer, error) {
	for attempt := 0; ; attempt++ {
		if ctx.Err() != nil {
			return answer{}, ended(ctx)
		}
		got, failure := t.attempt(ctx, asked, timeout)
		if failure == nil {
			return got, nil
		}
		if ctx.Err() != nil {
			return answer{}, ended(ctx)
		}
		wait := time.Duration(t.clock.random() * float64(min(backoffMax, backoff<<min(attempt, 10))))
		if failure.RetryAfter != nil {
			wait = *failure.RetryAfter
		}
		mayWait := t.maxWait
		if deadline, ok := ctx.Deadline(); ok {
			mayWait = min(mayWait, time.Until(deadline))
		}
		if !failure.Retryable || attempt >= t.maxRetries || wait > mayWait {
			return answer{}, failure
		}
		if t.clock.sleep(ctx, wait) != nil {
			return answer{}, ended(ctx)
		}
	}
}

// ended is the reason why a context ended: the deadline of the call, or the caller.
func ended(ctx context.Context) error {
	if context.Cause(ctx) == errDeadline {
		return &Error{kind: ErrTimeout, Retryable: true, cause: errDeadline}
	}
	return ctx.Err()
}

func (t *transport) attempt(ctx context.Context, asked request, timeout time.Duration) (got answer, failure *Error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	startedAt := time.Now()
	httpRequest, err := http.NewRequestWithContext(ctx, asked.method, asked.url, bytes.NewReader(asked.body))
	if err != nil {
		return got, &Error{kind: ErrResponse, Message: "the address of the certificate is not a URL"}
	}
	httpRequest.Header = asked.header.Clone()
	httpRequest.GetBody = nil // otherwise net/http would repeat requests itself, in addition to the attempts counted here
	defer func() {
		if t.logger != nil { // never the key or the query of a URL
			t.logger.DebugContext(ctx, "portside", "method", asked.method, "path", httpRequest.URL.Path, "status", got.status,
				"duration", time.Since(startedAt))
		}
	}()
	response, err := t.client.Do(httpRequest)
	if err != nil {
		return got, connectionError(ctx, err)
	}
	defer response.Body.Close()
	got = answer{status: response.StatusCode, header: response.Header}
	got.body, err = io.ReadAll(io.LimitReader(response.Body, bodyBytesMax+1))
	switch {
	case err != nil:
		return got, connectionError(ctx, err)
	case len(got.body) > bodyBytesMax:
		return got, responseError(got.header, "the answer is longer than 16 MiB", nil)
	case got.status >= 400:
		return got, apiError(got.status, got.header, got.body)
	case got.status >= 300:
		// Redirects are never followed: the key must not go to an address that was not configured.
		return got, responseError(got.header, "the server redirects, which this client does not follow; check the base URL", nil)
	}
	return got, nil
}

// connectionError omits the URL, because the query of a certificate's URL is a secret.
func connectionError(ctx context.Context, err error) *Error {
	var fault *url.Error
	if errors.As(err, &fault) {
		err = fault.Err
	}
	if ctx.Err() != nil {
		return &Error{kind: ErrTimeout, Retryable: true, cause: err}
	}
	return &Error{kind: ErrConnection, Retryable: true, cause: err}
}
