package portside

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The kinds of failure, for errors.Is. What the server said is in *Error, for errors.As. If the caller cancels, the error is
// that of the caller's context instead.
var (
	ErrKey        = errors.New("portside: API key")                                  // missing or mistyped; found before any request
	ErrConnection = errors.New("portside: the connection failed or was interrupted") // no answer, or an incomplete one
	ErrTimeout    = errors.New("portside: no complete answer in time")               // of an attempt, or of the call
	ErrResponse   = errors.New("portside: an answer that cannot be trusted")         // an unexpected shape, a redirect, another SHA-256

	ErrAuth     = errors.New("portside: unauthorized")         // 401: the key is unknown to the server, or revoked
	ErrScope    = errors.New("portside: scope")                // 403: the key does not cover this product
	ErrBeta     = errors.New("portside: closed beta")          // 403: the key is not enrolled
	ErrURL      = errors.New("portside: certificate address")  // 403: expired or altered
	ErrNotFound = errors.New("portside: not found")            // 404, 405: check the base URL
	ErrConflict = errors.New("portside: idempotency conflict") // 409: the idempotency key was used for another request
	ErrInvalid  = errors.New("portside: invalid request")      // 400, 413, 415, 422: see Details
	ErrLimit    = errors.New("portside: rate limit")           // 429: see RetryAfter and RateLimit
	ErrUpstream = errors.New("portside: upstream")             // 502, 504: the storefront could not be fetched
	ErrServer   = errors.New("portside: server")               // 500, 503 and other 5xx
	ErrAPI      = errors.New("portside: refused")              // any refusal by the server

	ErrOption     = errors.New("portside: option")                 // an option that cannot be meant, such as a timeout of 0; no request was made
	ErrIncomplete = errors.New("portside: incomplete")             // LookupAll ended early: see *IncompleteError
	ErrJob        = errors.New("portside: the job did not finish") // a job failed or was cancelled while waiting: see *JobError
	ErrWebhook    = errors.New("portside: webhook")                // a webhook that is not from the server, or too old
)

// Error is any failure of a call. If the server refused, errors.Is(err, ErrAPI), it has what the server said.
type Error struct {
	Status    int       // 0 if the server did not refuse
	Code      ErrorCode // the error of the body; "" if the body is not from the server, but for example from a proxy
	Message   string
	Contact   string
	Details   []Detail
	RequestID string
	RateLimit RateLimit
	// RetryAfter is how long the server asked the caller to wait; nil if it did not ask.
	RetryAfter *time.Duration
	// Retryable tells whether the same request may succeed later.
	Retryable bool

	kind  error
	cause error
}

// Error never contains the API key or the query of a URL.
func (e *Error) Error() string {
	if e == nil {
		return "portside: no error"
	}
	text := e.kindOrDefault().Error()
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	if e.RequestID != "" {
		text += " (" + e.RequestID + ")"
	}
	return text
}

// GoString is like Error, for %#v.
func (e *Error) GoString() string { return fmt.Sprintf("&portside.Error{%q}", e.Error()) }

// LogValue is what a log needs: the message, and what the server said.
func (e *Error) LogValue() slog.Value {
	if e == nil {
		return slog.Value{}
	}
	attributes := []slog.Attr{slog.String("message", e.Error())}
	if e.Status != 0 {
		attributes = append(attributes, slog.Int("status", e.Status), slog.String("code", string(e.Code)))
	}
	if e.RequestID != "" {
		attributes = append(attributes, slog.String("request_id", e.RequestID))
	}
	return slog.GroupValue(attributes...)
}

// Timeout is true for ErrTimeout, as net.Error has it.
func (e *Error) Timeout() bool { return e != nil && e.kind == ErrTimeout }

// kindOrDefault is the kind, also of an Error that a test made with only a status and a code.
func (e *Error) kindOrDefault() error {
	if e.kind != nil {
		return e.kind
	}
	return kindOf(e.Status, e.Code)
}

// Unwrap returns the kind, for errors.Is, and the cause.
func (e *Error) Unwrap() []error {
	if e == nil {
		return nil
	}
	kind := e.kindOrDefault()
	causes := []error{kind}
	if e.Status != 0 && kind != ErrAPI && kind != ErrResponse && kind != ErrConnection {
		causes = append(causes, ErrAPI)
	}
	if e.cause != nil {
		causes = append(causes, e.cause)
	}
	return causes
}

