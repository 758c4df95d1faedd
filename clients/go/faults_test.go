package portside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/portside/portside/clients/go/portsidetest"
)

func clientOf(t *testing.T, server *portsidetest.Server, options ...Option) *Client {
	t.Helper()
	client, err := New(append([]Option{WithAPIKey(portsidetest.Key), WithBaseURL(server.URL)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

var quick = withClock(clock{random: func() float64 { return 0 }, sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})

func TestAnErrorThatATestMadeHasAKind(t *testing.T) {
	for status, kind := range map[int]error{401: ErrAuth, 404: ErrNotFound, 429: ErrLimit, 503: ErrServer, 418: ErrAPI, 0: ErrAPI} {
		made := &Error{Status: status}
		if made.Error() == "" || !errors.Is(made, kind) {
			t.Errorf("%d: %v", status, made)
		}
	}
	if scope := (&Error{Status: 403, Code: ErrorCodeScope}); !errors.Is(scope, ErrScope) || !errors.Is(scope, ErrAPI) {
		t.Error(scope)
	}
	var none *Error
	_ = fmt.Sprintf("%v %s %#v %+v", none, none, none, &Error{})
	if none.Timeout() || len(none.Unwrap()) > 0 {
		t.Error("an absent error has a kind")
	}
}

func TestEmptyValuesDoNotPanic(t *testing.T) {
	_, _ = (&Webhook{}).Verify(http.Header{}, nil)
	lookups, list := &Lookups{}, &Iterator[Watch]{}
	if lookups.Next() || list.Next() || lookups.Value().Code != "" || list.Cursor() != "" {
		t.Error("there is a value of nothing")
	}
	lookups.Close()
	certificate := &Certificate{}
	certificate.Attach(nil)
	if _, err := certificate.Download(context.Background()); !errors.Is(err, ErrOption) {
		t.Error(err)
	}
	var raw RawResponse
	if raw.Meta().RequestID != "" || raw.JSON(&list) == nil {
		t.Error(raw)
	}
	for _, err := range []error{&Error{}, &IncompleteError{}, &JobError{}} {
		if err.Error() == "" || errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

func TestAnHTTPClientOfNilIsTheDefault(t *testing.T) {
	server := portsidetest.NewServer(t)
	client := clientOf(t, server, WithHTTPClient(nil), WithLogger(nil), nil)
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"7326.90.8688"}, nil); err != nil {
		t.Error(err)
	}
}

func TestTimesThatCannotBeMeantAreRefused(t *testing.T) {
	server := portsidetest.NewServer(t)
	for name, option := range map[string]Option{
		"no time for an attempt": WithTimeouts(0, time.Minute), "no time for a call": WithTimeouts(time.Second, 0),
		"negative": WithTimeouts(-1, time.Minute), "retries": WithMaxRetries(-1), "wait": WithMaxWait(-1), "concurrency": WithConcurrency(0),
	} {
		if _, err := New(WithAPIKey(portsidetest.Key), option); !errors.Is(err, ErrOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	client := clientOf(t, server)
	for name, option := range map[string]CallOption{
		"Within(5s, 0)": Within(5*time.Second, 0), "Within(0, 5s)": Within(0, 5*time.Second), "Timeout": Timeout(0), "Deadline": Deadline(-1),
		"MaxRetries": MaxRetries(-1), "PollEvery": PollEvery(0), "Header": Header("authorization", "Bearer x"),
		"a line in a header": Header("X-Trace", "a\r\nAuthorization: b"), "a blank in a name": Header("X Trace", "a"),
		"a line in a key": IdempotencyKey("a\nb"), "a long key": IdempotencyKey(strings.Repeat("k", 256)),
	} {
		_, err := client.Tariff.HTS.Lookup(context.Background(), []string{"7326.90.8688"}, option)
		if !errors.Is(err, ErrOption) || errors.Is(err, ErrAPI) {
			t.Errorf("%s: %v", name, err)
		}
		if results := client.Tariff.HTS.LookupAll(context.Background(), []string{"7326.90.8688"}, option); results.Next() || !errors.Is(results.Err(), ErrOption) {
			t.Errorf("LookupAll, %s: %v", name, results.Err())
		}
	}
	var noContext context.Context
	if _, err := client.Tariff.HTS.Lookup(noContext, nil); !errors.Is(err, ErrOption) {
		t.Errorf("no context: %v", err)
	}
	for _, base := range []string{"ftp://x", "http://", "localhost:80", "http://%zz"} {
		if _, err := New(WithAPIKey(portsidetest.Key), WithBaseURL(base)); !errors.Is(err, ErrOption) {
			t.Errorf("%s: %v", base, err)
		}
	}
	for _, id := range []string{"", ".", ".."} {
		if _, err := client.Watches.Get(context.Background(), id); !errors.Is(err, ErrOption) {
			t.Errorf("id %q: %v", id, err)
		}
	}
	if sent := server.Requests(); len(sent) > 0 {
		t.Errorf("%d requests", len(sent))
	}
}

func TestContextErrorsAreThoseOfTheCaller(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("", "*", portsidetest.Answer{End: "stall"})
	client := clientOf(t, server, WithTimeouts(30*time.Second, 60*time.Second))
	calls := map[string]func(context.Context) error{
		"lookup": func(ctx context.Context) error { _, err := client.Tariff.HTS.Lookup(ctx, []string{"1"}); return err },
		"many": func(ctx context.Context) error {
			_, err := client.Tariff.HTS.Lookup(ctx, make([]string, 500))
			return err
		},
		"all": func(ctx context.Context) error {
			_, err := client.Tariff.HTS.LookupAll(ctx, []string{"1"}).Collect()
			return err
		},
		"wait": func(ctx context.Context) error { _, err := client.Tariff.Audits.Wait(ctx, "job_1", nil); return err },
		"list": func(ctx context.Context) error {
			list := client.Watches.List(ctx, WatchQuery{})
			list.Next()
			return list.Err()
		},
	}
	reason := errors.New("the user left")
	for name, run := range calls {
		cancelled, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		if err := run(cancelled); !errors.Is(err, context.Canceled) || errors.Is(err, ErrTimeout) {
			t.Errorf("%s, cancelled: %v", name, err)
		}
		late, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if err := run(late); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrTimeout) {
			t.Errorf("%s, deadline of the caller: %v", name, err)
		}
		cancel()
		caused, give := context.WithCancelCause(context.Background())
		time.AfterFunc(20*time.Millisecond, func() { give(reason) })
		if err := run(caused); !errors.Is(err, context.Canceled) || !errors.Is(err, reason) {
			t.Errorf("%s, cause: %v", name, err)
		}
	}
	for name, option := range map[string]CallOption{"attempt": Within(20*time.Millisecond, time.Minute), "deadline": Within(time.Minute, 20*time.Millisecond)} {
		var failure *Error
		_, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}, option, MaxRetries(0))
		if !errors.Is(err, ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || !errors.As(err, &failure) ||
			!failure.Timeout() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheTimeoutOfTheCallersHTTPClientIsATimeout(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("", "*", portsidetest.Answer{End: "stall"})
	client := clientOf(t, server, WithHTTPClient(&http.Client{Timeout: 20 * time.Millisecond}), WithMaxRetries(0))
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}); !errors.Is(err, ErrTimeout) {
		t.Error(err)
	}
}

func TestAScanIsNotRepeatedAfterOurTimeout(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("POST", "/api/v?/pixel/*", portsidetest.Answer{End: "stall"})
	client := clientOf(t, server, quick)
	within := Within(30*time.Millisecond, time.Minute)
	for name, scan := range map[string]func() error{
		"v1": func() error {
			_, err := client.Pixel.Scan(context.Background(), "https://shop.example/", within)
			return err
		},
		"v2": func() error {
			_, err := client.Pixel.Report(context.Background(), PixelScanRequest{URL: "https://shop.example/"}, within)
			return err
		},
		"v0": func() error {
			_, err := client.Public.Scan(context.Background(), "https://shop.example/", within)
			return err
		},
	} {
		before := len(server.Requests())
		if err := scan(); !errors.Is(err, ErrTimeout) {
			t.Errorf("%s: %v", name, err)
		}
		if sent := len(server.Requests()) - before; sent != 1 {
			t.Errorf("%s: %d requests", name, sent)
		}
	}
	before := len(server.Requests())
	server.Answer("POST", "*", portsidetest.Answer{End: "stall"})
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}, within); !errors.Is(err, ErrTimeout) {
		t.Error(err)
	}
	if sent := len(server.Requests()) - before; sent != 3 {
		t.Errorf("a lookup is sent %d times", sent)
	}
}

func TestAFilingThatMayHaveBeenSentIsNotSentAgain(t *testing.T) {
	for status, times := range map[int]int{500: 1, 503: 3, 429: 3} {
		server := portsidetest.NewServer(t)
		server.Answer("POST", "*", portsidetest.Answer{Status: status})
		_, err := clientOf(t, server, quick).Entry.Certificates.File(context.Background(), "id")
		if sent := len(server.Requests()); !errors.Is(err, ErrAPI) || sent != times {
			t.Errorf("%d: %d requests, %v", status, sent, err)
		}
	}
}

func TestAScanHasLongerUnlessTheCallerSetTimes(t *testing.T) {
	server := portsidetest.NewServer(t)
	scan := operation{scans: true}
	for name, row := range map[string]struct {
		client  []Option
		call    []CallOption
		timeout time.Duration
	}{
		"default": {nil, nil, scanTimeout}, "client": {[]Option{WithTimeouts(time.Second, time.Minute)}, nil, time.Second},
		"call": {nil, []CallOption{Timeout(2 * time.Second)}, 2 * time.Second},
	} {
		_, cancel, how, err := clientOf(t, server, row.client...).Pixel.api.begin(context.Background(), scan, row.call)
		if err != nil || how.timeout != row.timeout {
			t.Errorf("%s: %v %v", name, how.timeout, err)
		}
		cancel()
	}
}

func TestAStoredCertificateCanBeDownloaded(t *testing.T) {
	server := portsidetest.NewServer(t)
	client := clientOf(t, server)
	made, err := client.Entry.GCC.Generate(context.Background(), GCCRequest{})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	restored := &Certificate{}
	if err := json.Unmarshal(stored, restored); err != nil {
		t.Fatal(err)
	}
	if _, err := restored.Download(context.Background()); !errors.Is(err, ErrOption) {
		t.Errorf("without a client: %v", err)
	}
	if _, err := (*Certificate)(nil).Download(context.Background()); !errors.Is(err, ErrOption) {
		t.Errorf("of nothing: %v", err)
	}
	restored.Attach(client)
	pdf, err := restored.Download(context.Background())
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("%v %q", err, pdf)
	}
	server.Answer("GET", "/api/v2/entry/certificates/*/pdf", portsidetest.Answer{Status: 200, Headers: map[string]string{"ETag": `"{{pdf}}"`}, PDF: true})
	for name, download := range map[string]func() ([]byte, error){
		"by id": func() ([]byte, error) { return client.Entry.Certificates.Download(context.Background(), made.GCCID) },
		"without its URL": func() ([]byte, error) {
			bare := &Certificate{GCCID: made.GCCID}
			bare.Attach(client)
			return bare.Download(context.Background())
		},
	} {
		if pdf, err := download(); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			t.Errorf("%s: %v %q", name, err, pdf)
		}
	}
	server.Answer("GET", "/api/v2/entry/certificates/*/pdf", portsidetest.Answer{Status: 200, Headers: map[string]string{"ETag": `"00"`}, PDF: true})
	if _, err := client.Entry.Certificates.Download(context.Background(), made.GCCID); !errors.Is(err, ErrResponse) {
		t.Errorf("another SHA-256: %v", err)
	}
}

