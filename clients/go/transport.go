package portside

import (
	"bytes"
	"context"
	cryptorand "crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand"
	"net/http"
	"net/url"
	"sync"
	"time"
)

const (
	bodyBytesMax = 16 << 20
	backoff      = 500 * time.Millisecond
	backoffMax   = 8 * time.Second

	nonceHeader = "X-Client-Nonce"
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
	// hasTimeouts is true if the caller set the times, so that scans have no longer ones.
	hasTimeouts bool
	logger      *slog.Logger
	clock       clock
	echoing     *echoing
}

// echoing are the origins that have repeated a nonce. From then on an answer of theirs without it is not trusted.
type echoing struct {
	mutex   sync.Mutex
	origins map[string]bool
}

func (e *echoing) add(origin string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.origins[origin] = true
}

func (e *echoing) has(origin string) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.origins[origin]
}

type request struct {
	method string
	url    string
	header http.Header
	body   []byte
	// onlyRefused: a repetition could do the work twice, so it is sent again only if the server said that nothing was done.
	onlyRefused bool
	// notAfterTimeout: the server may still be at work on it when our time is over, and another attempt would wait as long.
	notAfterTimeout bool
	// into takes the body of an answer while it arrives, in place of answer.body.
	into io.Writer
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// timeLimit is the cause of our own timeouts. errors.Is(err, context.DeadlineExceeded) holds, as for every timeout in Go.
type timeLimit struct{ text string }

func (l *timeLimit) Error() string { return l.text }
func (l *timeLimit) Timeout() bool { return true }
func (l *timeLimit) Unwrap() error { return context.DeadlineExceeded }

var (
	// errDeadline distinguishes the deadline of a call from the deadline of the caller's context.
	errDeadline = &timeLimit{"the deadline of this call has passed"}
	errAttempt  = &timeLimit{"the time of one attempt has passed"}
)

// begin sets the deadline of a whole call: all its attempts, waits and parts.
func (t *transport) begin(ctx context.Context, options []CallOption) (context.Context, context.CancelFunc, *call, error) {
	made := &call{timeout: t.timeout, deadline: t.deadline, hasTimeout: t.hasTimeouts, retries: t.maxRetries, maxWait: t.maxWait, header: http.Header{}}
	for _, option := range options {
		if option != nil {
			option(made)
		}
	}
	switch {
	case ctx == nil:
		return nil, nil, nil, optionError("the context is nil; use context.Background()")
	case made.fault != "":
		return nil, nil, nil, optionError(made.fault)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, made.deadline, errDeadline)
	return ctx, cancel, made, nil
}

// send returns the answer if its status is 2xx, otherwise an *Error or the error of the caller's context.
func (t *transport) send(ctx context.Context, asked request, how *call) (answer, error) {
	isDoubtful := false // an earlier attempt may have done the work although its answer was lost
	for attempt := 0; ; attempt++ {
		if ctx.Err() != nil {
			return answer{}, ended(ctx)
		}
		got, failure := t.attempt(ctx, asked, how.timeout)
		how.keepRaw(got)
		if failure == nil {
			return got, nil
		}
		if ctx.Err() != nil {
			return answer{}, ended(ctx)
		}
		if asked.method == http.MethodDelete && failure.Status == http.StatusNotFound && isDoubtful {
			return answer{status: http.StatusNoContent, header: got.header}, nil // an earlier attempt removed it; its answer was lost
		}
		wait := time.Duration(t.clock.random() * float64(min(backoffMax, backoff<<min(attempt, 10))))
		if failure.RetryAfter != nil {
			wait = *failure.RetryAfter
		}
		mayWait := how.maxWait
		if deadline, ok := ctx.Deadline(); ok {
			mayWait = min(mayWait, time.Until(deadline))
		}
		if !mayRepeat(asked, failure) || attempt >= how.retries || wait > mayWait {
			return answer{}, failure
		}
		isDoubtful = isDoubtful || failure.Status != http.StatusTooManyRequests
		if t.clock.sleep(ctx, wait) != nil {
			return answer{}, ended(ctx)
		}
	}
}

func mayRepeat(asked request, failure *Error) bool {
	switch {
	case asked.onlyRefused && failure.Status != http.StatusTooManyRequests && failure.Status != http.StatusServiceUnavailable:
		return false
	case asked.notAfterTimeout && failure.kind == ErrTimeout:
		return false
	}
	return failure.Retryable
}

// ended is the reason why a context ended: the deadline of the call, or the caller. The caller's own cause is kept.
func ended(ctx context.Context) error {
	cause := context.Cause(ctx)
	switch {
	case cause == errDeadline:
		return &Error{kind: ErrTimeout, Retryable: true, cause: errDeadline}
	case cause != nil && !errors.Is(ctx.Err(), cause):
		return fmt.Errorf("%w: %w", ctx.Err(), cause)
	}
	return ctx.Err()
}

func newNonce() (string, error) {
	random := make([]byte, 18)
	if _, err := cryptorand.Read(random); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(random), nil
}

func (t *transport) attempt(ctx context.Context, asked request, timeout time.Duration) (got answer, failure *Error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(timeout, func() { cancel(errAttempt) })
	defer timer.Stop()
	startedAt := time.Now()
	httpRequest, err := http.NewRequestWithContext(ctx, asked.method, asked.url, bytes.NewReader(asked.body))
	if err != nil {
		return got, &Error{kind: ErrResponse, Message: "the address of the certificate is not a URL"}
	}
	nonce, err := newNonce()
	if err != nil {
		return got, &Error{kind: ErrConnection, cause: err}
	}
	httpRequest.Header = asked.header.Clone()
	httpRequest.Header.Set(nonceHeader, nonce)
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
	if failure := t.checkNonce(httpRequest.URL, nonce, response.Header); failure != nil {
		// The body is not read, so net/http drops the connection. One without a body is idle by now.
		t.client.CloseIdleConnections()
		return got, failure
	}
	got = answer{status: response.StatusCode, header: response.Header}
	if asked.into != nil && got.status < 300 {
		return got, copyBody(ctx, asked.into, response, func() { timer.Reset(timeout) })
	}
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

// checkNonce refuses the answer to another request, as a faulty proxy or a connection shared by mistake would give it.
func (t *transport) checkNonce(address *url.URL, nonce string, header http.Header) *Error {
	origin := address.Scheme + "://" + address.Host
	echoed := header.Values(nonceHeader)
	switch {
	case len(echoed) == 0 && !t.echoing.has(origin):
		return nil
	case len(echoed) == 1 && echoed[0] == nonce:
		t.echoing.add(origin)
		return nil
	}
	failure := responseError(header, "the answer belongs to another request: its nonce differs", nil)
	if len(echoed) == 0 {
		failure = responseError(header, "the answer does not repeat the nonce, as this server did before", nil)
	}
	failure.Retryable = true
	return failure
}

// copyBody writes a body to its reader. The time of an attempt begins again with each part. Once something was written, the request is
// not sent again, because its beginning would be written twice.
func copyBody(ctx context.Context, into io.Writer, response *http.Response, progress func()) *Error {
	part := make([]byte, 64<<10)
	written := false
	for {
		length, err := response.Body.Read(part)
		progress()
		if length > 0 {
			written = true
			if _, err := into.Write(part[:length]); err != nil {
				return &Error{kind: ErrResponse, Message: "the result could not be written", RequestID: response.Header.Get("X-Request-Id"), cause: err}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			failure := connectionError(ctx, err)
			failure.RequestID = response.Header.Get("X-Request-Id")
			failure.Retryable = !written
			return failure
		}
	}
}

// connectionError omits the URL, because the query of a certificate's URL is a secret.
func connectionError(ctx context.Context, err error) *Error {
	var fault *url.Error
	if errors.As(err, &fault) {
		err = fault.Err
	}
	if ctx.Err() != nil {
		return &Error{kind: ErrTimeout, Retryable: true, cause: errAttempt}
	}
	var timed interface{ Timeout() bool }
	if errors.As(err, &timed) && timed.Timeout() { // that of the caller's own http.Client
		return &Error{kind: ErrTimeout, Retryable: true, cause: err}
	}
	return &Error{kind: ErrConnection, Retryable: true, cause: err}
}
