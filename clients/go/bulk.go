package portside

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

const (
	// bulkLookupMax is how many distinct codes are looked up 50 at a time. More become a tariff audit, if the server has v2: 100,000 codes
	// would take twenty minutes of a default key, and an audit takes seconds.
	bulkLookupMax = 5000
	// bulkAuditMax bounds the memory of one audit.
	bulkAuditMax = 100_000
	// bulkRowsMax bounds how many rows are read ahead if nearly all are codes that are known.
	bulkRowsMax = 500_000
)

// Lookups are the results of LookupAll, in the order of the codes.
//
//	for results.Next() {
//		fmt.Println(results.Value().Code, results.Value().Status)
//	}
//	err := results.Err()
//
// One goroutine at a time may use it.
type Lookups struct {
	hts     *HTS
	ctx     context.Context
	cancel  context.CancelFunc
	how     *call
	options []CallOption
	// source gives the next code. A drained source is nil.
	source func() (string, bool)
	// owned: the source is a slice, so what is left of it is known.
	owned bool

	// known are the results by code, so that each code is asked for once.
	known map[string]HTSResult
	// asked are the codes whose result is known or will be.
	asked map[string]bool
	// work are codes without a result, in order.
	work []string
	// expected is what an audit said of codes whose entries a lookup must still give.
	expected map[string]HTSResult
	// sameAs has for an adjacent code of an audit another one of its heading, which has the same entries.
	sameAs map[string]string

	// rows were read and not given yet.
	rows     []string
	done     []HTSResult
	value    HTSResult
	list     *TariffList
	versions map[string]string
	limits   RateLimit
	noAudits bool
	err      error
}

// IncompleteError is why LookupAll ended early. errors.Is holds for ErrIncomplete and for the cause, such as ErrLimit or context.Canceled.
type IncompleteError struct {
	// Done are the results that were given, in order.
	Done []HTSResult
	// Left are the codes that were read and have no result, in order: call LookupAll with them to go on. After LookupAllFrom the rest is
	// still in the source.
	Left  []string
	cause error
}

// Error has the numbers and the cause.
func (e *IncompleteError) Error() string {
	return fmt.Sprintf("%v: %d results, %d codes left: %v", ErrIncomplete, len(e.Done), len(e.Left), e.cause)
}

// GoString is like Error, for %#v.
func (e *IncompleteError) GoString() string {
	return fmt.Sprintf("&portside.IncompleteError{%q}", e.Error())
}

// Unwrap returns ErrIncomplete and the cause.
func (e *IncompleteError) Unwrap() []error { return []error{ErrIncomplete, e.cause} }

// LookupAll looks any number of codes up and gives the results in the order of the codes while they arrive. Each distinct code is asked for
// once. It keeps to the limit of the minute by what the server says is left. When the limit of the day is used up it ends with an
// *IncompleteError, or waits for the next UTC day with WaitForDay. More than 5,000 distinct codes become a tariff audit if the server has
// v2; the results are the same. All results come from one version of the list. There is no deadline but that of the context and of
// Deadline; Timeout is for each attempt. Options: AsOf, WaitForDay, PollEvery, and those of every call.
func (h *HTS) LookupAll(ctx context.Context, codes []string, options ...CallOption) *Lookups {
	at := 0
	lookups := h.LookupAllFrom(ctx, func() (string, bool) {
		if at >= len(codes) {
			return "", false
		}
		at++
		return codes[at-1], true
	}, options...)
	lookups.owned = true
	return lookups
}

// LookupAllFrom is LookupAll for codes that come from somewhere else than a slice. next returns false after the last one. At most half a
// million rows are read ahead.
func (h *HTS) LookupAllFrom(ctx context.Context, next func() (code string, ok bool), options ...CallOption) *Lookups {
	l := &Lookups{
		hts: h, ctx: ctx, options: options, source: next, cancel: func() {},
		known: map[string]HTSResult{}, asked: map[string]bool{}, expected: map[string]HTSResult{}, sameAs: map[string]string{},
	}
	if l.how, l.err = h.api.options(ctx, options); l.err != nil {
		return l
	}
	if l.how.hasDeadline {
		l.ctx, l.cancel = context.WithTimeoutCause(ctx, l.how.deadline, errDeadline)
	}
	return l
}

// Next goes to the next result. It is false after the last one, and after an error.
func (l *Lookups) Next() bool {
	if l.err != nil || l.ctx == nil {
		return false
	}
	for {
		if l.ctx.Err() != nil {
			return l.fail(ended(l.ctx))
		}
		if len(l.rows) == 0 && !l.read(bulkLookupMax+1, bulkRowsMax) {
			l.cancel()
			return false
		}
		if result, ok := l.resultOf(l.rows[0]); ok {
			l.rows = l.rows[1:]
			l.value, l.done = result, append(l.done, result)
			return true
		}
		if err := l.advance(); err != nil {
			return l.fail(err)
		}
	}
}

// Value is the result that Next went to.
func (l *Lookups) Value() HTSResult { return l.value }

// Err is nil, or an *IncompleteError, or ErrOption.
func (l *Lookups) Err() error { return l.err }

// List is the version of the list behind the results, once there is one.
func (l *Lookups) List() *TariffList { return l.list }

// Close ends it early. It need not be called after Next was false.
func (l *Lookups) Close() {
	if l.cancel != nil {
		l.cancel()
	}
}

// Collect gives all results at once. After an error they are those that are done.
func (l *Lookups) Collect() ([]HTSResult, error) {
	for l.Next() {
		continue
	}
	return l.done, l.err
}

