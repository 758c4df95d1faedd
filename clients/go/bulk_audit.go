package portside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

const (
	// auditReads is how many requests of the day are left over for asking how far an audit is.
	auditReads = 100
	// auditResultTries is how often a result whose download broke off is taken again.
	auditResultTries = 3
)

// plainCode is what an audit and a lookup certainly read in the same way. An audit leaves blank lines out and explains damaged numbers, so
// other texts are looked up.
var plainCode = regexp.MustCompile(`^[0-9]{4}(?:\.?[0-9]{2}(?:\.?[0-9]{2}(?:\.?[0-9]{2,4})?)?)?$`)

func (l *Lookups) plainWork() []string {
	var plain []string
	for _, code := range l.work {
		if _, audited := l.expected[code]; !audited && plainCode.MatchString(code) {
			plain = append(plain, code)
		}
	}
	if day, ok := l.limits["day"]; ok {
		affordable := (day.Remaining - auditReads) * codesMax
		plain = plain[:max(0, min(int64(len(plain)), affordable))]
	}
	return plain
}

// auditLine is what an audit says of one code.
type auditLine struct {
	Line     int          `json:"line"`
	Cells    []string     `json:"cells"`
	Status   LookupStatus `json:"status"`
	Coverage *string      `json:"coverage"`
}

// audit finds the results of codes by a job. The entries of hits are looked up afterwards: an audit does not have them.
func (l *Lookups) audit(codes []string) error {
	audits := (&TariffAudits{&Jobs[TariffAudit]{l.hts.api, "/api/v2/tariff/audits"}})
	asked := TariffAuditRequest{CodeColumn: "code", AsOf: l.how.asOf}
	if l.list != nil {
		asked.AsOf = l.list.AsOf
	}
	for _, code := range codes {
		asked.Rows = append(asked.Rows, map[string]any{"code": code})
	}
	raw := RawResponse{}
	options := append(l.jobOptions(), Raw(&raw))
	job, err := audits.Create(l.ctx, asked, options...)
	var failure *Error
	switch {
	case errors.Is(err, ErrNotFound):
		l.noAudits = true // a server without v2
		return nil
	case errors.Is(err, ErrLimit) && errors.As(err, &failure) && failure.RetryAfter == nil:
		l.noAudits = true // the key may not store so much
		return nil
	case errors.Is(err, ErrLimit) && limitOf(err) == nil && len(l.limits) == 0 && raw.Meta().RateLimit["day"].Remaining > 0:
		l.limits = raw.Meta().RateLimit // less is left of the day than was known: next time an audit of fewer codes, or none
		return nil
	case err != nil:
		return err
	}
	defer func() { l.remove(audits, job.ID) }()
	if err := l.keepPace(&raw); err != nil {
		return err
	}
	finished, err := audits.Wait(l.ctx, job.ID, nil, options...)
	if err != nil {
		return err
	}
	if err := l.keepPace(&raw); err != nil {
		return err
	}
	var results []HTSResult
	for try := 1; ; try++ {
		results, err = l.auditResults(audits, job.ID, codes, &raw)
		l.limits = raw.Meta().RateLimit
		if err == nil {
			break
		}
		if try == auditResultTries || l.ctx.Err() != nil || !(errors.Is(err, ErrConnection) || errors.Is(err, ErrTimeout)) {
			return err
		}
	}
	return l.keepAudited(results, finished)
}

// jobOptions are the caller's options without Deadline, which is for all of LookupAll.
func (l *Lookups) jobOptions() []CallOption {
	deadline := l.hts.api.transport.deadline
	return append(append([]CallOption{}, l.options...), func(c *call) {
		c.deadline, c.hasDeadline, c.idempotencyKey, c.raw = deadline, false, "", nil
	})
}

// keepPace notes what the last answer says of the limits, and waits if the minute is used up.
func (l *Lookups) keepPace(raw *RawResponse) error {
	l.limits = raw.Meta().RateLimit
	if wait := spent(l.limits["minute"]); wait > 0 {
		return l.rest(wait, nil)
	}
	return nil
}

// remove is a courtesy: the server removes the job after seven days. What an open job did not use is given back.
func (l *Lookups) remove(audits *TariffAudits, id string) {
	if spent(l.limits["minute"]) > 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(l.ctx), 10*time.Second)
	defer cancel()
	_ = audits.Cancel(ctx, id, MaxRetries(0))
}

