package portside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	pollFirst   = time.Second
	pollLongest = 10 * time.Second
	// pollFaults is how many times in a row asking may fail. The job goes on meanwhile, so an outage of a minute must not end the wait.
	pollFaults = 8
)

// Job is a tariff audit, a pixel audit or a batch of certificates.
type Job interface {
	TariffAudit | PixelAudit | EntryBatch
}

// Jobs does long work on whole files. The server keeps a job across restarts, and its result for seven days. A job is paid for from the
// day when it is accepted, never from the minute.
type Jobs[T Job] struct {
	api  *api
	path string
}

// TariffAudits answer every line of a parts list.
type TariffAudits struct{ *Jobs[TariffAudit] }

// PixelAudits scan many storefronts.
type PixelAudits struct{ *Jobs[PixelAudit] }

// EntryBatches make a certificate for each line of a sheet.
type EntryBatches struct{ *Jobs[EntryBatch] }

func newTariffAudits(a *api) *TariffAudits {
	return &TariffAudits{&Jobs[TariffAudit]{a, "/api/v2/tariff/audits"}}
}

func newPixelAudits(a *api) *PixelAudits {
	return &PixelAudits{&Jobs[PixelAudit]{a, "/api/v2/pixel/audits"}}
}

func newEntryBatches(a *api) *EntryBatches {
	return &EntryBatches{&Jobs[EntryBatch]{a, "/api/v2/entry/batches"}}
}

// File is a table to send: CSV, a workbook, or JSON as Create would send it.
type File struct {
	Format ResultFormat
	// Content is read whole before it is sent, so that it can be sent again. At most 32 MB.
	Content io.Reader
}

// Create makes an audit of rows. Retries are safe, because all attempts carry one idempotency key.
func (t *TariffAudits) Create(ctx context.Context, asked TariffAuditRequest, options ...CallOption) (*TariffAudit, error) {
	return t.create(ctx, asked, options)
}

// CreateFromFile makes an audit of a file.
func (t *TariffAudits) CreateFromFile(ctx context.Context, file File, how TariffAuditOptions, options ...CallOption) (*TariffAudit, error) {
	return t.createFromFile(ctx, file, how.values(), options)
}

// Create makes an audit of storefronts.
func (p *PixelAudits) Create(ctx context.Context, asked PixelAuditRequest, options ...CallOption) (*PixelAudit, error) {
	return p.create(ctx, asked, options)
}

// CreateFromFile makes an audit of a file of storefronts.
func (p *PixelAudits) CreateFromFile(ctx context.Context, file File, how PixelAuditOptions, options ...CallOption) (*PixelAudit, error) {
	return p.createFromFile(ctx, file, how.values(), options)
}

// Create makes the certificates of rows.
func (e *EntryBatches) Create(ctx context.Context, asked EntryBatchRequest, options ...CallOption) (*EntryBatch, error) {
	return e.create(ctx, asked, options)
}

// CreateFromFile makes the certificates of a sheet.
func (e *EntryBatches) CreateFromFile(ctx context.Context, file File, how EntryBatchOptions, options ...CallOption) (*EntryBatch, error) {
	return e.createFromFile(ctx, file, how.values(), options)
}

func (j *Jobs[T]) create(ctx context.Context, asked any, options []CallOption) (*T, error) {
	return ask[T](ctx, j.api, operation{method: http.MethodPost, path: j.path, body: asked, creates: true}, options)
}

var mediaTypes = map[ResultFormat]string{
	ResultFormatCSV:  "text/csv",
	ResultFormatXLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	ResultFormatJSON: "application/json",
}

func (j *Jobs[T]) createFromFile(ctx context.Context, file File, query url.Values, options []CallOption) (*T, error) {
	media := mediaTypes[file.Format]
	if media == "" || file.Content == nil {
		return nil, optionError("File: Format must be csv, xlsx or json, and Content must not be nil")
	}
	content, err := io.ReadAll(file.Content)
	if err != nil {
		return nil, err
	}
	if content == nil {
		content = []byte{}
	}
	return ask[T](ctx, j.api, operation{
		method: http.MethodPost, path: j.path, query: query, file: content, contentType: media, creates: true,
	}, options)
}

// Get is how far a job is.
func (j *Jobs[T]) Get(ctx context.Context, id string, options ...CallOption) (*T, error) {
	return askOf[T](ctx, j.api, id, operation{method: http.MethodGet, path: j.path + "/{id}"}, options)
}

// List goes through all jobs of this kind, newest first.
func (j *Jobs[T]) List(ctx context.Context, query JobQuery, options ...CallOption) *Iterator[JobSummary] {
	return iterate(query.Cursor, func(cursor string) (page[JobSummary], error) {
		query.Cursor = cursor
		found, err := j.Page(ctx, query, options...)
		if err != nil {
			return page[JobSummary]{}, err
		}
		return page[JobSummary]{values: found.Jobs, next: found.NextCursor}, nil
	})
}

// Page is one page of the list.
func (j *Jobs[T]) Page(ctx context.Context, query JobQuery, options ...CallOption) (*JobList, error) {
	return ask[JobList](ctx, j.api, operation{method: http.MethodGet, path: j.path, query: query.values()}, options)
}

