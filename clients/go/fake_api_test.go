package portside

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/portside/portside/clients/go/portsidetest"
)

// fakeAPI is a server with the limits of a key and, unless withoutV2, with audits. Its time goes on only when the client waits.
type fakeAPI struct {
	t *testing.T
	*httptest.Server

	mutex             sync.Mutex
	now               time.Duration
	perMinute, perDay int
	withoutV2         bool
	spentAt           []time.Duration
	spentToday, day   int
	lookups, refused  int
	units, audits     int
	jobs              map[string]*fakeJob
	removed           int
	listVersion       string
	// hooks change what is sent; nil changes nothing.
	line   func(at int, line map[string]any) map[string]any
	result func(w http.ResponseWriter, body []byte) bool
	lookup func(number int)
	onPoll func()
}

type fakeJob struct {
	codes []string
	polls int
	asOf  string
}

func newFakeAPI(t *testing.T) *fakeAPI {
	t.Helper()
	f := &fakeAPI{t: t, perMinute: 100, perDay: 10_000, jobs: map[string]*fakeJob{}, listVersion: "2026-10-09+1"}
	f.Server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(f.Close)
	return f
}

func (f *fakeAPI) client(options ...Option) *Client {
	f.t.Helper()
	own := clock{random: func() float64 { return 1 }, sleep: func(ctx context.Context, wait time.Duration) error {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		f.now += wait
		return ctx.Err()
	}}
	client, err := New(append([]Option{WithAPIKey(portsidetest.Key), WithBaseURL(f.URL), withClock(own)}, options...)...)
	if err != nil {
		f.t.Fatal(err)
	}
	return client
}

// statusOf decides by the code alone, so that a lookup and an audit agree.
func statusOf(code string) (LookupStatus, bool) {
	if !plainCode.MatchString(code) {
		return LookupStatusInvalid, false
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(code))
	switch digits := sum.Sum32() % 20; digits {
	case 0:
		return LookupStatusHit, true
	case 1, 2:
		return LookupStatusAdjacent, digits == 1
	case 3:
		return LookupStatusInScopeNoBis14, true
	case 4:
		return LookupStatusInvalid, false
	}
	return LookupStatusClear, false
}

func fakeResult(code string) map[string]any {
	status, inScope := statusOf(code)
	entries := []any{}
	heading := strings.ReplaceAll(code+"0000", ".", "")[:4]
	entry := func(slug string) map[string]any {
		return map[string]any{"code_heading": heading, "article_slug": slug, "article_name": slug, "proposed_rate": 25}
	}
	if status == LookupStatusHit {
		entries = append(entries, entry("of-"+code))
	}
	if status == LookupStatusHit || status == LookupStatusAdjacent {
		entries = append(entries, entry("of-heading-"+heading))
	}
	return map[string]any{"code": code, "hit": status == LookupStatusHit, "in_scope": inScope, "status": status, "adjacent_hits": entries}
}

// admit counts a request, as a server does: a sliding minute and a day.
func (f *fakeAPI) admit(w http.ResponseWriter) bool {
	if day := int(f.now / (24 * time.Hour)); day != f.day {
		f.day, f.spentToday = day, 0
	}
	for len(f.spentAt) > 0 && f.now-f.spentAt[0] >= time.Minute {
		f.spentAt = f.spentAt[1:]
	}
	dayReset := 24*time.Hour - f.now%(24*time.Hour)
	minuteReset := time.Minute
	if len(f.spentAt) > 0 {
		minuteReset = time.Minute - (f.now - f.spentAt[0])
	}
	refuse := func(wait time.Duration, retry string) bool {
		f.refused++
		w.Header().Set("Retry-After", fmt.Sprint(int((wait+time.Second-1)/time.Second)))
		w.Header().Set("x-should-retry", retry)
		f.send(w, http.StatusTooManyRequests, map[string]any{"error": "rate_limited", "message": "Scripted.", "contact": "x"})
		return false
	}
	switch {
	case f.spentToday >= f.perDay:
		return refuse(dayReset, "false")
	case len(f.spentAt) >= f.perMinute:
		return refuse(minuteReset, "true")
	}
	f.spentAt = append(f.spentAt, f.now)
	f.spentToday++
	f.limits(w)
	return true
}

func (f *fakeAPI) limits(w http.ResponseWriter) {
	minuteReset := time.Minute - (f.now - f.spentAt[0])
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`"minute";q=%d;w=60, "day";q=%d;w=86400`, f.perMinute, f.perDay))
	w.Header().Set("RateLimit", fmt.Sprintf(`"minute";r=%d;t=%d, "day";r=%d;t=%d`, f.perMinute-len(f.spentAt),
		int((minuteReset+time.Second-1)/time.Second), f.perDay-f.spentToday, int((24*time.Hour-f.now%(24*time.Hour))/time.Second)))
}

