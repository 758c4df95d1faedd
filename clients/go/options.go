package portside

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/textproto"
	"regexp"
	"sync"
	"time"
)

type settings struct {
	apiKey      string
	baseURL     string
	concurrency int
	transport   transport
	faults      []string
}

// Option configures a Client.
type Option func(*settings)

func optionError(fault string) error { return &Error{kind: ErrOption, Message: fault} }

// WithAPIKey sets the key. Default: PORTSIDE_API_KEY.
func WithAPIKey(key string) Option { return func(s *settings) { s.apiKey = key } }

// WithBaseURL sets the address of the API. Default: PORTSIDE_BASE_URL, then http://127.0.0.1:8080.
func WithBaseURL(address string) Option { return func(s *settings) { s.baseURL = address } }

// WithMaxRetries sets the number of attempts after the first. Default 2; 0 means none.
func WithMaxRetries(retries int) Option {
	return func(s *settings) {
		if retries < 0 {
			s.faults = append(s.faults, fmt.Sprintf("WithMaxRetries: %d is less than 0", retries))
		}
		s.transport.maxRetries = retries
	}
}

// WithMaxWait sets the longest wait before a retry. If the server asks for more, the call fails at once. Default 30 s.
func WithMaxWait(wait time.Duration) Option {
	return func(s *settings) {
		if wait < 0 {
			s.faults = append(s.faults, fmt.Sprintf("WithMaxWait: %s is less than 0", wait))
		}
		s.transport.maxWait = wait
	}
}

// WithConcurrency sets the number of requests at once in a lookup of more than 50 codes. Default 4.
func WithConcurrency(requests int) Option {
	return func(s *settings) {
		if requests < 1 {
			s.faults = append(s.faults, fmt.Sprintf("WithConcurrency: %d is less than 1", requests))
		}
		s.concurrency = requests
	}
}

// WithHTTPClient sends through another HTTP client, for a proxy, a private certificate authority, client certificates or middleware.
// Redirects are still refused. Nil means the default client, which takes a proxy from HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) {
		if client != nil {
			s.transport.client = client
		}
	}
}

// WithLogger logs one line for each attempt, at debug level.
func WithLogger(logger *slog.Logger) Option { return func(s *settings) { s.transport.logger = logger } }

// WithTimeouts sets the time for one attempt, from the connection to the last byte, and for a whole call with all its attempts, waits and
// parts. Both must be greater than 0. Defaults: 30 s and 120 s. Without this option an attempt of a scan has 90 s. A result of a job has
// the time of an attempt for each part that arrives, and half an hour in all.
func WithTimeouts(attempt, deadline time.Duration) Option {
	return func(s *settings) {
		if fault := timeFault("WithTimeouts", attempt, deadline); fault != "" {
			s.faults = append(s.faults, fault)
		}
		s.transport.timeout, s.transport.deadline, s.transport.hasTimeouts = attempt, deadline, true
	}
}

func withClock(c clock) Option { return func(s *settings) { s.transport.clock = c } }

func timeFault(option string, times ...time.Duration) string {
	for _, given := range times {
		if given <= 0 {
			return fmt.Sprintf("%s: %s is not greater than 0", option, given)
		}
	}
	return ""
}

// call is what one call asks for. fault is the first option that cannot be meant.
type call struct {
	timeout, deadline       time.Duration
	hasTimeout, hasDeadline bool
	retries                 int
	maxWait                 time.Duration
	header                  http.Header
	asOf                    string
	deep, fresh             bool
	idempotencyKey          string
	waitForDay              bool
	pollEvery               time.Duration
	fault                   string

	mutex sync.Mutex
	raw   *RawResponse
}

func (c *call) refuse(fault string) {
	if c.fault == "" {
		c.fault = fault
	}
}

// CallOption configures one call.
type CallOption func(*call)

