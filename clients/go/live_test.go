package portside

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// counting counts answers by status.
type counting struct {
	inner    http.RoundTripper
	requests atomic.Int64
	limited  atomic.Int64
}

func (c *counting) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := c.inner.RoundTrip(request)
	c.requests.Add(1)
	if err == nil && response.StatusCode == http.StatusTooManyRequests {
		c.limited.Add(1)
	}
	return response, err
}

// TestLiveAHundredThousandCodes looks 100,000 distinct codes up with a key of default limits: 100 requests a minute, 10,000 a day.
func TestLiveAHundredThousandCodes(t *testing.T) {
	server := ownServer(t)
	// A parts list: a few headings that are listed, and many that are not.
	headings := []string{"7326", "7318", "8471", "0101", "9401", "4407", "8708", "2204", "6109", "8504"}
	codes := make([]string, 100_000)
	distinct := map[string]bool{}
	for at := range codes {
		heading := fmt.Sprintf("%04d", 2801+at%40)
		if at%5 == 0 {
			heading = headings[at/5%len(headings)]
		}
		codes[at] = fmt.Sprintf("%s.%02d.%04d", heading, at/10_000, at%10_000)
		if heading == "7326" {
			codes[at] = fmt.Sprintf("7326.90.%04d", 8_000+at/50) // some of them are listed
		}
		distinct[codes[at]] = true
	}
	counts := &counting{inner: http.DefaultTransport}
	client := server.client(t, server.key(t), WithHTTPClient(&http.Client{Transport: counts}))
	lookups := client.Tariff.HTS.LookupAll(context.Background(), codes)
	results, err := lookups.Collect()
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != len(codes) || len(distinct) != 100_000 {
		t.Fatalf("%d results for %d codes, %d distinct", len(results), len(codes), len(distinct))
	}
	statuses := map[LookupStatus]int{}
	for at, result := range results {
		if result.Code != codes[at] || result.Hit != (result.Status == LookupStatusHit) || result.AdjacentHits == nil {
			t.Fatalf("row %d: %v for %s", at, result, codes[at])
		}
		statuses[result.Status]++
	}
	if counts.limited.Load() != 0 {
		t.Errorf("%d answers were 429", counts.limited.Load())
	}
	if statuses[LookupStatusHit] == 0 || statuses[LookupStatusAdjacent] == 0 || statuses[LookupStatusClear] == 0 {
		t.Errorf("%v: this shows little", statuses)
	}
	if counts.requests.Load() > 1_000 {
		t.Errorf("%d requests, so there was no audit", counts.requests.Load())
	}
	t.Logf("%d codes, %d requests, %d of them refused, %v, list %v", len(codes), counts.requests.Load(), counts.limited.Load(), statuses, *lookups.List())
	// What the audit said is what a lookup says.
	other := server.client(t, server.key(t, "--per-minute", "10000"))
	for status := range statuses {
		compareWithLookup(t, other, codes, results, status)
	}
	jobs := client.Tariff.Audits.List(context.Background(), JobQuery{})
	if jobs.Next() || jobs.Err() != nil {
		t.Errorf("the audit is still there: %v", jobs.Err())
	}
}

// TestLivePace looks more codes up than the limit of a minute allows, and must wait for the next minute without a refusal.
func TestLivePace(t *testing.T) {
	server := ownServer(t)
	t.Parallel() // it waits most of the time
	counts := &counting{inner: http.DefaultTransport}
	client := server.client(t, server.key(t, "--per-minute", "12"), WithHTTPClient(&http.Client{Transport: counts}))
	codes := make([]string, 1_000)
	for at := range codes {
		codes[at] = fmt.Sprintf("7326.%02d.%04d", at%100, at)
	}
	results, err := client.Tariff.HTS.LookupAll(context.Background(), codes).Collect()
	if err != nil || len(results) != len(codes) {
		t.Fatal(len(results), err)
	}
	if counts.limited.Load() != 0 || counts.requests.Load() != 20 {
		t.Errorf("%d requests, %d answers were 429", counts.requests.Load(), counts.limited.Load())
	}
}

func compareWithLookup(t *testing.T, client *Client, codes []string, results []HTSResult, status LookupStatus) {
	t.Helper()
	var asked []string
	var audited []HTSResult
	step := 1 + len(codes)/20_000
	for at := 0; at < len(codes) && len(asked) < 1_000; at += step {
		if results[at].Status == status {
			asked, audited = append(asked, codes[at]), append(audited, results[at])
		}
	}
	answer, err := client.Tariff.HTS.Lookup(context.Background(), asked)
	if err != nil {
		t.Fatal(err)
	}
	for at, result := range answer.Results {
		if !reflect.DeepEqual(result, audited[at]) {
			t.Fatalf("%v by lookup, %v by audit", result, audited[at])
		}
	}
}

