package portside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

func manyCodes(count int) []string {
	codes := make([]string, count)
	for at := range codes {
		codes[at] = fmt.Sprintf("%04d.%02d.%04d", 101+at%97*101%9600, at%100, at/97)
	}
	return codes
}

func distinct(t *testing.T, codes []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, code := range codes {
		seen[code] = true
	}
	if len(seen) != len(codes) {
		t.Fatalf("%d distinct codes of %d", len(seen), len(codes))
	}
}

// checkResults sees one whole result for each code, in order, equal to what a lookup says.
func checkResults(t *testing.T, codes []string, results []HTSResult) {
	t.Helper()
	if len(results) != len(codes) {
		t.Fatalf("%d results for %d codes", len(results), len(codes))
	}
	for at, code := range codes {
		var expected HTSResult
		text, err := json.Marshal(fakeResult(code))
		if err == nil {
			err = json.Unmarshal(text, &expected)
		}
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(results[at]) != fmt.Sprint(expected) {
			t.Fatalf("row %d: %v, not %v", at, results[at], expected)
		}
	}
}

func TestTenThousandRowsOfOneCodeAreOneRequest(t *testing.T) {
	server := newFakeAPI(t)
	codes := make([]string, 10_000)
	for at := range codes {
		codes[at] = "7326.90.8688"
	}
	results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect()
	if err != nil {
		t.Fatal(err)
	}
	checkResults(t, codes, results)
	if server.lookups != 1 || server.audits != 0 {
		t.Errorf("%d lookups, %d audits", server.lookups, server.audits)
	}
}

func TestALookupOfAllKeepsToTheMinute(t *testing.T) {
	for _, perMinute := range []int{1, 2, 7, 100} {
		server := newFakeAPI(t)
		server.perMinute = perMinute
		codes := manyCodes(3_000)
		distinct(t, codes)
		codes = append(codes, codes[:100]...) // rows that come again
		lookups := server.client().Tariff.HTS.LookupAll(context.Background(), codes)
		results, err := lookups.Collect()
		if err != nil {
			t.Fatal(err)
		}
		checkResults(t, codes, results)
		if server.refused != 0 || server.lookups != 60 || server.audits != 0 {
			t.Errorf("%d a minute: %d refused, %d lookups, %d audits", perMinute, server.refused, server.lookups, server.audits)
		}
		if lookups.List() == nil || lookups.List().Version != "2026-10-09+1" {
			t.Error(lookups.List())
		}
	}
}

func TestManyCodesBecomeAnAudit(t *testing.T) {
	for _, count := range []int{5_000, 5_001, 12_000, 130_000} {
		server := newFakeAPI(t)
		codes := manyCodes(count)
		distinct(t, codes)
		results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect()
		if err != nil {
			t.Fatal(err)
		}
		checkResults(t, codes, results)
		audits := map[int]int{5_000: 0, 5_001: 1, 12_000: 1, 130_000: 2}[count]
		if server.refused != 0 || server.audits != audits || server.removed != audits || len(server.jobs) != 0 {
			t.Errorf("%d codes: %d refused, %d audits, %d removed, %d lookups", count, server.refused, server.audits, server.removed, server.lookups)
		}
		if count > 5_000 && server.lookups > count/50/4 {
			t.Errorf("%d codes: %d lookups beside the audit", count, server.lookups)
		}
	}
}

func TestAServerWithoutV2LooksAllUp(t *testing.T) {
	server := newFakeAPI(t)
	server.withoutV2 = true
	codes := manyCodes(6_000)
	results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect()
	if err != nil {
		t.Fatal(err)
	}
	checkResults(t, codes, results)
	if server.refused != 0 || server.lookups != 120 {
		t.Errorf("%d refused, %d lookups", server.refused, server.lookups)
	}
}

func TestOddCodesAreNotAudited(t *testing.T) {
	server := newFakeAPI(t)
	codes := append(manyCodes(5_500), "", " ", "7.317E9", "０１０１21", " 7326.90.8688 ", "hello", "\"", "123", "732690868", "7326.90.8688.1", "\u00a0")
	server.line = func(at int, line map[string]any) map[string]any {
		if code := line["cells"].([]string)[0]; !plainCode.MatchString(code) {
			t.Errorf("%q is audited", code)
		}
		return line
	}
	results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect()
	if err != nil {
		t.Fatal(err)
	}
	checkResults(t, codes, results)
}