// TestNothingPrintsASecret prints every kind of value that holds one in every way.
func TestNothingPrintsASecret(t *testing.T) {
	const hidden = "QmFkU2VjcmV0"
	server := portsidetest.NewServer(t)
	client := clientOf(t, server, WithLogger(slog.Default()))
	address := NewSignedURL("https://portside.example/gcc.pdf?expires=1&signature=" + hidden)
	secret := NewSecret("whsec_" + hidden)
	certificate := Certificate{GCCID: "id", GCCPDFURL: address}
	certificate.Attach(client)
	webhook, err := NewWebhook(secret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	link := CertificateLink{GCCPDFURL: address}
	watch := NewWatch{WebhookSecret: &secret}
	raw := RawResponse{Status: 200, Header: http.Header{"X": {hidden}}, Body: []byte(hidden)}
	type unexported struct {
		certificate Certificate
		address     SignedURL
		secret      Secret
		watch       NewWatch
	}
	values := []any{
		client, *client, client.Tariff, *client.Entry, *client.Entry.GCC, client.Public, address, &address, secret, &secret, certificate, &certificate,
		link, &link, watch, &watch, NewWatch{}, WatchSecret{WebhookSecret: secret}, NewCertificate{GCCPDFURL: address}, webhook, *webhook, raw, &raw,
		unexported{certificate, address, secret, watch}, []any{link, watch}, map[string]any{"a": certificate, "b": secret}, certificateResponse{GCCPDFURL: address},
		*client.Tariff.HTS.api, client.Tariff.HTS.api.transport,
		client.Tariff.HTS.LookupAll(context.Background(), nil),
	}
	for at, value := range values {
		lines := &bytes.Buffer{}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%X", "%t"} {
			fmt.Fprintf(lines, verb+"\n", value)
		}
		for _, handler := range []slog.Handler{slog.NewTextHandler(lines, nil), slog.NewJSONHandler(lines, nil)} {
			if at < 24 { // a log of a container that is not ours has what its JSON has
				slog.New(handler).Info("x", "value", value)
			}
		}
		shown := lines.String()
		for _, form := range []string{hidden, fmt.Sprintf("%x", hidden), fmt.Sprintf("%X", hidden), portsidetest.Key[4:]} {
			if strings.Contains(shown, form) {
				t.Errorf("%d (%T): %s", at, value, shown)
			}
		}
		if strings.Contains(shown, "PANIC") || strings.Contains(shown, "panicked") {
			t.Errorf("%d (%T): %s", at, value, shown)
		}
	}
	for _, err := range []error{&Error{Status: 429, Message: "x"}, &IncompleteError{cause: errors.New("x")}, &JobError{ID: "job_1"}} {
		if text := fmt.Sprintf("%v %+v %#v", err, err, err); !strings.Contains(text, "portside") {
			t.Error(text)
		}
	}
	if address.Reveal() == "" || !strings.Contains(address.String(), "https://portside.example/gcc.pdf") {
		t.Error("the address is lost")
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("POST", "*", portsidetest.Answer{Status: 200, JSON: map[string]any{
		"results": []any{map[string]any{
			"code": "1", "hit": false, "in_scope": false, "status": "clear", "adjacent_hits": []any{}, "certainty": map[string]any{"grade": 3},
		}},
	}})
	client := clientOf(t, server)
	raw := RawResponse{}
	answer, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}, Raw(&raw), Header("X-Trace", "abc"))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(answer.Results[0].Extra["certainty"]); got != `{"grade":3}` || len(answer.Results[0].Extra) != 1 {
		t.Error(answer.Results[0].Extra)
	}
	text, err := json.Marshal(answer.Results[0])
	if err != nil || !strings.Contains(string(text), `"certainty":{"grade":3}`) || !strings.Contains(string(text), `"status":"clear"`) {
		t.Errorf("%s %v", text, err)
	}
	if raw.Status != 200 || raw.Meta().RequestID != "req_scripted" || !strings.Contains(string(raw.Body), "certainty") {
		t.Error(raw)
	}
	var body struct{ Results []map[string]any }
	if err := raw.JSON(&body); err != nil || len(body.Results) != 1 {
		t.Error(err)
	}
	if server.Requests()[0].Header.Get("X-Trace") != "abc" {
		t.Error("the header of the call was not sent")
	}
	server.Answer("POST", "*", portsidetest.Answer{Status: 422, JSON: map[string]any{"error": "invalid_request"}})
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}, Raw(&raw)); !errors.Is(err, ErrInvalid) || raw.Status != 422 {
		t.Error(err, raw)
	}
}

