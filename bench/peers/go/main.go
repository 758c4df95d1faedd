// Go's own HTTP server and JSON package, bare.
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"net/http"
	"os"
)

type adjacentHit struct {
	CodeHeading  string  `json:"code_heading"`
	ArticleSlug  string  `json:"article_slug"`
	ArticleName  string  `json:"article_name"`
	ProposedRate float64 `json:"proposed_rate"`
}

type result struct {
	Code         string        `json:"code"`
	Hit          bool          `json:"hit"`
	InScope      bool          `json:"in_scope"`
	Status       string        `json:"status"`
	AdjacentHits []adjacentHit `json:"adjacent_hits"`
}

func main() {
	port, answersFile := os.Args[1], os.Args[2]
	text, err := os.ReadFile(answersFile)
	if err != nil {
		log.Fatal(err)
	}
	var answers map[string]*result
	if err := json.Unmarshal(text, &answers); err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /api/v1/tariff/hts/lookup", func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Codes []string `json:"codes"`
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		results := make([]*result, len(request.Codes))
		for i, code := range request.Codes {
			results[i] = answers[code]
		}
		var body bytes.Buffer
		encoder := json.NewEncoder(&body)
		encoder.SetEscapeHTML(false) // as JSON.stringify does
		if err := encoder.Encode(map[string]any{"results": results}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(bytes.TrimSuffix(body.Bytes(), []byte("\n")))
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
