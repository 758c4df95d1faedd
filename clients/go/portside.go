// Package portside is the client of the Portside trade and storefront compliance API: Section 232 tariff lookups,
// storefront pixel scans, General Certificates of Conformity.
package portside

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	defaultBaseURL = "http://127.0.0.1:8080"
	userAgent      = "portside-go/0.1.0"
)

// Client is the Portside API. Any number of goroutines can share one client.
type Client struct {
	Tariff *Tariff
	Pixel  *Pixel
	Entry  *Entry
}

type settings struct {
	apiKey      string
	baseURL     string
	concurrency int
	transport   transport
}

// Option configures a Client.
type Option func(*settings)

// WithAPIKey sets the key. Default: PORTSIDE_API_KEY.
func WithAPIKey(key string) Option { return func(s *settings) { s.apiKey = key } }

// WithBaseURL sets the address of the API. Default: PORTSIDE_BASE_URL, then http://127.0.0.1:8080.
func WithBaseURL(address string) Option { return func(s *settings) { s.baseURL = address } }

// WithMaxRetries sets the number of attempts after the first. Default 2.
func WithMaxRetries(retries int) Option {
	return func(s *settings) { s.transport.maxRetries = retries }
}

// WithMaxWait sets the longest wait before a retry. If the server asks for more, the call fails at once. Default 30 s.
func WithMaxWait(wait time.Duration) Option { return func(s *settings) { s.transport.maxWait = wait } }

// WithConcurrency sets the number of requests at once in a lookup of more than 50 codes. Default 4.
func WithConcurrency(requests int) Option {
	return func(s *settings) { s.concurrency = max(1, requests) }
}

// WithHTTPClient sends through another HTTP client, whose RoundTripper may be wrapped. Redirects are still refused.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.transport.client = client }
}

// WithLogger logs one line for each attempt, at debug level.
func WithLogger(logger *slog.Logger) Option { return func(s *settings) { s.transport.logger = logger } }

// WithTimeouts sets the time for one attempt, from the connection to the last byte (default 30 s), and for a whole call with
// all its attempts, waits and parts (default 120 s).
func WithTimeouts(attempt, deadline time.Duration) Option {
	return func(s *settings) { s.transport.timeout, s.transport.deadline = attempt, deadline }
}

func withClock(c clock) Option { return func(s *settings) { s.transport.clock = c } }

// New makes a client. Its error is ErrKey if the key is missing or mistyped.
func New(options ...Option) (*Client, error) {
	set := settings{
		apiKey:      os.Getenv("PORTSIDE_API_KEY"),
		baseURL:     os.Getenv("PORTSIDE_BASE_URL"),
		concurrency: 4,
		transport: transport{
			client:     &http.Client{Transport: defaultTransport()},
			maxRetries: 2,
			timeout:    30 * time.Second,
			deadline:   120 * time.Second,
			maxWait:    30 * time.Second,
			clock:      systemClock,
		},
	}
	for _, option := range options {
		option(&set)
	}
	key, err := checkKey(set.apiKey)
	if err != nil {
		return nil, err
	}
	if set.baseURL == "" {
		set.baseURL = defaultBaseURL
	}
	if base, err := url.Parse(set.baseURL); err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return nil, errors.New("portside: the base URL must start with http:// or https://")
	}
	client := *set.transport.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	set.transport.client = &client
	a := &api{
		transport:   &set.transport,
		authorize:   func(header http.Header) { header.Set("Authorization", "Bearer "+key) },
		baseURL:     strings.TrimRight(set.baseURL, "/"),
		concurrency: set.concurrency,
	}
	return &Client{Tariff: &Tariff{HTS: &HTS{a}}, Pixel: &Pixel{a}, Entry: &Entry{GCC: &GCC{a}}}, nil
}

// defaultTransport keeps as many connections as a long lookup uses. net/http would keep two.
func defaultTransport() http.RoundTripper {
	shared, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	own := shared.Clone()
	own.MaxIdleConnsPerHost = 8
	return own
}

// api is what the resources share. The key is in a closure instead of a field, so that it cannot be printed by mistake.
type api struct {
	transport   *transport
	authorize   func(http.Header)
	baseURL     string
	concurrency int
}

// post sends body as JSON and reads the answer into result.
func (a *api) post(ctx context.Context, path string, body any, extra http.Header, timeout time.Duration, result any) (Meta, error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return Meta{}, err
	}
	header := http.Header{}
	for name, values := range extra {
		header[name] = values
	}
	a.authorize(header)
	header.Set("Content-Type", "application/json")
	header.Set("Accept", "application/json")
	header.Set("User-Agent", userAgent)
	got, err := a.transport.send(ctx, request{http.MethodPost, a.baseURL + "/api/v1/" + path, header, sent}, timeout)
	if err != nil {
		return Meta{}, err
	}
	meta := readMeta(got.header)
	if err := json.Unmarshal(got.body, result); err != nil {
		return meta, responseError(got.header, "not what the API promises", err)
	}
	return meta, nil
}

type callOptions struct {
	timeout        time.Duration
	deadline       time.Duration
	asOf           string
	deep           bool
	fresh          bool
	idempotencyKey string
}

// CallOption configures one call.
type CallOption func(*callOptions)

// Within sets the time for one attempt and for the whole of this call.
func Within(attempt, deadline time.Duration) CallOption {
	return func(c *callOptions) { c.timeout, c.deadline = attempt, deadline }
}

// AsOf looks codes up for a day, YYYY-MM-DD, instead of today in New York.
func AsOf(day string) CallOption { return func(c *callOptions) { c.asOf = day } }

// Deep makes a scan also read what the page names: tag containers, Google tags and custom pixels. That may take 30 seconds, so
// allow an attempt 45.
func Deep() CallOption { return func(c *callOptions) { c.deep = true } }

// Fresh makes a scan fetch the page again even if the server scanned it minutes ago.
func Fresh() CallOption { return func(c *callOptions) { c.fresh = true } }

// IdempotencyKey replaces the random key of Generate. The same key and request give the same certificate for 24 hours.
func IdempotencyKey(key string) CallOption { return func(c *callOptions) { c.idempotencyKey = key } }
