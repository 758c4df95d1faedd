package portside_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/portside/portside/clients/go"
	"github.com/portside/portside/clients/go/portsidetest"
)

// serve starts a server for an example. A program of yours needs no server: New takes PORTSIDE_BASE_URL and PORTSIDE_API_KEY.
func serve() (*portsidetest.Server, *portside.Client) {
	server, err := portsidetest.Listen()
	if err != nil {
		log.Fatal(err)
	}
	client, err := portside.New(portside.WithAPIKey(portsidetest.Key), portside.WithBaseURL(server.URL))
	if err != nil {
		log.Fatal(err)
	}
	return server, client
}

func ExampleHTS_Lookup() {
	server, client := serve()
	defer server.Close()
	answer, err := client.Tariff.HTS.Lookup(context.Background(), []string{"7326.90.8688", "0101.21.0010"})
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range answer.Results {
		fmt.Println(result.Code, result.Status, result.Status == portside.LookupStatusHit)
	}
	// Output:
	// 7326.90.8688 hit true
	// 0101.21.0010 clear false
}

func ExampleHTS_LookupAll() {
	server, client := serve()
	defer server.Close()
	results := client.Tariff.HTS.LookupAll(context.Background(), []string{"7326.90.8688", "0101.21.0010", "7326.90.8688"})
	for results.Next() {
		fmt.Println(results.Value().Code, results.Value().Status)
	}
	fmt.Println(results.Err(), len(server.Requests()), "request")
	// Output:
	// 7326.90.8688 hit
	// 0101.21.0010 clear
	// 7326.90.8688 hit
	// <nil> 1 request
}

func ExampleIncompleteError() {
	server, client := serve()
	defer server.Close()
	server.Answer("POST", "/api/v1/tariff/hts/lookup", portsidetest.Answer{
		Status: http.StatusTooManyRequests, Headers: map[string]string{"Retry-After": "3600", "X-Should-Retry": "false"},
		JSON: map[string]any{"error": "rate_limited", "message": "The day is used up.", "contact": "support@portside.invalid"},
	})
	_, err := client.Tariff.HTS.LookupAll(context.Background(), []string{"7326.90.8688"}).Collect()
	var incomplete *portside.IncompleteError
	var refusal *portside.Error
	if errors.As(err, &incomplete) && errors.As(err, &refusal) {
		fmt.Println(len(incomplete.Done), "done,", len(incomplete.Left), "left; try again in", *refusal.RetryAfter)
	}
	// Output: 0 done, 1 left; try again in 1h0m0s
}

func ExampleError() {
	server, client := serve()
	defer server.Close()
	server.Answer("POST", "/api/v1/pixel/scan", portsidetest.Answer{
		Status: http.StatusUnprocessableEntity,
		JSON: map[string]any{
			"error": "invalid_request", "message": "The request is not valid.", "contact": "support@portside.invalid",
			"details": []any{map[string]any{"path": "/url", "message": "must be an address"}},
		},
	})
	_, err := client.Pixel.Scan(context.Background(), "shop", portside.Within(time.Minute, 2*time.Minute))
	var failure *portside.Error
	if errors.Is(err, portside.ErrInvalid) && errors.As(err, &failure) {
		fmt.Println(failure.Status, failure.Code == portside.ErrorCodeInvalidRequest, failure.Details[0].Path, failure.Details[0].Message)
	}
	// Output: 422 true /url must be an address
}

func ExampleRaw() {
	server, client := serve()
	defer server.Close()
	var raw portside.RawResponse
	if _, err := client.Pixel.Scan(context.Background(), "https://shop.example/", portside.Raw(&raw)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(raw.Status, raw.Header.Get("Content-Type"), raw)
	// Output: 200 application/json answer 200 of 191 bytes (req_scripted)
}

func ExampleGCC_Generate() {
	server, client := serve()
	defer server.Close()
	certificate, err := client.Entry.GCC.Generate(context.Background(), portside.GCCRequest{
		ProductInfo: portside.ProductInfo{
			Name: "Table lamp", Model: "TL-2", DateOfManufacture: "2026-09-01", PlaceOfManufacture: "Shenzhen, China",
		},
		Manufacturer: portside.Manufacturer{Name: "Lumen Works", Address: "8 Keji Road, Shenzhen, China", ContactEmail: "quality@lumen.example"},
		TestingLab:   portside.TestingLab{Name: "Harbor Test Lab", TestDate: "2026-09-10"},
	})
	if err != nil {
		log.Fatal(err)
	}
	pdf, err := certificate.Download(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %s\n", certificate, pdf[:5])
	// Output: certificate 6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11 %PDF-
}

func ExampleWebhook_Verify() {
	webhook, err := portside.NewWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		log.Fatal(err)
	}
	header := http.Header{}
	header.Set("webhook-id", "evt_1")
	header.Set("webhook-timestamp", "1614265330")
	header.Set("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	_, err = webhook.Verify(header, []byte(`{"type": "watch.test"}`))
	fmt.Println(errors.Is(err, portside.ErrWebhook), err)
	// Output: true portside: webhook: the timestamp is too old or in the future
}
