package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"sort"
	"time"

	"github.com/portside/portside/clients/go"
)

const (
	batches = 9
	calls   = 300
)

var codes = []string{"7326.90.8688"}

func bare() error {
	body, _ := json.Marshal(map[string][]string{"codes": codes})
	request, err := http.NewRequest(http.MethodPost, os.Getenv("PORTSIDE_BASE_URL")+"/api/v1/tariff/hts/lookup", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer x")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(&struct{ Results []portside.HTSResult }{})
}

func batch(call func() error) float64 {
	startedAt := time.Now()
	for at := 0; at < calls; at++ {
		if err := call(); err != nil {
			log.Fatal(err)
		}
	}
	return float64(time.Since(startedAt).Microseconds()) / calls
}

func main() {
	client, err := portside.New()
	if err != nil {
		log.Fatal(err)
	}
	own := func() error {
		_, err := client.Tariff.HTS.Lookup(context.Background(), codes)
		return err
	}
	batch(bare)
	batch(own)
	var bareTimes, ownTimes []float64
	for at := 0; at < batches; at++ {
		bareTimes = append(bareTimes, batch(bare))
		ownTimes = append(ownTimes, batch(own))
	}
	sort.Float64s(bareTimes)
	sort.Float64s(ownTimes)
	b, o := bareTimes[batches/2], ownTimes[batches/2]
	fmt.Printf("go %.0f %.0f %.2f\n", b, o, o/b)
}