func TestAnAnswerWithoutARequiredFieldIsRefused(t *testing.T) {
	link := `{"gcc_pdf_url":"https://x.example/?a=b","gcc_pdf_url_expires_at":"2026-11-24T00:00:00.000Z"}`
	var good CertificateLink
	if err := json.Unmarshal([]byte(link), &good); err != nil || good.GCCPDFURLExpiresAt.IsZero() {
		t.Fatal(err)
	}
	for _, broken := range []string{`null`, `[]`, `{}`, `{"gcc_pdf_url":null,"gcc_pdf_url_expires_at":"2026-11-24T00:00:00Z"}`,
		`{"gcc_pdf_url":"https://x.example/"}`, `{"gcc_pdf_url":"https://x.example/","gcc_pdf_url_expires_at":"soon"}`} {
		if err := json.Unmarshal([]byte(broken), &CertificateLink{}); err == nil {
			t.Errorf("%s is accepted", broken)
		}
	}
}

func TestAFieldCanBeSetLeftAndRemoved(t *testing.T) {
	for expected, edit := range map[string]WatchEdit{
		`{}`:                              {},
		`{"webhook":null}`:                {Webhook: SetToNull[WebhookAddress]()},
		`{"webhook":{"url":"https://x"}}`: {Webhook: SetTo(WebhookAddress{URL: "https://x"})},
		`{"paused":false}`:                {Paused: Ptr(false)},
	} {
		if text, err := json.Marshal(edit); err != nil || string(text) != expected {
			t.Errorf("%s, not %s: %v", text, expected, err)
		}
	}
}