func responseError(header http.Header, message string, cause error) *Error {
	return &Error{kind: ErrResponse, Message: message, RequestID: header.Get("X-Request-Id"), cause: cause}
}

var kindByCode = map[ErrorCode]error{
	"unauthorized":           ErrAuth,
	"scope":                  ErrScope,
	"beta":                   ErrBeta,
	"url_expired":            ErrURL,
	"url_invalid":            ErrURL,
	"not_found":              ErrNotFound,
	"method_not_allowed":     ErrNotFound,
	"conflict":               ErrConflict,
	"payload_too_large":      ErrInvalid,
	"unsupported_media_type": ErrInvalid,
	"invalid_json":           ErrInvalid,
	"invalid_request":        ErrInvalid,
	"rate_limited":           ErrLimit,
	"upstream_failed":        ErrUpstream,
	"upstream_timeout":       ErrUpstream,
}

var kindByStatus = map[int]error{
	http.StatusBadRequest:          ErrInvalid,
	http.StatusUnauthorized:        ErrAuth,
	http.StatusNotFound:            ErrNotFound,
	http.StatusUnprocessableEntity: ErrInvalid,
	http.StatusTooManyRequests:     ErrLimit,
}

// apiError is the error for an answer: by its code, or by its status if the code is unknown.
func apiError(status int, header http.Header, body []byte) *Error {
	said := map[string]json.RawMessage{}
	_ = json.Unmarshal(body, &said) // a body of another shape gives no fields
	refusal := &Error{
		Status:     status,
		Code:       ErrorCode(text(said["error"])),
		Message:    text(said["message"]),
		Contact:    text(said["contact"]),
		RequestID:  header.Get("X-Request-Id"),
		RateLimit:  readRateLimit(header),
		RetryAfter: readRetryAfter(header),
		Retryable: (status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500) &&
			header.Get("X-Should-Retry") != "false",
	}
	refusal.Details = readDetails(said["details"])
	if refusal.Message == "" {
		refusal.Message = fmt.Sprintf("the server answered %d", status)
	}
	refusal.kind = kindOf(status, refusal.Code)
	if status == http.StatusProxyAuthRequired {
		// The answer is that of a proxy on the way. It never reached the server.
		refusal.kind, refusal.Status, refusal.Message = ErrConnection, 0, "the proxy asks for credentials (407)"
	}
	return refusal
}

// kindOf is the kind of a refusal: by its code, or by its status if the code is unknown.
func kindOf(status int, code ErrorCode) error {
	if kind := kindByCode[code]; kind != nil {
		return kind
	}
	if kind := kindByStatus[status]; kind != nil {
		return kind
	}
	if status >= 500 {
		return ErrServer
	}
	return ErrAPI
}

// readDetails returns nil if the details have another shape: they must never hide the refusal.
func readDetails(raw json.RawMessage) []Detail {
	var said []struct{ Path, Message string }
	if len(raw) == 0 || json.Unmarshal(raw, &said) != nil {
		return nil
	}
	var details []Detail
	for _, detail := range said {
		details = append(details, Detail{Path: detail.Path, Message: detail.Message})
	}
	return details
}

func text(raw json.RawMessage) (value string) {
	if json.Unmarshal(raw, &value) != nil {
		return ""
	}
	return value
}

var wholeSeconds = regexp.MustCompile(`^[0-9]+$`)

// readRetryAfter reads seconds or an HTTP date. A date is compared with the server's own clock if it sends one.
func readRetryAfter(header http.Header) *time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	var wait time.Duration
	if wholeSeconds.MatchString(value) {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > math.MaxInt64/int64(time.Second) {
			seconds = math.MaxInt64 / int64(time.Second)
		}
		wait = time.Duration(seconds) * time.Second
	} else {
		at, err := http.ParseTime(value)
		if err != nil {
			return nil
		}
		now, err := http.ParseTime(header.Get("Date"))
		if err != nil {
			now = time.Now()
		}
		wait = max(0, at.Sub(now))
	}
	return &wait
}
