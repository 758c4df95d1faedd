package portside

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

const (
	webhookSecret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	oldWebhookSecret = "whsec_b2xkIHNlY3JldCBvZiBhIHRlc3Q="
	webhookBody      = `{"type":"tariff.revised","timestamp":"2026-11-23T08:00:00.000Z","data":{"watch_id":"wat_1","watch_name":"x","summary":"14 of 200."}}`
)

var webhookNow = time.Unix(1_700_000_000, 0)

func signed(secret, id, timestamp, body string) string {
	key, _ := base64.StdEncoding.DecodeString(secret[len("whsec_"):])
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "." + body))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func webhookHeader(id, timestamp, signature string) http.Header {
	return http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {timestamp}, "Webhook-Signature": {signature}}
}

func TestTheSignatureOfTheStandard(t *testing.T) {
	// The example of the Standard Webhooks specification.
	const expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	if got := signed(webhookSecret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", `{"test": 2432232314}`); got != expected {
		t.Errorf("%s, not %s", got, expected)
	}
}

func TestWebhooks(t *testing.T) {
	webhook, err := NewWebhook(webhookSecret)
	if err != nil {
		t.Fatal(err)
	}
	webhook.now = func() time.Time { return webhookNow }
	at := func(age time.Duration) string { return fmt.Sprint(webhookNow.Add(-age).Unix()) }
	now := at(0)
	good := signed(webhookSecret, "evt_1", now, webhookBody)
	event, err := webhook.Verify(webhookHeader("evt_1", now, good), []byte(webhookBody))
	if err != nil || event.ID != "evt_1" || event.Type != EventTypeTariffRevised || event.Summary() != "14 of 200." || event.Timestamp.IsZero() {
		t.Fatal(event, err)
	}
	old := signed(oldWebhookSecret, "evt_1", now, webhookBody)
	for name, accepted := range map[string]http.Header{
		"two signatures":        webhookHeader("evt_1", now, old+" "+good),
		"of another version":    webhookHeader("evt_1", now, "v1a,xyz v2,"+good[3:]+" "+good),
		"almost five minutes":   webhookHeader("evt_1", at(5*time.Minute), signed(webhookSecret, "evt_1", at(5*time.Minute), webhookBody)),
		"a clock that is ahead": webhookHeader("evt_1", at(-5*time.Minute), signed(webhookSecret, "evt_1", at(-5*time.Minute), webhookBody)),
	} {
		if _, err := webhook.Verify(accepted, []byte(webhookBody)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	tooOld, future := at(5*time.Minute+time.Second), at(-5*time.Minute-time.Second)
	two := webhookHeader("evt_1", now, good)
	two.Add("Webhook-Signature", old)
	for name, refused := range map[string]struct {
		header http.Header
		body   string
	}{
		"another secret":        {webhookHeader("evt_1", now, old), webhookBody},
		"another body":          {webhookHeader("evt_1", now, good), webhookBody + " "},
		"another id":            {webhookHeader("evt_2", now, good), webhookBody},
		"another time":          {webhookHeader("evt_1", at(time.Second), good), webhookBody},
		"too old":               {webhookHeader("evt_1", tooOld, signed(webhookSecret, "evt_1", tooOld, webhookBody)), webhookBody},
		"from the future":       {webhookHeader("evt_1", future, signed(webhookSecret, "evt_1", future, webhookBody)), webhookBody},
		"no number":             {webhookHeader("evt_1", "now", signed(webhookSecret, "evt_1", "now", webhookBody)), webhookBody},
		"a sign":                {webhookHeader("evt_1", "+"+now, signed(webhookSecret, "evt_1", "+"+now, webhookBody)), webhookBody},
		"an enormous time":      {webhookHeader("evt_1", "9223372036854775807", good), webhookBody},
		"no version":            {webhookHeader("evt_1", now, good[3:]), webhookBody},
		"version 2":             {webhookHeader("evt_1", now, "v2"+good[2:]), webhookBody},
		"half a signature":      {webhookHeader("evt_1", now, good[:20]), webhookBody},
		"an empty signature":    {webhookHeader("evt_1", now, "v1,"), webhookBody},
		"no signature":          {webhookHeader("evt_1", now, ""), webhookBody},
		"two signature headers": {two, webhookBody},
		"no headers":            {http.Header{}, webhookBody},
		"not JSON":              {webhookHeader("evt_1", now, signed(webhookSecret, "evt_1", now, "x")), "x"},
	} {
		if _, err := webhook.Verify(refused.header, []byte(refused.body)); !errors.Is(err, ErrWebhook) {
			t.Errorf("%s: %v", name, err)
		}
	}
	both, err := NewWebhook(oldWebhookSecret, webhookSecret)
	if err != nil {
		t.Fatal(err)
	}
	both.now = webhook.now
	for _, signature := range []string{old, good} {
		if _, err := both.Verify(webhookHeader("evt_1", now, signature), []byte(webhookBody)); err != nil {
			t.Error(err)
		}
	}
	for _, secrets := range [][]string{{}, {""}, {"whsec_"}, {"whsec_%%"}, {webhookSecret, ""}} {
		if _, err := NewWebhook(secrets...); !errors.Is(err, ErrOption) {
			t.Errorf("%d secrets: %v", len(secrets), err)
		}
	}
}
