package main

import (
	"context"
	"log"
	"os"

	"github.com/stripe/stripe-go/v85"
)

func main() {
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{URL: stripe.String(os.Getenv("BENCH_URL"))})
	client := stripe.NewClient("key", stripe.WithBackends(backends))
	if _, err := client.V1Balance.Retrieve(context.Background(), nil); err != nil {
		log.Fatal(err)
	}
}
