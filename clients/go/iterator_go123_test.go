//go:build go1.23

package portside

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/portside/portside/clients/go/portsidetest"
)

func TestListsAndLookupsWithRange(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Answer("GET", "/api/v2/watches", watchAnswer("b", "1", "2"), portsidetest.Answer{Status: 401})
	client := clientOf(t, server, quick)
	var ids []string
	var failure error
	for watch, err := range client.Watches.List(context.Background(), WatchQuery{}).All() {
		if err != nil {
			failure = err
			continue
		}
		ids = append(ids, watch.ID)
	}
	if fmt.Sprint(ids) != "[1 2]" || !errors.Is(failure, ErrAuth) {
		t.Error(ids, failure)
	}
	codes := []string{"1", "7326.90.8688", "1"}
	var statuses []LookupStatus
	for result, err := range client.Tariff.HTS.LookupSeq(context.Background(), slices.Values(codes)).All() {
		if err != nil {
			t.Fatal(err)
		}
		statuses = append(statuses, result.Status)
	}
	if fmt.Sprint(statuses) != "[clear hit clear]" {
		t.Error(statuses)
	}
	for range client.Tariff.HTS.LookupSeq(context.Background(), slices.Values(codes)).All() {
		break
	}
	server.Answer("POST", "*", portsidetest.Answer{Status: 401})
	for _, err := range client.Tariff.HTS.LookupAll(context.Background(), codes).All() {
		if !errors.Is(err, ErrAuth) || !errors.Is(err, ErrIncomplete) {
			t.Error(err)
		}
	}
}
