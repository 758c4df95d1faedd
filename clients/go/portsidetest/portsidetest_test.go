package portsidetest_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/portside/portside/clients/go"
	"github.com/portside/portside/clients/go/portsidetest"
)

func TestAServerWithoutAScript(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Setenv()
	client, err := portside.New()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	answer, err := client.Tariff.HTS.Lookup(ctx, []string{"7326.90.8688", "0101.21.0010"})
	if err != nil || answer.Results[0].Status != portside.LookupStatusHit || answer.Results[1].Status != portside.LookupStatusClear || answer.Meta.List == nil {
		t.Error(answer, err)
	}
	if report, err := client.Pixel.Scan(ctx, "https://shop.example/"); err != nil || len(report.Findings) == 0 {
		t.Error(report, err)
	}
	certificate, err := client.Entry.GCC.Generate(ctx, portside.GCCRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if pdf, err := certificate.Download(ctx); err != nil || len(pdf) == 0 {
		t.Error(err)
	}
	if _, err := client.Watches.Get(ctx, "wat_1"); !errors.Is(err, portside.ErrNotFound) {
		t.Error(err)
	}
	stranger, err := portside.New(portside.WithAPIKey("svc_bd8ulPReG9xSY3YROQ44YpoO"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stranger.Tariff.HTS.Lookup(ctx, []string{"1"}); !errors.Is(err, portside.ErrAuth) {
		t.Error(err)
	}
	if sent := server.Requests(); len(sent) != 6 || sent[0].Method != "POST" || string(sent[0].Body) != `{"codes":["7326.90.8688","0101.21.0010"]}` {
		t.Error(sent)
	}
}

func TestAScript(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Setenv()
	client, err := portside.New(portside.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	server.Answer("GET", "/api/v2/watches/*", portsidetest.Answer{Status: 401}, portsidetest.Answer{Status: 403, JSON: map[string]any{"error": "beta"}})
	for _, kind := range []error{portside.ErrAuth, portside.ErrBeta, portside.ErrBeta} {
		if _, err := client.Watches.Get(ctx, "wat_1"); !errors.Is(err, kind) {
			t.Errorf("%v, not %v", err, kind)
		}
	}
	server.Answer("POST", "*", portsidetest.Answer{Status: 200, Lookup: "clear", Nonce: "foreign"})
	if _, err := client.Tariff.HTS.Lookup(ctx, []string{"1"}); !errors.Is(err, portside.ErrResponse) {
		t.Error(err)
	}
	server.Play("error: 403 scope")
	if _, err := client.Tariff.HTS.Lookup(ctx, []string{"1"}); !errors.Is(err, portside.ErrScope) {
		t.Error(err)
	}
}

func TestManyAtOnce(t *testing.T) {
	server := portsidetest.NewServer(t)
	server.Setenv()
	client, err := portside.New()
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for at := 0; at < 50; at++ {
		group.Add(1)
		go func() {
			defer group.Done()
			if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"1"}); err != nil {
				t.Error(err)
			}
		}()
	}
	group.Wait()
	if len(server.Requests()) != 50 {
		t.Errorf("%d requests", len(server.Requests()))
	}
	server.Close() // again at the end of the test
}
