package portside

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
)

// RawResponse is an answer as it came: see Raw.
type RawResponse struct {
	Status int
	Header http.Header
	Body   []byte // nil if the call wrote it elsewhere, as WriteResult does
}

// Meta is the request id, the limits and the list that came with the answer.
func (r RawResponse) Meta() Meta { return readMeta(r.Header) }

// JSON reads the body.
func (r RawResponse) JSON(into any) error { return json.Unmarshal(r.Body, into) }

// String omits headers and body, which may hold the address of a certificate.
func (r RawResponse) String() string {
	return fmt.Sprintf("answer %d of %d bytes (%s)", r.Status, len(r.Body), r.Header.Get("X-Request-Id"))
}

// GoString is like String.
func (r RawResponse) GoString() string { return fmt.Sprintf("portside.RawResponse(%q)", r.String()) }

// Format never prints headers and body.
func (r RawResponse) Format(state fmt.State, verb rune) {
	formatSafely(state, verb, r.String(), r.GoString())
}

// LogValue is like String.
func (r RawResponse) LogValue() slog.Value { return slog.StringValue(r.String()) }