// auditResults reads the result while it arrives: a hundred thousand lines are 50 MB.
func (l *Lookups) auditResults(audits *TariffAudits, id string, codes []string, raw *RawResponse) ([]HTSResult, error) {
	reader, writer := io.Pipe()
	written := make(chan error, 1)
	go func() {
		options := append(l.jobOptions(), Raw(raw), func(c *call) { c.deadline = max(c.deadline, resultTimeout) })
		err := audits.WriteResult(l.ctx, id, ResultFormatJSON, writer, options...)
		writer.CloseWithError(err)
		written <- err
	}()
	results, err := readAudit(reader, codes)
	reader.CloseWithError(err)
	if sendErr := <-written; sendErr != nil && (err == nil || errors.Is(err, sendErr)) {
		return nil, sendErr
	}
	if err != nil {
		return nil, &Error{kind: ErrResponse, Message: "the result of the audit is not what the API promises", cause: err}
	}
	return results, nil
}

// readAudit reads one result for each code, in order, and nothing else.
func readAudit(from io.Reader, codes []string) ([]HTSResult, error) {
	decoder := json.NewDecoder(from)
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, errors.Join(errors.New("it is not an object"), err)
	}
	var results []HTSResult
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		if name != "lines" {
			var other json.RawMessage
			if err := decoder.Decode(&other); err != nil {
				return nil, err
			}
			continue
		}
		if results, err = readLines(decoder, codes); err != nil {
			return nil, err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	if len(results) != len(codes) {
		return nil, fmt.Errorf("%d results for %d codes", len(results), len(codes))
	}
	// The writer ends only when this side has read to the end.
	_, err := io.Copy(io.Discard, from)
	return results, err
}

func readLines(decoder *json.Decoder, codes []string) ([]HTSResult, error) {
	if token, err := decoder.Token(); err != nil || token != json.Delim('[') {
		return nil, errors.Join(errors.New("its lines are not a list"), err)
	}
	results := make([]HTSResult, 0, len(codes))
	for decoder.More() {
		var line auditLine
		if err := decoder.Decode(&line); err != nil {
			return nil, err
		}
		at := len(results)
		if at >= len(codes) || line.Line != at+1 || len(line.Cells) != 1 || line.Cells[0] != codes[at] || line.Status == "" {
			return nil, fmt.Errorf("line %d is not that of the code", at+1)
		}
		results = append(results, auditedResult(line))
	}
	_, err := decoder.Token()
	return results, err
}

// auditedResult is what a lookup says of the code, except for its entries. An audit tells apart why a number is invalid.
func auditedResult(line auditLine) HTSResult {
	result := HTSResult{Code: line.Cells[0], Status: line.Status, AdjacentHits: []AdjacentHit{}}
	if line.Status == "damaged" || line.Status == "blank" {
		result.Status = LookupStatusInvalid
	}
	result.Hit = result.Status == LookupStatusHit
	result.InScope = line.Coverage != nil && *line.Coverage != ""
	return result
}

// keepAudited keeps the results that are complete, and leaves those with entries for lookups: every hit, and one adjacent code of each
// heading, because the entries of adjacent codes are those of their heading.
func (l *Lookups) keepAudited(results []HTSResult, job *TariffAudit) error {
	audited := map[string]bool{}
	adjacentOf := map[string]string{}
	var work []string
	for at, result := range results {
		audited[result.Code] = true
		heading := strings.ReplaceAll(result.Code, ".", "")[:4]
		switch {
		case result.Status == LookupStatusAdjacent && adjacentOf[heading] != "":
			l.expected[result.Code], l.sameAs[result.Code] = result, adjacentOf[heading]
			continue
		case result.Status == LookupStatusAdjacent:
			adjacentOf[heading] = result.Code
		case result.Status == LookupStatusInvalid, result.Status == LookupStatusClear, result.Status == LookupStatusInScopeNoBis14:
			if at > 0 { // the first one is looked up all the same, for the version of the list
				l.known[result.Code] = result
				continue
			}
		}
		l.expected[result.Code] = result
		work = append(work, result.Code)
	}
	for _, code := range l.work {
		if !audited[code] {
			work = append(work, code)
		}
	}
	l.work, l.versions = work, job.DataVersions
	if l.list == nil {
		l.how.asOf = job.AsOf
		l.options = append(append([]CallOption{}, l.options...), AsOf(job.AsOf))
	}
	return nil
}
