package portsidetest

import (
	_ "embed" // the table
	"encoding/json"
	"fmt"
	"sync"
)

// table has the cases that all clients must pass. It is here because go:embed reads only below its own folder. The other clients copy it.
//
//go:embed conformance.json
var table []byte

// Answer is one answer. In any text {{base}} is the address of the server and {{pdf}} the SHA-256 of the bytes that PDF sends.
type Answer struct {
	Status  int               `json:"status,omitempty"` // 0 writes nothing and continues with End
	Headers map[string]string `json:"headers,omitempty"`
	JSON    any               `json:"json,omitempty"`
	Text    string            `json:"text,omitempty"`
	// PDF answers with a small document that stands for a certificate.
	PDF bool `json:"pdf,omitempty"`
	// Lookup answers a lookup with one result of this status for each code.
	Lookup string `json:"lookup,omitempty"`
	// Blanks answers with this many spaces.
	Blanks int `json:"blanks,omitempty"`
	// Chunked sends the body in chunks of a few bytes, without a length.
	Chunked bool `json:"chunked,omitempty"`
	// Raw is written unchanged, in place of all of the above.
	Raw string `json:"raw,omitempty"`
	// Cut writes only this many bytes of the body, HeadersCut of the headers.
	Cut        *int `json:"cut,omitempty"`
	HeadersCut *int `json:"headersCut,omitempty"`
	// End is what happens after the bytes: "" keeps the connection; close, reset, stall, trickle.
	End string `json:"end,omitempty"`
	// Hold holds the answers until this many requests wait, then answers the latest first.
	Hold int `json:"hold,omitempty"`
	// Nonce is sent in place of the nonce of the request.
	Nonce string `json:"-"`
}

// Case is one case of the table.
type Case struct {
	Name     string           `json:"name"`
	Answers  []Answer         `json:"turns"`
	Requests int              `json:"requests"`
	Sent     []map[string]any `json:"sent"`
	InFlight *int             `json:"inFlightMax"`
}

var parsed struct {
	once   sync.Once
	shared map[string]any
	whole  map[string]any
}

// Cases are all cases of the table.
func Cases() []Case {
	var cases []Case
	convert(resolved()["cases"], &cases)
	return cases
}

// Table is the whole table as JSON, with its shared parts filled in.
func Table() []byte {
	text, err := json.Marshal(resolved())
	if err != nil {
		panic(err)
	}
	return text
}

// shared is an answer or value that several cases use.
func shared(name string, into any) {
	resolved() // reads the table the first time
	convert(resolve(map[string]any{"use": name}), into)
}

func resolved() map[string]any {
	parsed.once.Do(func() {
		if err := json.Unmarshal(table, &parsed.whole); err != nil {
			panic(err)
		}
		parsed.shared, _ = parsed.whole["shared"].(map[string]any)
		parsed.whole, _ = resolve(parsed.whole).(map[string]any)
	})
	return parsed.whole
}

// resolve replaces every {"use": NAME, …} by the shared entry of that name, with the members added or overwritten.
func resolve(value any) any {
	switch value := value.(type) {
	case []any:
		made := make([]any, len(value))
		for at, item := range value {
			made[at] = resolve(item)
		}
		return made
	case map[string]any:
		made := map[string]any{}
		if name, ok := value["use"].(string); ok {
			if parsed.shared[name] == nil {
				panic(fmt.Sprintf("the table shares nothing called %q", name))
			}
			used, _ := resolve(parsed.shared[name]).(map[string]any)
			for key, member := range used {
				made[key] = member
			}
		}
		for key, member := range value {
			if key != "use" {
				made[key] = resolve(member)
			}
		}
		return made
	}
	return value
}

func convert(value, into any) {
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(err)
	}
}
