package main

import (
	"context"
	"log"
	"os"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func main() {
	client := openai.NewClient(option.WithAPIKey("key"), option.WithBaseURL(os.Getenv("BENCH_URL")))
	if _, err := client.Models.List(context.Background()); err != nil {
		log.Fatal(err)
	}
}