// TestLiveAuditAndLookupAgree compares codes of every length, also parts of listed codes, whose scope is only part of them.
func TestLiveAuditAndLookupAgree(t *testing.T) {
	server := ownServer(t)
	client := server.client(t, server.key(t, "--per-minute", "10000"))
	var codes []string
	for chapter := 72; chapter <= 99; chapter++ {
		for at := 0; at < 100; at++ {
			heading := fmt.Sprintf("%02d%02d", chapter, at)
			codes = append(codes, heading, heading+".90", heading+fmt.Sprintf("%02d00", at))
		}
	}
	results, err := client.Tariff.HTS.LookupAll(context.Background(), codes).Collect()
	if err != nil {
		t.Fatal(err)
	}
	looked, err := client.Tariff.HTS.Lookup(context.Background(), codes)
	if err != nil {
		t.Fatal(err)
	}
	inPart := 0
	for at := range codes {
		if !reflect.DeepEqual(results[at], looked.Results[at]) {
			t.Fatalf("%v by lookup, %v by audit", looked.Results[at], results[at])
		}
		if results[at].InScope && !results[at].Hit {
			inPart++
		}
	}
	if len(codes) <= bulkLookupMax || inPart == 0 {
		t.Errorf("%d codes, %d in scope without a hit: this shows nothing", len(codes), inPart)
	}
}

func TestLiveV0(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	public, err := NewPublic(WithBaseURL(server.url))
	if err != nil {
		t.Fatal(err)
	}
	explained, err := public.Explain(ctx, "7326.90.8688", AsOf("2026-11-01"))
	if err != nil || explained.Status != LookupStatusHit || explained.AsOf != "2026-11-01" || len(explained.Extra) > 0 {
		t.Errorf("Explain: %v", err)
	}
	if duty, err := public.Duties(ctx, "7326.90.8688", DutyQuery{Origin: "CN", CertifiedUse: []CertifiedUse{CertifiedUseUKAutomobiles}}); err != nil || duty.Code != "7326.90.8688" {
		t.Errorf("Duties: %v", err)
	}
	if found, err := public.Search(ctx, "aluminum ladder", 3); err != nil || len(found.Results) == 0 || len(found.Results) > 3 {
		t.Errorf("Search: %v", err)
	}
	lists, err := public.Lists(ctx)
	if err != nil || len(lists.Lists) == 0 {
		t.Fatalf("Lists: %v", err)
	}
	id := lists.Lists[0].ListID
	if file, err := public.List(ctx, id); err != nil || len(file.Rows) != lists.Lists[0].Rows {
		t.Errorf("List: %v", err)
	}
	if text, err := public.ListCSV(ctx, id); err != nil || bytes.Count(text, []byte("\n")) < 2 {
		t.Errorf("ListCSV: %v", err)
	}
	if changes, err := public.Changes(ctx, "2026-01-01", "2026-11-01"); err != nil || changes.From != "2026-01-01" {
		t.Errorf("Changes: %v", err)
	}
	if rules, err := public.PixelRules(ctx); err != nil || len(rules.Rules) == 0 {
		t.Errorf("PixelRules: %v", err)
	}
	if report, err := public.Scan(ctx, "https://demo-store.portside.invalid/"); err != nil || len(report.Findings) == 0 {
		t.Errorf("Scan: %v", err)
	}
	if found, err := public.Citations(ctx, "helmet"); err != nil || len(found.Citations) == 0 {
		t.Errorf("Citations: %v", err)
	}
	if _, err := public.Verify(ctx, "00000000-0000-4000-8000-000000000000"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Verify: %v", err)
	}
}

func liveRequest() CertificateRequest {
	return CertificateRequest{
		ProductInfo: CertificateProduct{
			Name: "Table lamp", Model: "TL-2", DateOfManufacture: "2026-09", PlaceOfManufacture: "Shenzhen, China", Color: "black",
		},
		Manufacturer: CertificateManufacturer{Name: "Lumen Works", ContactEmail: "quality@lumen.example", Address: "8 Keji Road, Shenzhen, China"},
		TestingLab:   &CertificateLab{Name: "Harbor Test Lab", TestDate: "2026-09-10"},
	}
}