// Within sets the time for one attempt and for the whole of this call. Both must be greater than 0.
func Within(attempt, deadline time.Duration) CallOption {
	return func(c *call) {
		if fault := timeFault("Within", attempt, deadline); fault != "" {
			c.refuse(fault)
		}
		c.timeout, c.deadline, c.hasTimeout, c.hasDeadline = attempt, deadline, true, true
	}
}

// Timeout sets the time for one attempt of this call.
func Timeout(attempt time.Duration) CallOption {
	return func(c *call) {
		if fault := timeFault("Timeout", attempt); fault != "" {
			c.refuse(fault)
		}
		c.timeout, c.hasTimeout = attempt, true
	}
}

// Deadline sets the time for the whole of this call.
func Deadline(deadline time.Duration) CallOption {
	return func(c *call) {
		if fault := timeFault("Deadline", deadline); fault != "" {
			c.refuse(fault)
		}
		c.deadline, c.hasDeadline = deadline, true
	}
}

// MaxRetries sets the number of attempts after the first for this call.
func MaxRetries(retries int) CallOption {
	return func(c *call) {
		if retries < 0 {
			c.refuse(fmt.Sprintf("MaxRetries: %d is less than 0", retries))
		}
		c.retries = retries
	}
}

var (
	headerName  = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
	headerValue = regexp.MustCompile(`^[\t -~\x{80}-\x{10FFFF}]*$`)
)

// ownHeaders are set by the client. Another value would break what it promises.
var ownHeaders = map[string]bool{
	"Authorization": true, nonceHeader: true, "Idempotency-Key": true, "Content-Type": true, "Accept": true, "User-Agent": true, "Host": true,
}

// Header adds a header to the requests of this call, for example for a gateway or for tracing.
func Header(name, value string) CallOption {
	return func(c *call) {
		if canonical := textproto.CanonicalMIMEHeaderKey(name); ownHeaders[canonical] {
			c.refuse(fmt.Sprintf("Header: the client itself sets %s", canonical))
			return
		}
		if !headerName.MatchString(name) || !headerValue.MatchString(value) {
			c.refuse("Header: the name or the value is not that of a header")
			return
		}
		c.header.Add(name, value)
	}
}

// AsOf looks codes up for a day, YYYY-MM-DD, instead of today in New York.
func AsOf(day string) CallOption { return func(c *call) { c.asOf = day } }

// Deep makes a scan also read what the page names: tag containers, Google tags and custom pixels. That may take 30 seconds.
func Deep() CallOption { return func(c *call) { c.deep = true } }

// Fresh makes a scan fetch the page again even if the server scanned it minutes ago.
func Fresh() CallOption { return func(c *call) { c.fresh = true } }

var idempotencyKeyFormat = regexp.MustCompile(`^[ -~]{0,255}$`)

// IdempotencyKey replaces the random key of a call that creates something: up to 255 printable ASCII characters. The same key and request
// give the same thing for 24 hours. An empty key is a random one.
func IdempotencyKey(key string) CallOption {
	return func(c *call) {
		if !idempotencyKeyFormat.MatchString(key) {
			c.refuse("IdempotencyKey: it must be at most 255 printable ASCII characters")
		}
		c.idempotencyKey = key
	}
}

// WaitForDay lets LookupAll wait for the next UTC day when the limit of this one is used up.
func WaitForDay() CallOption { return func(c *call) { c.waitForDay = true } }

// PollEvery sets how often Wait asks for a job. Default: after 1 s, then less and less often, at least every 10 s.
func PollEvery(pause time.Duration) CallOption {
	return func(c *call) {
		if fault := timeFault("PollEvery", pause); fault != "" {
			c.refuse(fault)
		}
		c.pollEvery = pause
	}
}

// Raw copies the status, headers and bytes of the answer to response, also of a refusal. Of a call of several requests it is the last one.
func Raw(response *RawResponse) CallOption { return func(c *call) { c.raw = response } }

func (c *call) keepRaw(got answer) {
	if c.raw == nil || got.status == 0 {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	*c.raw = RawResponse{Status: got.status, Header: got.header.Clone(), Body: got.body}
}