func TestAUsedUpDayIsNotTheEnd(t *testing.T) {
	server := newFakeAPI(t)
	server.perDay = 20
	server.withoutV2 = true
	codes := manyCodes(3_000)
	client := server.client()
	results, err := client.Tariff.HTS.LookupAll(context.Background(), codes).Collect()
	var incomplete *IncompleteError
	if !errors.As(err, &incomplete) || !errors.Is(err, ErrIncomplete) || !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	if len(incomplete.Done) != 1000 || len(incomplete.Left) != 2000 || len(results) != 1000 || server.refused != 0 {
		t.Errorf("%d done, %d left, %d refused", len(incomplete.Done), len(incomplete.Left), server.refused)
	}
	var failure *Error
	if !errors.As(err, &failure) || failure.RetryAfter == nil || *failure.RetryAfter <= 0 {
		t.Errorf("%v does not say when", failure)
	}
	server.now += *failure.RetryAfter
	rest, err := client.Tariff.HTS.LookupAll(context.Background(), incomplete.Left, WaitForDay()).Collect()
	if err != nil {
		t.Fatal(err)
	}
	checkResults(t, codes, append(incomplete.Done, rest...))
	if server.refused != 0 || server.day < 2 {
		t.Errorf("%d refused, day %d", server.refused, server.day)
	}
}

func TestAnAuditThatTheDayDoesNotAllow(t *testing.T) {
	for _, perDay := range []int{230, 400} { // 5,500 codes in one audit cost 110; 12,000 cost 240
		server := newFakeAPI(t)
		server.perDay = perDay
		codes := manyCodes(12_000)
		results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes, WaitForDay()).Collect()
		if err != nil {
			t.Fatal(perDay, err)
		}
		checkResults(t, codes, results)
		if server.refused > 1 { // the first request cannot know what is left of the day
			t.Errorf("%d a day: %d refused", perDay, server.refused)
		}
	}
}

func TestOthersWhoUseTheKeyAreWaitedFor(t *testing.T) {
	server := newFakeAPI(t)
	server.perMinute = 10
	server.lookup = func(number int) {
		if number%3 == 0 { // others take all that is left
			for len(server.spentAt) < server.perMinute {
				server.spentAt = append(server.spentAt, server.now)
			}
		}
	}
	codes := manyCodes(2_000)
	results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect()
	if err != nil {
		t.Fatal(err)
	}
	checkResults(t, codes, results)
	if server.refused == 0 {
		t.Error("nothing was refused, so this shows nothing")
	}
}

func TestTwoListsAreNeverMixed(t *testing.T) {
	for name, count := range map[string]int{"lookups": 1_000, "audit": 6_000} {
		server := newFakeAPI(t)
		server.lookup = func(number int) {
			if number == 3 {
				server.listVersion = "2027-01-01+1"
			}
		}
		results, err := server.client(WithConcurrency(1)).Tariff.HTS.LookupAll(context.Background(), manyCodes(count)).Collect()
		var incomplete *IncompleteError
		if !errors.Is(err, ErrResponse) || !errors.As(err, &incomplete) || len(results) != len(incomplete.Done) ||
			len(incomplete.Done)+len(incomplete.Left) != count {
			t.Errorf("%s: %d results, %v", name, len(results), err)
		}
	}
}

func TestAnAuditThatCannotBeTrusted(t *testing.T) {
	codes := manyCodes(6_000)
	for name, line := range map[string]func(int, map[string]any) map[string]any{
		"a line is missing": func(at int, line map[string]any) map[string]any {
			return map[bool]map[string]any{false: line}[at == 4_000]
		},
		"the last line is gone": func(at int, line map[string]any) map[string]any {
			return map[bool]map[string]any{false: line}[at == 5_999]
		},
		"another code": func(at int, line map[string]any) map[string]any {
			line["cells"] = []string{"0101.21.0010"}
			return line
		},
		"another number":     func(at int, line map[string]any) map[string]any { line["line"] = at + 2; return line },
		"no status":          func(at int, line map[string]any) map[string]any { delete(line, "status"); return line },
		"no cells":           func(at int, line map[string]any) map[string]any { delete(line, "cells"); return line },
		"a hit that is none": func(at int, line map[string]any) map[string]any { line["status"] = "hit"; return line },
		"scope that is none": func(at int, line map[string]any) map[string]any { line["coverage"] = "steel: whole"; return line },
	} {
		server := newFakeAPI(t)
		server.line = line
		results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect()
		var incomplete *IncompleteError
		if !errors.Is(err, ErrResponse) || !errors.As(err, &incomplete) || len(incomplete.Done)+len(incomplete.Left) != len(codes) {
			t.Errorf("%s: %d results, %v", name, len(results), err)
		}
		checkResults(t, codes[:len(results)], results)
	}
}

