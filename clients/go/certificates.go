package portside

import (
	"context"
	"net/http"
)

// Certificates are the certificates of the key and of the keys it was rotated from or to, whichever version made them.
type Certificates struct{ api *api }

const certificatePath = "/api/v2/entry/certificates/{id}"

// Create makes a certificate. Retries are safe, because all attempts carry one idempotency key. What the request leaves out is printed as
// not stated, and Gaps names it.
func (c *Certificates) Create(ctx context.Context, asked CertificateRequest, options ...CallOption) (*NewCertificate, error) {
	return ask[NewCertificate](ctx, c.api, operation{method: http.MethodPost, path: "/api/v2/entry/certificates", body: asked, creates: true}, options)
}

// Check says what a certificate of this request would state, with every defect and gap, and makes nothing.
func (c *Certificates) Check(ctx context.Context, asked CertificateRequest, options ...CallOption) (*CheckedCertificate, error) {
	query := CertificateOptions{DryRun: Ptr(true)}
	return ask[CheckedCertificate](ctx, c.api, operation{method: http.MethodPost, path: "/api/v2/entry/certificates", query: query.values(), body: asked}, options)
}

// List goes through all certificates that match, newest first.
func (c *Certificates) List(ctx context.Context, query CertificateQuery, options ...CallOption) *Iterator[CertificateSummary] {
	return iterate(query.Cursor, func(cursor string) (page[CertificateSummary], error) {
		query.Cursor = cursor
		found, err := c.Page(ctx, query, options...)
		if err != nil {
			return page[CertificateSummary]{}, err
		}
		return page[CertificateSummary]{values: found.Certificates, next: found.NextCursor}, nil
	})
}

// Page is one page of the list.
func (c *Certificates) Page(ctx context.Context, query CertificateQuery, options ...CallOption) (*CertificateList, error) {
	return ask[CertificateList](ctx, c.api, operation{method: http.MethodGet, path: "/api/v2/entry/certificates", query: query.values()}, options)
}

// Get is the record of a certificate: its request, state, status and gaps.
func (c *Certificates) Get(ctx context.Context, id string, options ...CallOption) (*CertificateRecord, error) {
	return askOf[CertificateRecord](ctx, c.api, id, operation{method: http.MethodGet, path: certificatePath}, options)
}

// Download is the PDF of a certificate, at any time. Its SHA-256 is checked against the one the server sends.
func (c *Certificates) Download(ctx context.Context, id string, options ...CallOption) ([]byte, error) {
	path, err := pathOf(certificatePath+"/pdf", id)
	if err != nil {
		return nil, err
	}
	got, err := c.api.do(ctx, operation{method: http.MethodGet, path: path, accept: "application/pdf"}, options, nil)
	if err != nil {
		return nil, err
	}
	return checkedDocument(got)
}

// Link makes a fresh signed URL of the PDF, for someone without a key.
func (c *Certificates) Link(ctx context.Context, id string, options ...CallOption) (*CertificateLink, error) {
	return askOf[CertificateLink](ctx, c.api, id, operation{method: http.MethodPost, path: certificatePath + "/links"}, options)
}

// Revoke revokes a certificate for good. The same revocation again changes nothing, so retries are safe.
func (c *Certificates) Revoke(ctx context.Context, id string, asked RevocationRequest, options ...CallOption) (*CertificateRecord, error) {
	return askOf[CertificateRecord](ctx, c.api, id, operation{method: http.MethodPost, path: certificatePath + "/revocation", body: asked}, options)
}

// Registry is the record for the CPSC Product Registry. The error is ErrConflict, with every gap in Details, if it cannot be filed.
func (c *Certificates) Registry(ctx context.Context, id string, options ...CallOption) (*RegistryEnvelope, error) {
	return askOf[RegistryEnvelope](ctx, c.api, id, operation{method: http.MethodGet, path: certificatePath + "/registry"}, options)
}

// RegistryWith is the record, with what the registry has already: parties, and the version that is replaced.
func (c *Certificates) RegistryWith(ctx context.Context, id string, query RegistryQuery, options ...CallOption) (*RegistryEnvelope, error) {
	return askOf[RegistryEnvelope](ctx, c.api, id, operation{method: http.MethodGet, path: certificatePath + "/registry", query: query.values()}, options)
}

// RegistryOf is one record of several certificates. The error is ErrConflict, with every gap in Details, if one cannot be filed.
func (c *Certificates) RegistryOf(ctx context.Context, asked RegistryRequest, options ...CallOption) (*RegistryEnvelope, error) {
	return ask[RegistryEnvelope](ctx, c.api, operation{method: http.MethodPost, path: "/api/v2/entry/registry", body: asked}, options)
}

// Publish lets anyone download the PDF at PublicPDFURL of the record, until Unpublish. The same again changes nothing.
func (c *Certificates) Publish(ctx context.Context, id string, options ...CallOption) (*CertificateRecord, error) {
	return askOf[CertificateRecord](ctx, c.api, id, operation{method: http.MethodPut, path: certificatePath + "/public-pdf"}, options)
}

// Unpublish ends the public download of the PDF.
func (c *Certificates) Unpublish(ctx context.Context, id string, options ...CallOption) (*CertificateRecord, error) {
	return askOf[CertificateRecord](ctx, c.api, id, operation{method: http.MethodDelete, path: certificatePath + "/public-pdf"}, options)
}

// File sends the certificate to the registry. It is sent again only if the server said that it did nothing, because a filing has no
// idempotency key: after ErrConnection or ErrTimeout, look at Filings.
func (c *Certificates) File(ctx context.Context, id string, options ...CallOption) (*Filing, error) {
	return askOf[Filing](ctx, c.api, id, operation{method: http.MethodPost, path: certificatePath + "/filings", onlyRefused: true}, options)
}

// Filings are the filings of a certificate.
func (c *Certificates) Filings(ctx context.Context, id string, options ...CallOption) (*FilingList, error) {
	return askOf[FilingList](ctx, c.api, id, operation{method: http.MethodGet, path: certificatePath + "/filings"}, options)
}
