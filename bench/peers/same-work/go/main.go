// Go's net/http with SQLite: finds the key, keeps its limits and counts the lookup in one transaction before the answer.
package main

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3"
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

type key struct {
	id                int64
	scope             string
	expiresAt         sql.NullInt64 // Unix milliseconds
	perMinute, perDay int64
}

// store keeps the keys and their use. One connection, because SQLite has one writer.
type store struct {
	db                                                            *sql.DB
	findKey, expire, countMinute, countDay, addToMinute, addToDay *sql.Stmt
}

func openStore(file string) (*store, error) {
	db, err := sql.Open("sqlite3", "file:"+file+"?_journal_mode=WAL&_synchronous=NORMAL&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &store{db: db}
	for text, stmt := range map[string]**sql.Stmt{
		"SELECT id, scope, expires_at, per_minute, per_day FROM keys WHERE hash = ?":            &s.findKey,
		"DELETE FROM minute WHERE key_id = ? AND at <= ?":                                       &s.expire,
		"SELECT coalesce(sum(requests), 0) FROM minute WHERE key_id = ?":                        &s.countMinute,
		"SELECT coalesce(sum(requests), 0) FROM usage WHERE key_id = ? AND day = ?":             &s.countDay,
		"INSERT INTO minute VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1": &s.addToMinute,
		"INSERT INTO usage VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1":  &s.addToDay,
	} {
		if *stmt, err = db.Prepare(text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// find returns the key with this token, or sql.ErrNoRows.
func (s *store) find(token string) (k key, err error) {
	hash := sha256.Sum256([]byte(token))
	row := s.findKey.QueryRow(hex.EncodeToString(hash[:]))
	err = row.Scan(&k.id, &k.scope, &k.expiresAt, &k.perMinute, &k.perDay)
	return k, err
}

// admit counts the request if the key's sliding minute and UTC day have room. Above 600 a minute, times are tenths of a second.
// It takes the time after it has the connection, so that times never go back.
func (s *store) admit(k key) (bool, error) {
	tx, err := s.db.Begin()
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	now, step := time.Now().UnixMilli(), int64(1)
	if k.perMinute > 600 {
		step = 100
	}
	day := now / 86_400_000
	if _, err := tx.Stmt(s.expire).Exec(k.id, now-60_000); err != nil {
		return false, err
	}
	var inMinute, inDay int64
	if err := tx.Stmt(s.countMinute).QueryRow(k.id).Scan(&inMinute); err != nil {
		return false, err
	}
	if err := tx.Stmt(s.countDay).QueryRow(k.id, day).Scan(&inDay); err != nil {
		return false, err
	}
	if inMinute >= k.perMinute || inDay >= k.perDay {
		return false, nil
	}
	if _, err := tx.Stmt(s.addToMinute).Exec(k.id, (now+step-1)/step*step); err != nil {
		return false, err
	}
	if _, err := tx.Stmt(s.addToDay).Exec(k.id, day); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// metered lets a request pass that has a key for it, within its limits.
func (s *store) metered(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		k, err := s.find(token)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		case err != nil:
			http.Error(w, "unavailable", http.StatusServiceUnavailable)
			return
		case k.expiresAt.Valid && k.expiresAt.Int64 <= time.Now().UnixMilli():
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		case k.scope != "all" && k.scope != "tariff":
			http.Error(w, "scope", http.StatusForbidden)
			return
		}
		admitted, err := s.admit(k)
		switch {
		case err != nil:
			http.Error(w, "unavailable", http.StatusServiceUnavailable)
		case !admitted:
			http.Error(w, "rate_limited", http.StatusTooManyRequests)
		default:
			next(w, r)
		}
	}
}

func main() {
	port, answersFile, databaseFile := os.Args[1], os.Args[2], os.Args[3]
	text, err := os.ReadFile(answersFile)
	if err != nil {
		log.Fatal(err)
	}
	var answers map[string]*result
	if err := json.Unmarshal(text, &answers); err != nil {
		log.Fatal(err)
	}
	store, err := openStore(databaseFile)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /api/v1/tariff/hts/lookup", store.metered(func(w http.ResponseWriter, r *http.Request) {
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
	}))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
