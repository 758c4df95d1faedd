package portside

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/portside/portside/clients/go/portsidetest"
)

// everyMethod calls each method once, with every option that its operation describes.
func everyMethod(ctx context.Context, c *Client) {
	const id = "ID"
	csv := func() File { return File{Format: ResultFormatCSV, Content: strings.NewReader("hts\n1\n")} }
	_, _ = c.Tariff.HTS.Lookup(ctx, []string{"1"}, AsOf("2026-11-01"))
	_, _ = c.Tariff.Duties(ctx, []DutyItem{{Code: "1"}})
	_, _ = c.Tariff.Audits.Create(ctx, TariffAuditRequest{Rows: []map[string]any{{"hts": "1"}}})
	_, _ = c.Tariff.Audits.CreateFromFile(ctx, csv(), TariffAuditOptions{
		CodeColumn: "a", OriginColumn: "b", DateColumn: "c", ValueColumn: "d", Sheet: "e", AsOf: "2026-11-01",
		AcceptProbable: Ptr(true),
	})
	_, _ = c.Pixel.Scan(ctx, "https://shop.example/", Deep(), Fresh())
	_, _ = c.Pixel.Report(ctx, PixelScanRequest{URL: "https://shop.example/"}, Fresh())
	_, _ = c.Pixel.Audits.Create(ctx, PixelAuditRequest{Stores: []string{"https://shop.example/"}})
	_, _ = c.Pixel.Audits.CreateFromFile(ctx, csv(), PixelAuditOptions{Journey: Ptr(true), Deep: Ptr(false)})
	_, _ = c.Entry.GCC.Generate(ctx, GCCRequest{})
	_, _ = c.Entry.Batches.Create(ctx, EntryBatchRequest{Rows: []map[string]any{{"sku": "1"}}})
	_, _ = c.Entry.Batches.CreateFromFile(ctx, csv(), EntryBatchOptions{Sheet: "a", DryRun: Ptr(true)})
	jobs := JobQuery{Status: JobStatusFinished, Cursor: "a", Limit: Ptr(1)}
	_, _ = c.Tariff.Audits.Page(ctx, jobs)
	_, _ = c.Pixel.Audits.Page(ctx, jobs)
	_, _ = c.Entry.Batches.Page(ctx, jobs)
	_, _ = c.Tariff.Audits.Get(ctx, id)
	_, _ = c.Pixel.Audits.Get(ctx, id)
	_, _ = c.Entry.Batches.Get(ctx, id)
	_ = c.Tariff.Audits.Cancel(ctx, id)
	_ = c.Pixel.Audits.Cancel(ctx, id)
	_ = c.Entry.Batches.Cancel(ctx, id)
	for _, format := range []ResultFormat{ResultFormatCSV, ResultFormatXLSX, ResultFormatJSON} {
		_, _ = c.Tariff.Audits.Result(ctx, id, format)
		_, _ = c.Pixel.Audits.Result(ctx, id, format)
		_, _ = c.Entry.Batches.Result(ctx, id, format)
		_ = c.Entry.Batches.WriteResult(ctx, id, format, &bytes.Buffer{})
	}
	certificates := c.Entry.Certificates
	_, _ = certificates.Create(ctx, CertificateRequest{})
	_, _ = certificates.Page(ctx, CertificateQuery{
		Product: "a", SKU: "b", Status: CertificateStatusActive, From: "2026-01-01", To: "2026-02-01", Cursor: "c", Limit: Ptr(1),
	})
	_, _ = certificates.Get(ctx, id)
	_, _ = certificates.Download(ctx, id)
	_, _ = certificates.Link(ctx, id)
	_, _ = certificates.Revoke(ctx, id, RevocationRequest{Reason: "x"})
	_, _ = certificates.Check(ctx, CertificateRequest{})
	_, _ = certificates.Registry(ctx, id)
	_, _ = certificates.RegistryWith(ctx, id, RegistryQuery{
		KnownParties: []string{"a"}, VersionToUpdate: "b", ProductUpdate: Ptr(false),
	})
	_, _ = certificates.RegistryOf(ctx, RegistryRequest{Certificates: []RegistryCertificate{{ID: id}}})
	_, _ = certificates.Publish(ctx, id)
	_, _ = certificates.Unpublish(ctx, id)
	_, _ = certificates.File(ctx, id)
	_, _ = certificates.Filings(ctx, id)
	parties := c.Entry.Parties
	_, _ = parties.Page(ctx, PartyQuery{Role: PartyRoleTestingLab, Cursor: "a", Limit: Ptr(1)})
	_, _ = parties.Get(ctx, id)
	_, _ = parties.Put(ctx, id, PartyRequest{Roles: []PartyRole{PartyRoleCertifier}, Name: "x"})
	_ = parties.Delete(ctx, id)
	_, _ = c.Watches.Create(ctx, WatchRequest{Codes: []string{"1"}})
	_, _ = c.Watches.Page(ctx, WatchQuery{Cursor: "a", Limit: Ptr(1)})
	_, _ = c.Watches.Get(ctx, id)
	_, _ = c.Watches.Update(ctx, id, WatchEdit{Name: "x"})
	_ = c.Watches.Delete(ctx, id)
	events := EventQuery{Cursor: "a", Limit: Ptr(1), Delivery: DeliveryStateDead}
	_, _ = c.Watches.EventPage(ctx, id, events)
	_, _ = c.Watches.Test(ctx, id)
	_, _ = c.Watches.RotateSecret(ctx, id)
	_, _ = c.Events.Page(ctx, events)
	_, _ = c.Events.Redeliver(ctx, id)
	_, _ = c.Tariff.Audits.LinePage(ctx, id, TariffLinesQuery{
		Status: []TariffOutcome{TariffOutcomeApplies}, Heading: "a", Q: "b", Sort: TariffLineOrderRate, Cursor: "c", Limit: Ptr(1),
	})
	_, _ = c.Tariff.Audits.Headings(ctx, id)
	_, _ = c.Pixel.Audits.LinePage(ctx, id, StoreLinesQuery{Status: []StoreOutcome{StoreOutcomeJudged}, Cursor: "c", Limit: Ptr(1)})
	_, _ = c.Entry.Batches.LinePage(ctx, id, BatchLinesQuery{Status: []BatchOutcome{BatchOutcomeIssued}, Cursor: "c", Limit: Ptr(1)})
	_, _ = c.Account.Get(ctx)
	_, _ = c.Account.Rotate(ctx, RotationRequest{})
	_, _ = c.Public.History(ctx, "1")
	_, _ = c.Public.Chapters(ctx, ScheduleQuery{AsOf: "2026-11-01"})
	_, _ = c.Public.Schedule(ctx, "1", ScheduleQuery{AsOf: "2026-11-01"})
	_, _ = c.Public.Explain(ctx, "1", AsOf("2026-11-01"))
	_, _ = c.Public.Duties(ctx, "1", everyFact())
	_, _ = c.Public.Search(ctx, "bolt", 5)
	_, _ = c.Public.Lists(ctx)
	_, _ = c.Public.List(ctx, id)
	_, _ = c.Public.ListCSV(ctx, id)
	_, _ = c.Public.Changes(ctx, "2026-01-01", "2026-02-01")
	_, _ = c.Public.PixelRules(ctx)
	_, _ = c.Public.Scan(ctx, "https://shop.example/")
	_, _ = c.Public.Citations(ctx, "helmet")
	_, _ = c.Public.Verify(ctx, id)
}

