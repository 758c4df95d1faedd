package portside

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const webhookTolerance = 5 * time.Minute

// Webhook verifies what a watch sends, after the Standard Webhooks specification.
type Webhook struct {
	// sign is a closure, so that the secrets cannot be printed by mistake.
	sign func(content []byte) [][]byte
	now  func() time.Time
}

// WebhookEvent is a verified event. ID is the same at every attempt: deduplicate by it.
type WebhookEvent struct {
	ID        string          `json:"-"`
	Type      EventType       `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"` // its watch_id, watch_name and summary are EventData
}

// Summary is the sentence for people, or "".
func (e WebhookEvent) Summary() string {
	var data struct{ Summary string }
	_ = json.Unmarshal(e.Data, &data) // another shape has no summary
	return data.Summary
}

// NewWebhook takes the secrets of the watch: "whsec_…". Give the old and the new one while a secret is rotated.
func NewWebhook(secrets ...string) (*Webhook, error) {
	var keys [][]byte
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(strings.TrimSpace(secret), "whsec_"))
		if err != nil || len(key) == 0 {
			return nil, optionError(`a secret is "whsec_" and base64`)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, optionError("a webhook needs a secret")
	}
	sign := func(content []byte) [][]byte {
		var signatures [][]byte
		for _, key := range keys {
			mac := hmac.New(sha256.New, key)
			mac.Write(content)
			signatures = append(signatures, mac.Sum(nil))
		}
		return signatures
	}
	return &Webhook{sign: sign, now: time.Now}, nil
}

// Verify checks the signature and the time of a request. body are the bytes as they arrived. The error is ErrWebhook if it is not of the
// server, older than five minutes, or from the future.
func (w *Webhook) Verify(header http.Header, body []byte) (*WebhookEvent, error) {
	if w == nil || w.sign == nil {
		return nil, webhookError("there is no secret; use NewWebhook")
	}
	var said [3]string
	for at, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		values := header.Values(name)
		if len(values) != 1 || values[0] == "" {
			return nil, webhookError(fmt.Sprintf("there is not exactly one %s", strings.ToLower(name)))
		}
		said[at] = values[0]
	}
	id, timestamp, given := said[0], said[1], said[2]
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || seconds < 0 || seconds > 1<<40 || strings.HasPrefix(timestamp, "+") {
		return nil, webhookError("the timestamp is not a number of seconds")
	}
	if age := w.now().Sub(time.Unix(seconds, 0)); age > webhookTolerance || age < -webhookTolerance {
		return nil, webhookError("the timestamp is too old or in the future")
	}
	content := append([]byte(id+"."+timestamp+"."), body...)
	if !w.isSigned(content, given) {
		return nil, webhookError("no signature matches")
	}
	event := &WebhookEvent{ID: id}
	if err := json.Unmarshal(body, event); err != nil {
		return nil, &Error{kind: ErrWebhook, Message: "the body is signed, but is not an event", cause: err}
	}
	return event, nil
}

// isSigned compares every signature with every secret, whichever matches first, in constant time.
func (w *Webhook) isSigned(content []byte, given string) bool {
	found := false
	for _, expected := range w.sign(content) {
		for _, each := range strings.Split(given, " ") {
			version, text, _ := strings.Cut(each, ",")
			signature, err := base64.StdEncoding.DecodeString(text)
			if err == nil && version == "v1" && hmac.Equal(expected, signature) {
				found = true
			}
		}
	}
	return found
}

func webhookError(message string) error { return &Error{kind: ErrWebhook, Message: message} }