// Cancel ends a job that is open, gives back what it did not use, and removes it with its file and result.
func (j *Jobs[T]) Cancel(ctx context.Context, id string, options ...CallOption) error {
	path, err := pathOf(j.path+"/{id}", id)
	if err != nil {
		return err
	}
	_, err = j.api.do(ctx, operation{method: http.MethodDelete, path: path}, options, nil)
	return err
}

// Result is the result of a finished job, at most 16 MiB; WriteResult has no such limit. The error is ErrConflict while the job is open.
func (j *Jobs[T]) Result(ctx context.Context, id string, format ResultFormat, options ...CallOption) ([]byte, error) {
	asked, err := j.resultOf(id, format)
	if err != nil {
		return nil, err
	}
	got, err := j.api.do(ctx, asked, options, nil)
	return got.body, err
}

// WriteResult writes the result of a finished job while it arrives. After an error what was written is not the whole: begin again.
func (j *Jobs[T]) WriteResult(ctx context.Context, id string, format ResultFormat, into io.Writer, options ...CallOption) error {
	asked, err := j.resultOf(id, format)
	if err != nil {
		return err
	}
	asked.into = into
	_, err = j.api.do(ctx, asked, options, nil)
	return err
}

func (j *Jobs[T]) resultOf(id string, format ResultFormat) (operation, error) {
	media := mediaTypes[format]
	if media == "" {
		return operation{}, optionError(fmt.Sprintf("the format %q is not csv, xlsx or json", string(format)))
	}
	path, err := pathOf(j.path+"/{id}/result", id)
	return operation{method: http.MethodGet, path: path, query: resultQuery{Format: format}.values(), accept: media}, err
}

// jobState is what all jobs have.
type jobState struct {
	ID      string    `json:"id"`
	Status  JobStatus `json:"status"`
	Failure *string   `json:"failure"`
}

// JobError says that a job failed or was cancelled while Wait waited for it. errors.Is(err, ErrJob) holds.
type JobError struct {
	ID      string
	Status  JobStatus
	Failure string // what the server says, if it failed
}

// Error names the job and why it did not finish.
func (e *JobError) Error() string {
	text := fmt.Sprintf("%v: %s is %s", ErrJob, e.ID, e.Status)
	if e.Failure != "" {
		text += ": " + e.Failure
	}
	return text
}

// Unwrap returns ErrJob.
func (e *JobError) Unwrap() error { return ErrJob }

// Wait asks for a job until it has ended. progress may be nil; it is called with every answer. The error is a *JobError if the job failed or
// was cancelled. There is no deadline but that of the context and of Deadline. The limit of the minute is waited for, and so is a server that
// does not answer, about two minutes long.
// Options: PollEvery, and those of every call.
func (j *Jobs[T]) Wait(ctx context.Context, id string, progress func(*T), options ...CallOption) (*T, error) {
	path, err := pathOf(j.path+"/{id}", id)
	if err != nil {
		return nil, err
	}
	how, err := j.api.options(ctx, options)
	if err != nil {
		return nil, err
	}
	if how.hasDeadline {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, how.deadline, errDeadline)
		defer cancel()
	}
	pause, faults := pollFirst, 0
	for {
		job, state := new(T), jobState{}
		got, err := j.api.do(ctx, operation{method: http.MethodGet, path: path}, options, job)
		wait := pause
		if how.pollEvery > 0 {
			wait = how.pollEvery
		}
		switch limited := limitOf(err); {
		case limited != nil: // others use the key too
			wait = max(wait, *limited)
		case err != nil:
			if ctx.Err() != nil {
				return nil, ended(ctx)
			}
			var failure *Error
			if faults++; faults >= pollFaults || !errors.As(err, &failure) || !failure.Retryable || failure.Status == http.StatusTooManyRequests {
				return nil, err
			}
		default:
			faults = 0
			if err := json.Unmarshal(got.body, &state); err != nil {
				return nil, responseError(got.header, "not what the API promises", err)
			}
			if progress != nil {
				progress(job)
			}
			wait = max(wait, spent(readRateLimit(got.header)["minute"]))
		}
		switch state.Status {
		case JobStatusFinished:
			return job, nil
		case JobStatusFailed, JobStatusCancelled:
			failure := &JobError{ID: state.ID, Status: state.Status}
			if state.Failure != nil {
				failure.Failure = *state.Failure
			}
			return nil, failure
		}
		if j.api.transport.clock.sleep(ctx, wait) != nil {
			return nil, ended(ctx)
		}
		pause = min(pollLongest, pause*3/2)
	}
}

// options are the options of a call that is made of several.
func (a *api) options(ctx context.Context, options []CallOption) (*call, error) {
	_, cancel, how, err := a.transport.begin(ctx, options)
	if err == nil {
		cancel()
	}
	return how, err
}

// WaitResult waits for a job and returns its result.
func (j *Jobs[T]) WaitResult(ctx context.Context, id string, format ResultFormat, progress func(*T), options ...CallOption) ([]byte, error) {
	if _, err := j.Wait(ctx, id, progress, options...); err != nil {
		return nil, err
	}
	result := &bytes.Buffer{}
	if err := j.WriteResult(ctx, id, format, result, options...); err != nil {
		return nil, err
	}
	return result.Bytes(), nil
}