func TestLiveCertificates(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	client := server.client(t, server.key(t, "--per-minute", "10000"))
	certificates := client.Entry.Certificates
	made, err := certificates.Create(ctx, liveRequest())
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Extra) > 0 || len(made.Gaps) == 0 {
		t.Errorf("unknown fields %v, %d gaps", made.Extra, len(made.Gaps))
	}
	record, err := certificates.Get(ctx, made.ID)
	if err != nil || record.SHA256 != made.SHA256 || record.Request.ProductInfo.Color != "black" {
		t.Errorf("Get: %v", err)
	}
	if pdf, err := certificates.Download(ctx, made.ID); err != nil || len(pdf) != made.PDFBytes {
		t.Errorf("Download: %d bytes, %v", len(pdf), err)
	}
	link, err := certificates.Link(ctx, made.ID)
	if err != nil || !strings.Contains(link.GCCPDFURL.Reveal(), "signature=") || strings.Contains(fmt.Sprintf("%+v %#v", link, *link), "signature=") {
		t.Errorf("Link: %v", err)
	}
	if _, err := certificates.Registry(ctx, made.ID); !errors.Is(err, ErrConflict) {
		t.Errorf("Registry: %v", err)
	}
	if _, err := certificates.File(ctx, made.ID); err == nil {
		t.Error("File: a server without a registry files")
	}
	if filings, err := certificates.Filings(ctx, made.ID); err != nil || len(filings.Filings) != 0 {
		t.Errorf("Filings: %v", err)
	}
	other, err := certificates.Create(ctx, liveRequest(), IdempotencyKey("one"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := certificates.Create(ctx, liveRequest(), IdempotencyKey("one"))
	if err != nil || again.ID != other.ID {
		t.Errorf("the same idempotency key: %v", err)
	}
	list := certificates.List(ctx, CertificateQuery{Limit: Ptr(1)})
	found := map[string]bool{}
	for list.Next() {
		found[list.Value().ID] = true
	}
	if list.Err() != nil || len(found) != 2 {
		t.Errorf("List: %v, %v", found, list.Err())
	}
	revoked, err := certificates.Revoke(ctx, made.ID, RevocationRequest{Reason: "wrong model", SuccessorID: other.ID})
	if err != nil || revoked.Status != CertificateStatusSuperseded || revoked.RevokedAt == nil {
		t.Errorf("Revoke: %v", err)
	}
	if verified, err := client.Public.Verify(ctx, made.ID); err != nil || !verified.Revoked || verified.SuccessorID != other.ID {
		t.Errorf("Verify: %v", err)
	}
	v1, err := client.Entry.GCC.Generate(ctx, GCCRequest{
		ProductInfo:  ProductInfo{Name: "Lamp", Model: "L", DateOfManufacture: "2026-09-01", PlaceOfManufacture: "Shenzhen, China"},
		Manufacturer: Manufacturer{Name: "Lumen Works", Address: "8 Keji Road", ContactEmail: "q@lumen.example"},
		TestingLab:   TestingLab{Name: "Lab", TestDate: "2026-09-10"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := certificates.Download(ctx, v1.GCCID); err != nil {
		t.Errorf("a certificate of v1 by its id: %v", err)
	}
}

func TestLiveJobs(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	client := server.client(t, server.key(t, "--per-minute", "10000"))
	file := func() File {
		return File{Format: ResultFormatCSV, Content: strings.NewReader("part,hts number,origin\nBolt,7318.15.2065,CN\nBracket,7326.90.8688,DE\n")}
	}
	job, err := client.Tariff.Audits.CreateFromFile(ctx, file(), TariffAuditOptions{CodeColumn: "hts number", AsOf: "2026-11-01"})
	if err != nil {
		t.Fatal(err)
	}
	polls := 0
	finished, err := client.Tariff.Audits.Wait(ctx, job.ID, func(*TariffAudit) { polls++ }, PollEvery(100*time.Millisecond))
	if err != nil || finished.LinesDone != 2 || polls == 0 || len(finished.Extra) > 0 {
		t.Fatalf("Wait: %v", err)
	}
	for _, format := range []ResultFormat{ResultFormatCSV, ResultFormatXLSX, ResultFormatJSON} {
		result, err := client.Tariff.Audits.Result(ctx, job.ID, format)
		into := &bytes.Buffer{}
		if again := client.Tariff.Audits.WriteResult(ctx, job.ID, format, into); err != nil || again != nil || len(result) == 0 || into.Len() == 0 {
			t.Errorf("%s: %v %v", format, err, again)
		}
	}
	jobs := client.Tariff.Audits.List(ctx, JobQuery{Status: JobStatusFinished})
	if !jobs.Next() || jobs.Value().ID != job.ID {
		t.Errorf("List: %v", jobs.Err())
	}
	if err := client.Tariff.Audits.Cancel(ctx, job.ID); err != nil {
		t.Error(err)
	}
	if _, err := client.Tariff.Audits.Get(ctx, job.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("after Cancel: %v", err)
	}
	stores, err := client.Pixel.Audits.Create(ctx, PixelAuditRequest{Stores: []string{"https://demo-store.portside.invalid/"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Pixel.Audits.WaitResult(ctx, stores.ID, ResultFormatCSV, nil, PollEvery(100*time.Millisecond)); err != nil {
		t.Error(err)
	}
	batch, err := client.Entry.Batches.Create(ctx, EntryBatchRequest{Rows: []map[string]any{{
		"sku": "A", "product_name": "Adult bicycle helmet", "date_of_manufacture": "2025-03-14", "place_of_manufacture": "Shenzhen, China",
		"manufacturer_name": "Bright Harbor", "manufacturer_address": "88 Keji Road", "manufacturer_contact_email": "c@brightharbor.example",
		"rules": "16 CFR part 1203",
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Entry.Batches.WaitResult(ctx, batch.ID, ResultFormatJSON, nil, PollEvery(100*time.Millisecond)); err != nil {
		t.Error(err)
	}
}

func TestLiveWatchesScansAndDuties(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	client := server.client(t, server.key(t, "--per-minute", "10000"))
	watch, err := client.Watches.Create(ctx, WatchRequest{Name: "parts", Codes: []string{"7326.90.8688"}})
	if err != nil {
		t.Fatal(err)
	}
	if read, err := client.Watches.Get(ctx, watch.ID); err != nil || read.Name != "parts" || len(read.Extra) > 0 {
		t.Errorf("Get: %v", err)
	}
	if edited, err := client.Watches.Update(ctx, watch.ID, WatchEdit{Paused: Ptr(true)}); err != nil || edited.Status != WatchStatusPaused {
		t.Errorf("Update: %v", err)
	}
	test, err := client.Watches.Test(ctx, watch.ID)
	if err != nil || test.Type != EventTypeWatchTest {
		t.Fatalf("Test: %v", err)
	}
	events := client.Events.List(ctx, EventQuery{})
	if !events.Next() || events.Value().ID != test.ID || events.Value().Body.Data.Summary == "" || events.Next() {
		t.Errorf("Events: %v", events.Err())
	}
	next := client.Events.List(ctx, EventQuery{Cursor: events.Cursor()})
	if next.Next() || next.Err() != nil {
		t.Errorf("after the cursor: %v %v", next.Value(), next.Err())
	}
	own := client.Watches.Events(ctx, watch.ID, EventQuery{})
	if !own.Next() || own.Value().ID != test.ID {
		t.Errorf("the events of the watch: %v", own.Err())
	}
	if _, err := client.Watches.RotateSecret(ctx, watch.ID); !errors.Is(err, ErrAPI) {
		t.Errorf("RotateSecret of a watch without a webhook: %v", err)
	}
	watches := client.Watches.List(ctx, WatchQuery{})
	if !watches.Next() || watches.Value().ID != watch.ID {
		t.Errorf("List: %v", watches.Err())
	}
	if err := client.Watches.Delete(ctx, watch.ID); err != nil {
		t.Error(err)
	}
	duties, err := client.Tariff.Duties(ctx, []DutyItem{{Code: "7326.90.8688", Origin: "CN", Facts: &DutyFacts{MetalWeightShare: Ptr(0.5), Value: Ptr(1000.0)}}})
	if err != nil || duties.Results[0].Origin == nil || *duties.Results[0].Origin != "CN" || len(duties.Results[0].Extra) > 0 {
		t.Errorf("Duties: %v", err)
	}
	report, err := client.Pixel.Report(ctx, PixelScanRequest{URL: "https://demo-store.portside.invalid/"}, Fresh())
	if err != nil || report.Score == nil || len(report.Graph.Destinations) == 0 {
		t.Errorf("Report: %v", err)
	}
}

// TestLiveNonce sees that the real server repeats nonces, so that an answer without one would be refused from then on.
func TestLiveNonce(t *testing.T) {
	server := ownServer(t)
	client := server.client(t, server.key(t))
	for name, run := range map[string]func() error{
		"an answer":  func() error { _, err := client.Public.Lists(context.Background()); return err },
		"a refusal":  func() error { _, err := client.Tariff.HTS.Lookup(context.Background(), nil); return err },
		"not found":  func() error { _, err := client.Watches.Get(context.Background(), "wat_none"); return err },
		"a document": func() error { _, err := client.Entry.Certificates.Download(context.Background(), "none"); return err },
	} {
		if err := run(); errors.Is(err, ErrResponse) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !client.Public.api.transport.echoing.has(server.url) {
		t.Error("the server repeats no nonce")
	}
}
