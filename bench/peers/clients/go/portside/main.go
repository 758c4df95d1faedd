package main

import (
	"context"
	"log"
	"os"

	portside "github.com/portside/portside/clients/go"
)

func main() {
	client, err := portside.New(portside.WithAPIKey("svc_Portside0Scripted02QNBRF"), portside.WithBaseURL(os.Getenv("BENCH_URL")))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := client.Tariff.HTS.Lookup(context.Background(), []string{"7326.90.8688"}); err != nil {
		log.Fatal(err)
	}
}
