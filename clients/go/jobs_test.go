package portside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/portside/portside/clients/go/portsidetest"
)

func jobAnswer(status JobStatus, done int) portsidetest.Answer {
	failure := any(nil)
	if status == JobStatusFailed {
		failure = "The sheet was not read."
	}
	return portsidetest.Answer{Status: 200, JSON: map[string]any{
		"id": "job_1", "status": status, "lines_total": 10, "lines_done": done, "progress": float64(done) / 10, "accepted_at": "2026-11-23T08:53:17.978Z",
		"started_at": nil, "ended_at": nil, "expires_at": nil, "units_charged": 1, "units_returned": 0, "charged_day": "2026-11-23", "result_url": nil,
		"counts": map[string]any{"made": done}, "errors": []any{}, "errors_omitted": 0, "failure": failure,
	}}
}

func TestWaitingForAJob(t *testing.T) {
	server := portsidetest.NewServer(t)
	limited := jobAnswer(JobStatusRunning, 5)
	limited.Headers = map[string]string{"RateLimit": `"minute";r=0;t=41`}
	refused := portsidetest.Answer{Status: 429, Headers: map[string]string{"Retry-After": "50"}, JSON: map[string]any{"error": "rate_limited"}}
	server.Answer("GET", "/api/v2/entry/batches/job_1", jobAnswer(JobStatusQueued, 0), limited, refused, jobAnswer(JobStatusFinished, 10))
	server.Answer("GET", "/api/v2/entry/batches/job_1/result", portsidetest.Answer{Status: 200, Text: "line\r\n"})
	var waits []time.Duration
	own := clock{random: func() float64 { return 1 }, sleep: func(ctx context.Context, wait time.Duration) error {
		waits = append(waits, wait)
		return ctx.Err()
	}}
	var seen []string
	progress := func(batch *EntryBatch) { seen = append(seen, fmt.Sprintf("%s %d", batch.Status, batch.LinesDone)) }
	client := clientOf(t, server, withClock(own))
	text, err := client.Entry.Batches.WaitResult(context.Background(), "job_1", ResultFormatCSV, progress)
	if err != nil || string(text) != "line\r\n" {
		t.Fatal(string(text), err)
	}
	if fmt.Sprint(seen) != "[queued 0 running 5 finished 10]" || fmt.Sprint(waits) != "[1s 42s 50s]" {
		t.Error(seen, waits)
	}
	for status, text := range map[JobStatus]string{JobStatusFailed: "The sheet was not read.", JobStatusCancelled: "cancelled"} {
		server.Answer("GET", "/api/v2/entry/batches/job_1", jobAnswer(status, 3))
		_, err := client.Entry.Batches.Wait(context.Background(), "job_1", nil)
		var failure *JobError
		if !errors.Is(err, ErrJob) || !errors.As(err, &failure) || failure.Status != status || !strings.Contains(err.Error(), text) {
			t.Error(err)
		}
	}
	server.Answer("GET", "/api/v2/entry/batches/job_1", portsidetest.Answer{Status: 404, JSON: map[string]any{"error": "not_found"}})
	if _, err := client.Entry.Batches.Wait(context.Background(), "job_1", nil); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	server.Answer("GET", "/api/v2/entry/batches/job_1", jobAnswer(JobStatusRunning, 3))
	client = clientOf(t, server)
	if _, err := client.Entry.Batches.Wait(context.Background(), "job_1", nil, PollEvery(time.Millisecond), Deadline(50*time.Millisecond)); !errors.Is(err, ErrTimeout) {
		t.Error(err)
	}
}

func TestAnOutageDoesNotEndTheWait(t *testing.T) {
	for outage, kind := range map[int]error{3 * (pollFaults - 1): nil, 3 * pollFaults: ErrServer} {
		server := portsidetest.NewServer(t)
		answers := []portsidetest.Answer{jobAnswer(JobStatusRunning, 1)}
		for at := 0; at < outage; at++ { // each time it is asked three times
			answers = append(answers, portsidetest.Answer{Status: 503})
		}
		server.Answer("GET", "/api/v2/tariff/audits/job_1", append(answers, portsidetest.Answer{Status: 404})...)
		server.Answer("GET", "/api/v2/entry/batches/job_1", append(answers, jobAnswer(JobStatusFinished, 10))...)
		if _, err := clientOf(t, server, quick).Entry.Batches.Wait(context.Background(), "job_1", nil); !errors.Is(err, kind) {
			t.Errorf("%d answers of 503: %v", outage, err)
		}
	}
}

