package portside

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

const (
	scanTimeout   = 90 * time.Second
	scanDeadline  = 240 * time.Second
	resultTimeout = 30 * time.Minute
)

// api is what the resources share. The key is in a closure instead of a field, so that it cannot be printed by mistake.
type api struct {
	transport   *transport
	authorize   func(http.Header) // nil for operations that need no key
	baseURL     string
	concurrency int
}

// operation is one request to the API.
type operation struct {
	method, path string
	query        url.Values
	body         any    // sent as JSON
	file         []byte // sent as it is, in place of body
	contentType  string // of file
	accept       string // default application/json
	header       http.Header
	// creates: all attempts carry one idempotency key.
	creates bool
	// scans: see request.notAfterTimeout. Unless the caller set times, an attempt has longer.
	scans       bool
	onlyRefused bool
	into        io.Writer
}

// do sends an operation and reads the answer into result, which may be nil. It is a whole call.
func (a *api) do(ctx context.Context, asked operation, options []CallOption, result any) (answer, error) {
	ctx, cancel, how, err := a.begin(ctx, asked, options)
	if err != nil {
		return answer{}, err
	}
	defer cancel()
	return a.send(ctx, asked, how, result)
}

func (a *api) begin(ctx context.Context, asked operation, options []CallOption) (context.Context, context.CancelFunc, *call, error) {
	longer := func(c *call) {
		if asked.scans && !c.hasTimeout {
			c.timeout, c.deadline = scanTimeout, scanDeadline
		}
		if asked.into != nil && !a.transport.hasTimeouts {
			c.deadline = resultTimeout
		}
	}
	return a.transport.begin(ctx, append([]CallOption{longer}, options...))
}

// send sends an operation as part of a call.
func (a *api) send(ctx context.Context, asked operation, how *call, result any) (answer, error) {
	made, err := a.request(asked, how)
	if err != nil {
		return answer{}, err
	}
	got, err := a.transport.send(ctx, made, how)
	if err != nil || result == nil {
		return got, err
	}
	if err := json.Unmarshal(got.body, result); err != nil {
		return got, responseError(got.header, "not what the API promises", err)
	}
	return got, nil
}

func (a *api) request(asked operation, how *call) (request, error) {
	header := how.header.Clone()
	for name, values := range asked.header {
		header[name] = values
	}
	header.Set("User-Agent", userAgent)
	header.Set("Accept", "application/json")
	if asked.accept != "" {
		header.Set("Accept", asked.accept)
	}
	sent := asked.file
	if sent != nil {
		header.Set("Content-Type", asked.contentType)
	} else if asked.body != nil {
		var err error
		if sent, err = json.Marshal(asked.body); err != nil {
			return request{}, err
		}
		header.Set("Content-Type", "application/json")
	}
	if asked.creates {
		key := how.idempotencyKey
		if key == "" {
			random := make([]byte, 16)
			if _, err := rand.Read(random); err != nil {
				return request{}, err
			}
			key = hex.EncodeToString(random)
		}
		header.Set("Idempotency-Key", key)
	}
	if a.authorize != nil {
		a.authorize(header)
	}
	address := a.baseURL + asked.path
	if len(asked.query) > 0 {
		address += "?" + asked.query.Encode()
	}
	return request{
		method: asked.method, url: address, header: header, body: sent, onlyRefused: asked.onlyRefused, notAfterTimeout: asked.scans, into: asked.into,
	}, nil
}

// ask sends an operation that answers with a T.
func ask[T any](ctx context.Context, a *api, asked operation, options []CallOption) (*T, error) {
	result := new(T)
	if _, err := a.do(ctx, asked, options, result); err != nil {
		return nil, err
	}
	return result, nil
}

// askOf is ask about the thing with this id, whose place in the path is {id}.
func askOf[T any](ctx context.Context, a *api, id string, asked operation, options []CallOption) (*T, error) {
	var err error
	if asked.path, err = pathOf(asked.path, id); err != nil {
		return nil, err
	}
	return ask[T](ctx, a, asked, options)
}

// pathID is where the id is in the path of an operation.
var pathID = regexp.MustCompile(`\{(?:id|alternate_id)\}`)

// pathOf puts an id into a path. An empty one would reach another operation.
func pathOf(path, id string) (string, error) {
	if id == "" || id == "." || id == ".." {
		return "", optionError("the id is empty")
	}
	return pathID.ReplaceAllLiteralString(path, url.PathEscape(id)), nil
}