func everyFact() DutyQuery {
	yes, share := Ptr(true), Ptr(0.25)
	return DutyQuery{
		Origin: "CN", EntryDate: "2026-11-01", ContainsListedMetal: yes, MetalWeightShare: share, Vehicle: VehicleBus, VehiclePart: yes,
		CertifiedUse: []CertifiedUse{CertifiedUseUKAutomobiles, CertifiedUseUSTruckProduction}, SemiconductorParameters: yes, USMetalShare: share,
		UKMetalShare: share, RussianAluminum: yes, NorthAmericanMetal: yes, USMCAOriginating: yes, USContentShare: share, KnockDownKit: yes,
		AgeYears: Ptr(0), CivilAircraft: yes, Pharmaceutical: PharmaceuticalGeneric, NamedCompany: yes, SpecialtyPharmaceutical: yes,
		USActiveIngredient: yes, NoncommercialUse: yes, SemiconductorUse: SemiconductorUseOther, UnmannedAircraftUse: yes, ThermalImaging: yes,
		TrustedComponents: yes, WoodenCabinet: yes, Approvals: []Approval{ApprovalOffset}, InQuota: Ptr(false), EnteredValueBelowMinimum: yes,
		Column1Rate: share, Value: Ptr(1000.5), ContainsAluminum: yes, SteelContentValue: Ptr(1.5), AluminumContentValue: Ptr(2.5),
		CopperContentValue: Ptr(3.5),
	}
}