func TestARemovedJobIsRemovedOnce(t *testing.T) {
	gone := portsidetest.Answer{Status: 404, JSON: map[string]any{"error": "not_found"}}
	for name, row := range map[string]struct {
		answers []portsidetest.Answer
		kind    error
	}{
		"answered":        {[]portsidetest.Answer{{Status: 204}}, nil},
		"the answer lost": {[]portsidetest.Answer{{End: "reset"}, gone}, nil},
		"never there":     {[]portsidetest.Answer{gone}, ErrNotFound},
		"only limited":    {[]portsidetest.Answer{{Status: 429}, gone}, ErrNotFound},
	} {
		server := portsidetest.NewServer(t)
		server.Answer("DELETE", "*", row.answers...)
		if err := clientOf(t, server, quick).Tariff.Audits.Cancel(context.Background(), "job_1"); !errors.Is(err, row.kind) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAFileIsSentAgainWhole(t *testing.T) {
	server := portsidetest.NewServer(t)
	made := jobAnswer(JobStatusQueued, 0)
	made.Status = 202
	server.Answer("POST", "/api/v2/entry/batches", portsidetest.Answer{End: "reset"}, portsidetest.Answer{Status: 503}, made)
	client := clientOf(t, server, quick)
	file := File{Format: ResultFormatCSV, Content: strings.NewReader("sku\nA\n")}
	if _, err := client.Entry.Batches.CreateFromFile(context.Background(), file, EntryBatchOptions{Sheet: "Ä"}); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, sent := range server.Requests() {
		keys[sent.Header.Get("Idempotency-Key")] = true
		if string(sent.Body) != "sku\nA\n" || sent.Header.Get("Content-Type") != "text/csv" || sent.Query != "sheet=%C3%84" {
			t.Errorf("%s %q", sent.Query, sent.Body)
		}
	}
	if len(server.Requests()) != 3 || len(keys) != 1 || keys[""] {
		t.Errorf("%d requests, keys %v", len(server.Requests()), keys)
	}
	for _, file := range []File{{}, {Format: "pdf", Content: strings.NewReader("")}, {Format: ResultFormatCSV}} {
		if _, err := client.Tariff.Audits.CreateFromFile(context.Background(), file, TariffAuditOptions{}); !errors.Is(err, ErrOption) {
			t.Error(err)
		}
	}
}

func TestALargeResultIsWrittenWhileItArrives(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("GET", "*", portsidetest.Answer{Status: 200, Blanks: 40 << 20})
	client := clientOf(t, server, quick)
	into := &counter{}
	if err := client.Tariff.Audits.WriteResult(context.Background(), "job_1", ResultFormatCSV, into); err != nil || into.bytes != 40<<20 {
		t.Errorf("%d bytes, %v", into.bytes, err)
	}
	if _, err := client.Tariff.Audits.Result(context.Background(), "job_1", ResultFormatCSV); !errors.Is(err, ErrResponse) {
		t.Error(err)
	}
	half := 1 << 20
	server.Answer("GET", "*", portsidetest.Answer{Status: 200, Blanks: 40 << 20, Cut: &half, End: "reset"})
	before := len(server.Requests())
	into = &counter{}
	err := client.Tariff.Audits.WriteResult(context.Background(), "job_1", ResultFormatCSV, into)
	if !errors.Is(err, ErrConnection) || len(server.Requests()) != before+1 {
		t.Errorf("%v after %d requests", err, len(server.Requests())-before)
	}
	server.Answer("GET", "*", portsidetest.Answer{Status: 200, Blanks: 10, Cut: new(int), End: "reset"}, portsidetest.Answer{Status: 200, Text: "whole"})
	whole := &bytes.Buffer{}
	if err := client.Tariff.Audits.WriteResult(context.Background(), "job_1", ResultFormatCSV, whole); err != nil || whole.String() != "whole" {
		t.Error(whole, err)
	}
	server.Answer("GET", "*", portsidetest.Answer{Status: 409, JSON: map[string]any{"error": "conflict"}})
	if err := client.Tariff.Audits.WriteResult(context.Background(), "job_1", ResultFormatCSV, whole); !errors.Is(err, ErrConflict) {
		t.Error(err)
	}
	if err := client.Tariff.Audits.WriteResult(context.Background(), "job_1", "pdf", whole); !errors.Is(err, ErrOption) {
		t.Error(err)
	}
	server.Answer("GET", "*", portsidetest.Answer{Status: 200, Blanks: 10})
	if err := client.Tariff.Audits.WriteResult(context.Background(), "job_1", ResultFormatCSV, failing{}); !errors.Is(err, errDisk) {
		t.Error(err)
	}
}

type counter struct{ bytes int }

func (c *counter) Write(part []byte) (int, error) { c.bytes += len(part); return len(part), nil }

var errDisk = errors.New("the disk is full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func watchAnswer(next any, ids ...string) portsidetest.Answer {
	watches := []any{}
	for _, id := range ids {
		watches = append(watches, map[string]any{
			"id": id, "kind": "tariff", "name": "n", "status": "active", "created_at": "2026-11-23T08:53:17.978Z", "numbers": 1, "stores": nil, "every": nil,
			"audit_id": nil, "webhook": nil,
		})
	}
	return portsidetest.Answer{Status: 200, JSON: map[string]any{"watches": watches, "next_cursor": next}}
}

func TestAListIsReadPageByPage(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("GET", "/api/v2/watches", watchAnswer("b", "1", "2"), watchAnswer("c"), watchAnswer(nil, "3"))
	client := clientOf(t, server, quick)
	list := client.Watches.List(context.Background(), WatchQuery{Limit: Ptr(2)})
	if list.Value().ID != "" {
		t.Error("there is a value before the first")
	}
	var ids []string
	for list.Next() {
		ids = append(ids, list.Value().ID)
	}
	if fmt.Sprint(ids) != "[1 2 3]" || list.Err() != nil || list.Next() || len(server.Requests()) != 3 {
		t.Error(ids, list.Err())
	}
	if got := server.Requests()[2].Query; got != "cursor=c&limit=2" {
		t.Error(got)
	}
	server.Answer("GET", "/api/v2/watches", watchAnswer("b", "1"), watchAnswer("b", "1"))
	list = client.Watches.List(context.Background(), WatchQuery{})
	for count := 0; list.Next(); count++ {
		if count > 10 {
			t.Fatal("it goes round")
		}
	}
	if !errors.Is(list.Err(), ErrResponse) {
		t.Error(list.Err())
	}
	server.Answer("GET", "/api/v2/watches", watchAnswer("b", "1"), portsidetest.Answer{Status: 401})
	list = client.Watches.List(context.Background(), WatchQuery{})
	if !list.Next() || list.Next() || list.Next() || !errors.Is(list.Err(), ErrAuth) {
		t.Error(list.Err())
	}
}

func eventAnswer(next string, hasMore bool, ids ...string) portsidetest.Answer {
	events := []any{}
	for _, id := range ids {
		events = append(events, map[string]any{
			"id": id, "type": "watch.test", "watch_id": "w", "created_at": "2026-11-23T08:53:17.978Z",
			"body":     map[string]any{"type": "watch.test", "timestamp": "2026-11-23T08:53:17.978Z", "data": map[string]any{"watch_id": "w", "watch_name": "n", "summary": "s", "more": 1}},
			"delivery": map[string]any{"state": "none", "attempts": 0, "next_attempt_at": nil, "log": []any{}},
		})
	}
	return portsidetest.Answer{Status: 200, JSON: map[string]any{"events": events, "next_cursor": next, "has_more": hasMore}}
}

// TestNoEventIsMissedFromACursor stops after each event, begins again at the cursor, and must see every event at least once.
func TestNoEventIsMissedFromACursor(t *testing.T) {
	for stop := 0; stop <= 4; stop++ {
		server := portsidetest.NewServer(t)
		server.Answer("GET", "/api/v2/events", eventAnswer("c1", true, "e1", "e2"))
		client := clientOf(t, server, quick)
		pages := map[string]portsidetest.Answer{"": eventAnswer("c1", true, "e1", "e2"), "c1": eventAnswer("c2", false, "e3", "e4"), "c2": eventAnswer("c2", false)}
		seen := map[string]bool{}
		read := func(cursor string, most int) string {
			list := iterateEvents(EventQuery{Cursor: cursor}, func(query EventQuery) (*EventList, error) {
				server.Answer("GET", "/api/v2/events", pages[query.Cursor])
				return client.Events.Page(context.Background(), query)
			})
			for count := 0; count < most && list.Next(); count++ {
				seen[list.Value().ID] = true
				if string(list.Value().Body.Data.Extra["more"]) != "1" {
					t.Error("an unknown field of the event is lost")
				}
			}
			if list.Err() != nil {
				t.Error(list.Err())
			}
			return list.Cursor()
		}
		last := read(read("", stop), 99)
		if len(seen) != 4 || last != "c2" {
			t.Errorf("stopped after %d: saw %v, cursor %q", stop, seen, last)
		}
	}
}

func TestAStoredJobIsReadAgain(t *testing.T) {
	text, err := json.Marshal(jobAnswer(JobStatusFinished, 10).JSON)
	if err != nil {
		t.Fatal(err)
	}
	var job EntryBatch
	if err := json.Unmarshal(text, &job); err != nil || job.Counts["made"] != 10 || !job.AcceptedAt.Equal(time.Date(2026, 11, 23, 8, 53, 17, 978e6, time.UTC)) {
		t.Error(job, err)
	}
}