func (f *fakeAPI) serve(w http.ResponseWriter, r *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	w.Header().Set(nonceHeader, r.Header.Get(nonceHeader))
	w.Header().Set("X-Request-Id", "req_fake")
	if !f.admit(w) {
		return
	}
	const audits = "/api/v2/tariff/audits"
	id := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, audits+"/"), "/result")
	job := f.jobs[id]
	switch {
	case r.URL.Path == "/api/v1/tariff/hts/lookup":
		f.serveLookup(w, r)
	case f.withoutV2:
		f.send(w, http.StatusNotFound, map[string]any{"error": "not_found"})
	case r.URL.Path == audits:
		f.accept(w, r)
	case job == nil:
		f.send(w, http.StatusNotFound, map[string]any{"error": "not_found"})
	case r.Method == http.MethodDelete:
		f.removed++
		delete(f.jobs, id)
		w.WriteHeader(http.StatusNoContent)
	case strings.HasSuffix(r.URL.Path, "/result"):
		f.sendResult(w, job)
	default:
		if f.onPoll != nil {
			f.onPoll()
		}
		job.polls++
		f.send(w, http.StatusOK, f.described(id, job))
	}
}

func (f *fakeAPI) serveLookup(w http.ResponseWriter, r *http.Request) {
	f.lookups++
	if f.lookup != nil {
		f.lookup(f.lookups)
	}
	var asked struct{ Codes []string }
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || len(asked.Codes) > 50 {
		f.t.Errorf("a lookup of %d codes: %v", len(asked.Codes), err)
	}
	results := []any{}
	for _, code := range asked.Codes {
		results = append(results, fakeResult(code))
	}
	asOf := r.URL.Query().Get("as_of")
	if asOf == "" {
		asOf = "2026-11-23"
	}
	w.Header().Set("X-Tariff-List", "note-16c")
	w.Header().Set("X-Tariff-List-Version", f.listVersion)
	w.Header().Set("X-Tariff-As-Of", asOf)
	f.send(w, http.StatusOK, map[string]any{"results": results})
}

func (f *fakeAPI) accept(w http.ResponseWriter, r *http.Request) {
	var asked TariffAuditRequest
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.Header.Get("Idempotency-Key") == "" || asked.CodeColumn != "code" {
		f.t.Errorf("an audit: %v", err)
	}
	job := &fakeJob{asOf: "2026-11-23"}
	if asked.AsOf != "" {
		job.asOf = asked.AsOf
	}
	for _, row := range asked.Rows {
		job.codes = append(job.codes, fmt.Sprint(row["code"]))
	}
	units := (len(job.codes) + 49) / 50
	if f.spentToday+units > f.perDay {
		f.refused++
		w.Header().Set("Retry-After", fmt.Sprint(int((24*time.Hour-f.now%(24*time.Hour))/time.Second)))
		w.Header().Set("x-should-retry", "false")
		f.send(w, http.StatusTooManyRequests, map[string]any{"error": "rate_limited"})
		return
	}
	f.spentToday += units
	f.units += units
	f.audits++
	id := fmt.Sprintf("job_%d", f.audits)
	f.jobs[id] = job
	f.limits(w)
	f.send(w, http.StatusAccepted, f.described(id, job))
}

func (f *fakeAPI) described(id string, job *fakeJob) map[string]any {
	status, done := "running", len(job.codes)/2
	if job.polls > 2 {
		status, done = "finished", len(job.codes)
	}
	return map[string]any{
		"id": id, "status": status, "lines_total": len(job.codes), "lines_done": done, "progress": float64(done) / float64(len(job.codes)),
		"accepted_at": "2026-11-23T08:53:17.978Z", "started_at": nil, "ended_at": nil, "expires_at": nil, "units_charged": 1, "units_returned": 0,
		"charged_day": "2026-11-23", "result_url": nil, "counts": map[string]any{}, "errors": []any{}, "errors_omitted": 0, "failure": nil,
		"as_of": job.asOf, "columns": map[string]any{"code": "code"}, "readings": []any{}, "law_read_to": nil,
		"data_versions": map[string]any{"note-16c": f.listVersion},
	}
}

func (f *fakeAPI) sendResult(w http.ResponseWriter, job *fakeJob) {
	lines := []any{}
	for at, code := range job.codes {
		status, inScope := statusOf(code)
		line := map[string]any{"line": at + 1, "cells": []string{code}, "status": status, "coverage": "", "rate": "25% added", "new": 1}
		if inScope {
			line["coverage"] = "steel: part"
		}
		if status == LookupStatusInvalid {
			line["status"], line["coverage"] = "damaged", nil
		}
		if f.line != nil {
			line = f.line(at, line)
		}
		if line != nil {
			lines = append(lines, line)
		}
	}
	body, err := json.Marshal(map[string]any{"as_of": job.asOf, "columns": []string{"code"}, "lines": lines, "summary": map[string]any{"lines": len(lines)}})
	if err != nil {
		f.t.Error(err)
	}
	w.Header().Set("Content-Type", "application/json")
	if f.result != nil && f.result(w, body) {
		return
	}
	_, _ = w.Write(body)
}

func (f *fakeAPI) send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		f.t.Error(err)
	}
}
