package portside

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestLiveLines(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	client := server.client(t, server.key(t, "--per-minute", "10000"))
	rows := make([]map[string]any, 120)
	for at := range rows {
		rows[at] = map[string]any{"part": fmt.Sprint(at), "hts": "7326.90.8688"}
		if at%3 == 0 {
			rows[at]["hts"] = "4901.99.0093"
		}
	}
	job, err := client.Tariff.Audits.Create(ctx, TariffAuditRequest{Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Tariff.Audits.Wait(ctx, job.ID, nil, PollEvery(100*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	seen := 0
	lines := client.Tariff.Audits.Lines(ctx, job.ID, TariffLinesQuery{Limit: Ptr(7)})
	for lines.Next() {
		if cells := fmt.Sprint(lines.Value()["cells"]); !strings.HasSuffix(cells, fmt.Sprintf(" %d]", seen)) {
			t.Fatalf("line %d has the cells %s", seen, cells)
		}
		seen++
	}
	if lines.Err() != nil || seen != len(rows) {
		t.Errorf("%d lines: %v", seen, lines.Err())
	}
	filtered := client.Tariff.Audits.Lines(ctx, job.ID, TariffLinesQuery{Status: []TariffOutcome{TariffOutcomeNotListed}, Sort: TariffLineOrderStatus, Limit: Ptr(9)})
	clear := 0
	for filtered.Next() {
		clear++
	}
	headings, err := client.Tariff.Audits.Headings(ctx, job.ID)
	if filtered.Err() != nil || clear != 40 || err != nil || len(headings.Headings) == 0 {
		t.Errorf("%d lines are not listed: %v; headings: %v", clear, filtered.Err(), err)
	}
}

func TestLivePixelAndEntryLines(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	client := server.client(t, server.key(t, "--per-minute", "10000"))
	stores, err := client.Pixel.Audits.Create(ctx, PixelAuditRequest{Stores: []string{"https://demo-store.portside.invalid/"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Pixel.Audits.Wait(ctx, stores.ID, nil, PollEvery(100*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	store := client.Pixel.Audits.Lines(ctx, stores.ID, StoreLinesQuery{})
	if !store.Next() || len(store.Value().Extra) > 0 || store.Next() || store.Err() != nil {
		t.Errorf("the stores: %v", store.Err())
	}
	batch, err := client.Entry.Batches.Create(ctx, EntryBatchRequest{Rows: []map[string]any{{"sku": "A"}, {"sku": "B"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Entry.Batches.Wait(ctx, batch.ID, nil, PollEvery(100*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	count := 0
	refused := client.Entry.Batches.Lines(ctx, batch.ID, BatchLinesQuery{Limit: Ptr(1)})
	for refused.Next() {
		count++
		if len(refused.Value().Extra) > 0 {
			t.Errorf("unknown fields: %v", refused.Value().Extra)
		}
	}
	if count != 2 || refused.Err() != nil {
		t.Errorf("%d lines of the batch: %v", count, refused.Err())
	}
}

func TestLiveAccount(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	client := server.client(t, server.key(t))
	account, err := client.Account.Get(ctx)
	if err != nil || len(account.Extra) > 0 || account.Key.Name != "go" {
		t.Fatalf("Get: %v", err)
	}
	rotated, err := client.Account.Rotate(ctx, RotationRequest{OverlapHours: Ptr(1)})
	if err != nil {
		t.Fatal(err)
	}
	key := rotated.Key.Reveal()
	for _, printed := range []string{fmt.Sprint(rotated), fmt.Sprintf("%+v", *rotated), fmt.Sprintf("%#v", *rotated)} {
		if strings.Contains(printed, key[4:]) {
			t.Error("the new key is printed")
		}
	}
	kept, err := json.Marshal(rotated)
	if err != nil || !strings.Contains(string(kept), key) {
		t.Errorf("the new key cannot be stored: %v", err)
	}
	if _, err := server.client(t, key).Account.Get(ctx); err != nil {
		t.Errorf("the new key: %v", err)
	}
}

func TestLiveSchedule(t *testing.T) {
	server := ownServer(t)
	ctx := context.Background()
	client := server.client(t, server.key(t))
	chapters, err := client.Public.Chapters(ctx, ScheduleQuery{})
	if err != nil || chapters.Node != nil || len(chapters.Children) < 90 {
		t.Fatalf("Chapters: %v", err)
	}
	heading, err := client.Public.Schedule(ctx, "7326", ScheduleQuery{})
	if err != nil || heading.Node == nil || heading.Node.Code != "7326" || len(heading.Children) == 0 || len(heading.Extra) > 0 {
		t.Errorf("Schedule: %v", err)
	}
	history, err := client.Public.History(ctx, "7326.90.8688")
	if err != nil || len(history.Periods) < 2 || len(history.Extra) > 0 {
		t.Errorf("History: %v", err)
	}
}
