// Package portside is the client of the Portside trade and storefront compliance API: Section 232 tariff lookups and duties, storefront
// scans, General Certificates of Conformity, jobs over whole files, watches and webhooks.
package portside

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	defaultBaseURL = "http://127.0.0.1:8080"

	// Version is the version of this client.
	Version   = "0.2.0"
	userAgent = "portside-go/" + Version
)

// Client is the Portside API. Any number of goroutines can share one client.
type Client struct {
	Tariff  *Tariff
	Pixel   *Pixel
	Entry   *Entry
	Watches *Watches
	Events  *Events
	Account *AccountResource
	// Public has the operations that need no key. They are sent without it.
	Public *Public
}

// New makes a client. Its error is ErrKey if the key is missing or mistyped, and ErrOption if an option cannot be meant.
func New(options ...Option) (*Client, error) {
	set := read(options)
	key, err := checkKey(set.apiKey)
	if err != nil {
		return nil, err
	}
	a, err := set.open()
	if err != nil {
		return nil, err
	}
	keyless := *a
	a.authorize = func(header http.Header) { header.Set("Authorization", "Bearer "+key) }
	return &Client{
		Tariff:  &Tariff{HTS: &HTS{a}, Audits: newTariffAudits(a), api: a},
		Pixel:   &Pixel{Audits: newPixelAudits(a), api: a},
		Entry:   &Entry{GCC: &GCC{a}, Certificates: &Certificates{a}, Batches: newEntryBatches(a), Parties: &Parties{a}},
		Watches: &Watches{a},
		Account: &AccountResource{a},
		Events:  &Events{a},
		Public:  &Public{&keyless},
	}, nil
}

// NewPublic makes a client of the operations that need no key. A key in the environment is not used.
func NewPublic(options ...Option) (*Public, error) {
	a, err := read(options).open()
	if err != nil {
		return nil, err
	}
	return &Public{a}, nil
}

func read(options []Option) *settings {
	set := &settings{
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
			echoing:    &echoing{origins: map[string]bool{}},
		},
	}
	for _, option := range options {
		if option != nil {
			option(set)
		}
	}
	return set
}

func (s *settings) open() (*api, error) {
	if len(s.faults) > 0 {
		return nil, optionError(strings.Join(s.faults, "; "))
	}
	if s.baseURL == "" {
		s.baseURL = defaultBaseURL
	}
	base, err := url.Parse(s.baseURL)
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return nil, optionError("the base URL must start with http:// or https://")
	}
	client := *s.transport.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s.transport.client = &client
	return &api{transport: &s.transport, baseURL: strings.TrimRight(s.baseURL, "/"), concurrency: s.concurrency}, nil
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