var pathParameter = regexp.MustCompile(`\{[^}]+\}`)

// TestEveryOperationHasAMethod compares what all methods together send with what the documents describe.
func TestEveryOperationHasAMethod(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("", "*", portsidetest.Answer{Status: 418})
	everyMethod(context.Background(), clientOf(t, server))
	sent := map[string]*whatWasSent{}
	for _, request := range server.Requests() {
		name := request.Method + " " + request.Path
		if sent[name] == nil {
			sent[name] = &whatWasSent{query: map[string]bool{}, media: map[string]bool{}, header: http.Header{}}
		}
		sent[name].add(request)
	}
	for _, described := range describedOperations {
		name := described.method + " " + pathParameter.ReplaceAllStringFunc(described.path, func(part string) string {
			if part == "{code}" {
				return "1"
			}
			return "ID"
		})
		found := sent[name]
		if found == nil {
			t.Errorf("%s: no method sends %s", described.id, name)
			continue
		}
		delete(sent, name)
		found.compare(t, described)
	}
	for name := range sent {
		t.Errorf("a method sends %s, which no document describes", name)
	}
	if len(describedOperations) < 45 {
		t.Errorf("only %d operations", len(describedOperations))
	}
}

type whatWasSent struct {
	query, media map[string]bool
	header       http.Header
}

func (w *whatWasSent) add(request portsidetest.Request) {
	for _, part := range strings.Split(request.Query, "&") {
		name, _, _ := strings.Cut(part, "=")
		w.query[name] = w.query[name] || name != ""
	}
	delete(w.query, "")
	if media := request.Header.Get("Content-Type"); media != "" {
		w.media[media] = true
	}
	for name, values := range request.Header {
		w.header[name] = values
	}
}

func (w *whatWasSent) compare(t *testing.T, described describedOperation) {
	t.Helper()
	expected := map[string]bool{}
	for _, parameter := range described.parameters {
		in, name := strings.Fields(parameter)[0], strings.Fields(parameter)[1]
		switch in {
		case "query":
			expected[name] = true
		case "header":
			if w.header.Get(name) == "" {
				t.Errorf("%s: no method sends the header %s", described.id, name)
			}
		}
	}
	if fmt.Sprint(w.query) != fmt.Sprint(expected) {
		t.Errorf("%s: sent %v, described %v", described.id, w.query, expected)
	}
	isKeyless := described.version == "v0"
	if isKeyless != (w.header.Get("Authorization") == "") {
		t.Errorf("%s: the key was sent, or was not", described.id)
	}
	for media := range w.media {
		if !strings.Contains(strings.Join(described.requests, "\n"), media) {
			t.Errorf("%s: sends %s", described.id, media)
		}
	}
	if len(described.requests) > 0 && len(w.media) == 0 {
		t.Errorf("%s: sends no body", described.id)
	}
}