func (l *Lookups) fail(cause error) bool {
	l.cancel()
	for l.owned && l.source != nil {
		code, ok := l.source()
		if !ok {
			break
		}
		l.rows = append(l.rows, code)
	}
	l.err = &IncompleteError{Done: l.done, Left: l.rows, cause: cause}
	return false
}

// read reads rows until there are so many codes to ask for, or so many rows. It is false if there was nothing left.
func (l *Lookups) read(workMax, rowsMax int) bool {
	if len(l.rows) == 0 {
		l.rows = nil
	}
	for count := 0; l.source != nil && len(l.work) < workMax && count < rowsMax; count++ {
		code, ok := l.source()
		if !ok {
			l.source = nil
			break
		}
		l.rows = append(l.rows, code)
		if !l.asked[code] {
			l.asked[code] = true
			l.work = append(l.work, code)
		}
	}
	return len(l.rows) > 0
}

func (l *Lookups) resultOf(code string) (HTSResult, bool) {
	if result, ok := l.known[code]; ok {
		return result, true
	}
	like, ok := l.known[l.sameAs[code]]
	if !ok {
		return HTSResult{}, false
	}
	result := l.expected[code]
	result.AdjacentHits = like.AdjacentHits
	l.known[code] = result
	return result, true
}

// advance finds the results of more codes. Afterwards there are more, or it waited.
func (l *Lookups) advance() error {
	if wait, err := l.pace(); wait > 0 || err != nil {
		return l.rest(wait, err)
	}
	if len(l.work) == 0 {
		return responseError(http.Header{}, "a code has no result", nil) // unreachable: every code is asked for, and answered in order
	}
	// What an audit left to look up comes first, so that its results are given before more is read.
	if _, audited := l.expected[l.work[0]]; len(l.work) > bulkLookupMax && !audited && !l.noAudits {
		l.read(bulkAuditMax, bulkRowsMax)
		if plain := l.plainWork(); len(plain) > bulkLookupMax {
			return l.limited(l.audit(plain))
		}
	}
	return l.limited(l.lookupSome())
}

// pace is how long to wait before the next request. The error is ErrLimit if that would be the next day.
func (l *Lookups) pace() (time.Duration, error) {
	if wait := spent(l.limits["day"]); wait > 0 {
		if !l.how.waitForDay {
			return 0, &Error{kind: ErrLimit, Message: "the limit of the day is used up", RateLimit: l.limits, RetryAfter: &wait}
		}
		return wait, nil
	}
	return spent(l.limits["minute"]), nil
}

func (l *Lookups) rest(wait time.Duration, err error) error {
	if err != nil {
		return err
	}
	l.limits = nil // one request will tell what is left now
	if l.hts.api.transport.clock.sleep(l.ctx, wait) != nil {
		return ended(l.ctx)
	}
	return nil
}

// limited waits after a refusal by a limit, because others may use the key too. Every other error is final.
func (l *Lookups) limited(err error) error {
	if err == nil {
		return nil
	}
	if wait := limitOf(err); wait != nil {
		return l.rest(max(*wait, time.Second), nil)
	}
	var failure *Error
	if l.how.waitForDay && errors.Is(err, ErrLimit) && errors.As(err, &failure) && failure.RetryAfter != nil {
		return l.rest(*failure.RetryAfter+time.Second, nil)
	}
	return err
}

// lookupSome looks up as many parts at once as the limits allow, and one if they are not known.
func (l *Lookups) lookupSome() error {
	ctx, cancel, how, err := l.hts.api.begin(l.ctx, operation{}, l.options)
	if err != nil {
		return err
	}
	defer cancel()
	if l.list != nil {
		how.asOf = l.list.AsOf // also after midnight
	}
	count := min(l.mayAsk(), l.hts.api.concurrency, (len(l.work)+codesMax-1)/codesMax)
	parts := split(l.work[:min(len(l.work), count*codesMax)])
	answers, err := l.hts.lookupParts(ctx, parts, how)
	if err != nil {
		return err
	}
	for _, answer := range answers {
		if err := l.take(answer); err != nil {
			return err
		}
	}
	l.limits = joinMeta(answers).RateLimit
	l.work = l.work[min(len(l.work), count*codesMax):]
	return nil
}

// mayAsk is how many requests the limits allow now, and 1 if the server has not said.
func (l *Lookups) mayAsk() int {
	allowed := l.hts.api.concurrency
	for _, name := range []string{"minute", "day"} {
		window, ok := l.limits[name]
		if ok {
			allowed = int(min(int64(allowed), window.Remaining))
		}
	}
	if len(l.limits) == 0 {
		return 1
	}
	return max(1, allowed)
}

// take keeps the results of one request, after comparing them with everything that is known already.
func (l *Lookups) take(answer LookupResult) error {
	list := answer.Meta.List
	if l.list == nil {
		l.list = list
	}
	differs := (list == nil) != (l.list == nil) || (list != nil && *list != *l.list)
	if list != nil && l.versions != nil && l.versions[list.ID] != "" && l.versions[list.ID] != list.Version {
		differs = true
	}
	if differs {
		return &Error{kind: ErrResponse, Message: "the tariff list changed during the lookup; look all codes up again", RequestID: answer.Meta.RequestID}
	}
	for _, result := range answer.Results {
		if audited, ok := l.expected[result.Code]; ok && (audited.Status != result.Status || audited.InScope != result.InScope) {
			return &Error{kind: ErrResponse, Message: "a lookup and an audit of the same code differ", RequestID: answer.Meta.RequestID}
		}
		l.known[result.Code] = result
	}
	return nil
}
