package portside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"
)

// runCase runs one case. It returns the outcome, spelled as in the table, and everything a user could print or log. stalled
// returns when the scripted server stops answering.
func runCase(t *testing.T, script scriptedCase, baseURL, key string, stalled func()) (map[string]any, string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var mutex sync.Mutex
	waits := []float64{}
	ownClock := clock{
		random: func() float64 {
			if script.Random != nil {
				return *script.Random
			}
			return 1
		},
		sleep: func(ctx context.Context, wait time.Duration) error {
			mutex.Lock()
			defer mutex.Unlock()
			waits = append(waits, wait.Seconds())
			if script.Cancel == "wait" {
				cancel()
			}
			return ctx.Err()
		},
	}
	lines := &bytes.Buffer{}
	logger := slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client, err := New(append(clientOptions(script), WithAPIKey(key), WithBaseURL(baseURL), WithLogger(logger), withClock(ownClock))...)
	if err != nil {
		t.Fatal(err)
	}
	switch script.Cancel {
	case "before":
		cancel()
	case "request":
		go func() { stalled(); cancel() }()
	}
	codes := codesOf(script)
	result, pdf, err := play(ctx, client, script, codes)
	mutex.Lock()
	defer mutex.Unlock()
	visible := fmt.Sprintf("%v %+v %#v %v %+v %#v %v %s", client, *client.Tariff.HTS.api, client.Tariff.HTS.api, result, err, err, err, lines)
	outcome := map[string]any{"waits": waits}
	var failure *Error
	switch {
	case errors.Is(err, context.Canceled) && !errors.As(err, &failure):
		outcome["cancelled"] = true
	case errors.As(err, &failure):
		outcome["error"] = describe(failure)
	case err != nil:
		t.Fatal(err)
	default:
		described := plain(t, result).(map[string]any)
		if pdf != nil {
			described["pdf"] = string(pdf[:5])
		}
		outcome["meta"] = described["meta"]
		outcome["result"] = described
		if lookup, ok := result.(*LookupResult); ok {
			outcome["codesAsSent"] = isOf(codes, lookup.Results)
		}
	}
	return plain(t, outcome).(map[string]any), visible
}

func clientOptions(script scriptedCase) []Option {
	milliseconds := func(given *int, otherwise time.Duration) time.Duration {
		if given == nil {
			return otherwise
		}
		return time.Duration(*given) * time.Millisecond
	}
	options := []Option{
		WithTimeouts(milliseconds(script.Client.TimeoutMs, 30*time.Second), milliseconds(script.Client.DeadlineMs, 120*time.Second)),
	}
	if script.Client.MaxRetries != nil {
		options = append(options, WithMaxRetries(*script.Client.MaxRetries))
	}
	if script.Client.Concurrency != nil {
		options = append(options, WithConcurrency(*script.Client.Concurrency))
	}
	if script.Client.MaxWaitMs != nil {
		options = append(options, WithMaxWait(milliseconds(script.Client.MaxWaitMs, 0)))
	}
	return options
}

func codesOf(script scriptedCase) []string {
	var codes []string
	if json.Unmarshal(script.Call.Codes, &codes) == nil {
		return codes
	}
	var made struct{ Made int }
	_ = json.Unmarshal(script.Call.Codes, &made)
	for at := 0; at < made.Made; at++ {
		codes = append(codes, fmt.Sprintf("0101.21.%04d", at))
	}
	return codes
}

func play(ctx context.Context, client *Client, script scriptedCase, codes []string) (any, []byte, error) {
	asked := script.Call
	switch asked.Method {
	case "tariff.hts.lookup":
		result, err := client.Tariff.HTS.Lookup(ctx, codes, AsOf(asked.AsOf))
		return result, nil, err
	case "pixel.scan":
		options := []CallOption{}
		if asked.Deep {
			options = append(options, Deep())
		}
		if asked.Fresh {
			options = append(options, Fresh())
		}
		result, err := client.Pixel.Scan(ctx, asked.URL, options...)
		return result, nil, err
	}
	certificate, err := client.Entry.GCC.Generate(ctx, asked.Request, IdempotencyKey(asked.IdempotencyKey))
	if err != nil || !asked.Download {
		return certificate, nil, err
	}
	pdf, err := certificate.Download(ctx)
	return certificate, pdf, err
}

// kindNames are the names of the kinds in the table, specific before general.
var kindNames = []struct {
	kind error
	name string
}{
	{ErrConnection, "ConnectionError"}, {ErrTimeout, "TimeoutError"}, {ErrResponse, "ResponseError"},
	{ErrAuth, "AuthError"}, {ErrScope, "ScopeError"}, {ErrBeta, "BetaError"}, {ErrURL, "UrlError"},
	{ErrNotFound, "NotFoundError"}, {ErrConflict, "ConflictError"}, {ErrInvalid, "InvalidError"}, {ErrLimit, "LimitError"},
	{ErrUpstream, "UpstreamError"}, {ErrServer, "ServerError"}, {ErrAPI, "ApiError"},
}

func describe(failure *Error) map[string]any {
	said := map[string]any{
		"status": failure.Status, "code": nil, "message": failure.Message, "contact": failure.Contact,
		"details": failure.Details, "request_id": failure.RequestID, "rate_limit": failure.RateLimit,
	}
	if failure.Code != "" {
		said["code"] = failure.Code
	}
	if failure.RetryAfter != nil {
		said["retry_after"] = failure.RetryAfter.Seconds()
	}
	for _, known := range kindNames {
		if errors.Is(failure, known.kind) {
			said["type"] = known.name
			break
		}
	}
	return said
}

// plain converts a value to what JSON would show.
func plain(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var shown any
	if err := json.Unmarshal(text, &shown); err != nil {
		t.Fatal(err)
	}
	return shown
}