func TestAResultThatBreaksOffIsTakenAgain(t *testing.T) {
	codes := manyCodes(6_000)
	for name, row := range map[string]struct {
		breaks int
		kind   error
	}{"twice": {2, nil}, "every time": {99, ErrConnection}} {
		server := newFakeAPI(t)
		broken := 0
		server.result = func(w http.ResponseWriter, body []byte) bool {
			if broken >= row.breaks {
				return false
			}
			broken++
			w.Header().Set("Content-Length", fmt.Sprint(len(body)))
			_, _ = w.Write(body[:len(body)/2])
			panic(http.ErrAbortHandler)
		}
		results, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect()
		if row.kind == nil {
			if err != nil {
				t.Fatal(name, err)
			}
			checkResults(t, codes, results)
		} else if !errors.Is(err, row.kind) || !errors.Is(err, ErrIncomplete) || len(results) != 0 {
			t.Errorf("%s: %v", name, err)
		}
		if server.removed != 1 {
			t.Errorf("%s: the job is still there", name)
		}
	}
	server := newFakeAPI(t)
	server.result = func(w http.ResponseWriter, body []byte) bool { _, _ = w.Write(body[:len(body)-30]); return true }
	if _, err := server.client().Tariff.HTS.LookupAll(context.Background(), codes).Collect(); !errors.Is(err, ErrResponse) {
		t.Errorf("cut, with the right length: %v", err)
	}
}

func TestACancelledLookupOfAllGivesBackItsJob(t *testing.T) {
	server := newFakeAPI(t)
	ctx, cancel := context.WithCancel(context.Background())
	server.onPoll = cancel
	codes := manyCodes(6_000)
	_, err := server.client().Tariff.HTS.LookupAll(ctx, codes).Collect()
	var incomplete *IncompleteError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &incomplete) || len(incomplete.Left) != len(codes) {
		t.Error(err)
	}
	if server.removed != 1 {
		t.Error("the job is still there")
	}
}

func TestARefusalIsIncompleteToo(t *testing.T) {
	server := newFakeAPI(t)
	client, err := New(WithAPIKey("svc_bd8ulPReG9xSY3YROQ44YpoO"), WithBaseURL(server.URL+"/nowhere"))
	if err != nil {
		t.Fatal(err)
	}
	results := client.Tariff.HTS.LookupAll(context.Background(), []string{"1", "2", "1"})
	if results.Next() || !errors.Is(results.Err(), ErrNotFound) || !errors.Is(results.Err(), ErrIncomplete) {
		t.Error(results.Err())
	}
	var incomplete *IncompleteError
	if !errors.As(results.Err(), &incomplete) || fmt.Sprint(incomplete.Left) != "[1 2 1]" {
		t.Error(incomplete)
	}
}

func TestASourceIsReadAsFarAsNeeded(t *testing.T) {
	server := newFakeAPI(t)
	read := 0
	lookups := server.client().Tariff.HTS.LookupAllFrom(context.Background(), func() (string, bool) {
		read++
		return fmt.Sprintf("%04d.%02d", read/100%10_000, read%100), true
	}, Deadline(time.Hour))
	for count := 0; count < 20_000; count++ {
		if !lookups.Next() {
			t.Fatal(lookups.Err())
		}
	}
	if read > 100_000+20_000 {
		t.Errorf("%d codes were read for 20,000 results", read)
	}
	lookups.Close()
	empty := server.client().Tariff.HTS.LookupAll(context.Background(), nil)
	if empty.Next() || empty.Err() != nil {
		t.Error(empty.Err())
	}
}

func TestTheDeadlineOfALookupOfAll(t *testing.T) {
	server := newFakeAPI(t)
	server.perMinute = 1
	client, err := New(WithAPIKey("svc_bd8ulPReG9xSY3YROQ44YpoO"), WithBaseURL(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	results, err := client.Tariff.HTS.LookupAll(context.Background(), manyCodes(200), Deadline(2*time.Second)).Collect()
	if !errors.Is(err, ErrTimeout) || !errors.Is(err, ErrIncomplete) || len(results) > 50 {
		t.Errorf("%d results: %v", len(results), err)
	}
}
