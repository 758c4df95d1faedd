package portside

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
)

// Entry makes entry documents.
type Entry struct {
	// GCC makes certificates by v1.
	GCC *GCC
	// Certificates makes certificates by v2, and has everything about those that were made, also by v1.
	Certificates *Certificates
	// Batches make a certificate for each line of a sheet in one job.
	Batches *EntryBatches
	// Parties are kept for later certificates.
	Parties *Parties
}

// GCC makes General Certificates of Conformity.
type GCC struct{ api *api }

// Certificate is a generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it. Keep GCCID: with it
// Entry.Certificates.Download gives the document at any time.
type Certificate struct {
	GCCID     string    `json:"gcc_id"`
	GCCPDFURL SignedURL `json:"gcc_pdf_url"`
	Meta      Meta      `json:"meta"`

	// Extra has the fields that this version of the client does not know.
	Extra map[string]json.RawMessage `json:"-"`

	// api is behind a function, so that nothing of it is printed with the certificate.
	api func() *api
}

var storedFields = append([]fieldRule{{"meta", false, false}}, certificateResponseFields...)

// UnmarshalJSON reads a stored certificate. Attach it to a client before Download.
func (c *Certificate) UnmarshalJSON(data []byte) error {
	type plain Certificate
	return readObject(data, (*plain)(c), "Certificate", storedFields, &c.Extra)
}

// MarshalJSON writes the certificate for storing, with its whole URL.
func (c Certificate) MarshalJSON() ([]byte, error) {
	type plain Certificate
	return writeObject(plain(c), c.Extra)
}

// Generate makes a certificate. Retries are safe, because all attempts carry one idempotency key. Options: IdempotencyKey, and those of
// every call.
func (g *GCC) Generate(ctx context.Context, asked GCCRequest, options ...CallOption) (*Certificate, error) {
	made := certificateResponse{}
	got, err := g.api.do(ctx, operation{method: http.MethodPost, path: "/api/v1/entry/gcc/generate", body: asked, creates: true}, options, &made)
	if err != nil {
		return nil, err
	}
	if made.GCCID == "" || made.GCCPDFURL.Reveal() == "" {
		return nil, responseError(got.header, "a certificate lacks fields", nil)
	}
	certificate := &Certificate{GCCID: made.GCCID, GCCPDFURL: made.GCCPDFURL, Meta: readMeta(got.header), Extra: made.Extra}
	certificate.api = func() *api { return g.api }
	return certificate, nil
}

// Attach makes Download work for a certificate that was stored as JSON.
func (c *Certificate) Attach(client *Client) {
	if client == nil {
		c.api = nil
		return
	}
	a := client.Entry.GCC.api
	c.api = func() *api { return a }
}

// String omits the query of the URL, which is a secret as long as it is valid.
func (c Certificate) String() string { return fmt.Sprintf("certificate %s", c.GCCID) }

// LogValue is the id and the request.
func (c Certificate) LogValue() slog.Value {
	return slog.GroupValue(slog.String("gcc_id", c.GCCID), slog.String("request_id", c.Meta.RequestID))
}

var sha256Tag = regexp.MustCompile(`^(?:W/)?"([0-9a-f]{64})"$`)

// Download returns the PDF by the signed URL and checks its SHA-256 against the one the server sends. The error is ErrResponse if they
// differ, and ErrURL if the URL has expired: then use Entry.Certificates.Download. A certificate that was stored without its URL is asked
// for by its id.
func (c *Certificate) Download(ctx context.Context, options ...CallOption) ([]byte, error) {
	if c == nil || c.api == nil {
		return nil, optionError("the certificate is of no client; call Attach, or Entry.Certificates.Download with its id")
	}
	a := c.api()
	address := c.GCCPDFURL.Reveal()
	if address == "" {
		return (&Certificates{a}).Download(ctx, c.GCCID, options...)
	}
	ctx, cancel, how, err := a.begin(ctx, operation{}, options)
	if err != nil {
		return nil, err
	}
	defer cancel()
	header := how.header.Clone()
	header.Set("Accept", "application/pdf")
	header.Set("User-Agent", userAgent)
	got, err := a.transport.send(ctx, request{method: http.MethodGet, url: address, header: header}, how)
	if err != nil {
		return nil, err
	}
	return checkedDocument(got)
}

func checkedDocument(got answer) ([]byte, error) {
	told := sha256Tag.FindStringSubmatch(got.header.Get("ETag"))
	if actual := sha256.Sum256(got.body); told == nil || hex.EncodeToString(actual[:]) != told[1] {
		return nil, responseError(got.header, "the SHA-256 of the document is not the one the server sent", nil)
	}
	return got.body, nil
}
