package portside

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"regexp"
)

// Entry makes entry documents.
type Entry struct{ GCC *GCC }

// GCC makes General Certificates of Conformity.
type GCC struct{ api *api }

// GCCRequest is a certificate request. Missing information is printed as not stated, never guessed. Dates are YYYY-MM-DD.
type GCCRequest struct {
	ProductInfo    ProductInfo  `json:"product_info"`
	Manufacturer   Manufacturer `json:"manufacturer"`
	TestingLab     TestingLab   `json:"testing_lab"`
	CPSCRulesCited []string     `json:"cpsc_rules_cited,omitempty"`
	Certifier      *Contact     `json:"certifier,omitempty"`
	RecordsContact *Contact     `json:"records_contact,omitempty"`
	Exclusions     []Exclusion  `json:"exclusions,omitempty"`
	Attestation    *Attestation `json:"attestation,omitempty"`
}

// ProductInfo needs Model, SKU or both.
type ProductInfo struct {
	Name               string `json:"name"`
	Model              string `json:"model,omitempty"`
	SKU                string `json:"sku,omitempty"`
	DateOfManufacture  string `json:"date_of_manufacture"`
	PlaceOfManufacture string `json:"place_of_manufacture"`
	Description        string `json:"description,omitempty"`
	GTIN               string `json:"gtin,omitempty"`
	Lot                string `json:"lot,omitempty"`
}

// Manufacturer made the product.
type Manufacturer struct {
	Name         string `json:"name"`
	Address      string `json:"address"`
	ContactEmail string `json:"contact_email"`
	Phone        string `json:"phone,omitempty"`
}

// TestingLab tested the product.
type TestingLab struct {
	Name            string `json:"name"`
	AccreditationID string `json:"accreditation_id,omitempty"`
	TestDate        string `json:"test_date"`
	Address         string `json:"address,omitempty"`
	Email           string `json:"email,omitempty"`
	Phone           string `json:"phone,omitempty"`
	CPSCID          string `json:"cpsc_id,omitempty"`
	TestPlace       string `json:"test_place,omitempty"`
	ReportNumber    string `json:"report_number,omitempty"`
}

// Contact is the certifier, or the person who keeps the records.
type Contact struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Email   string `json:"email,omitempty"`
	Phone   string `json:"phone,omitempty"`
}

// Exclusion is a rule that needs no test, and the reason.
type Exclusion struct {
	Citation string `json:"citation"`
	Basis    string `json:"basis"`
}

// Attestation is the person who attests to the certificate.
type Attestation struct {
	Name     string `json:"name,omitempty"`
	Title    string `json:"title,omitempty"`
	Date     string `json:"date,omitempty"`
	Accepted bool   `json:"accepted,omitempty"`
	// Statement is the sentence that is attested to. It is printed as given.
	Statement string `json:"statement,omitempty"`
}

// Certificate is a generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it.
type Certificate struct {
	GCCID     string `json:"gcc_id"`
	GCCPDFURL string `json:"gcc_pdf_url"`
	Meta      Meta   `json:"meta"`

	transport *transport
}

// Generate makes a certificate. Retries are safe, because all attempts carry one idempotency key. Options: IdempotencyKey,
// Within.
func (g *GCC) Generate(ctx context.Context, asked GCCRequest, options ...CallOption) (*Certificate, error) {
	ctx, cancel, call := g.api.transport.begin(ctx, options)
	defer cancel()
	key := call.idempotencyKey
	if key == "" {
		random := make([]byte, 16)
		if _, err := rand.Read(random); err != nil {
			return nil, err
		}
		key = hex.EncodeToString(random)
	}
	certificate := &Certificate{transport: g.api.transport}
	header := http.Header{"Idempotency-Key": {key}}
	meta, err := g.api.post(ctx, "entry/gcc/generate", asked, header, call.timeout, certificate)
	if err != nil {
		return nil, err
	}
	certificate.Meta = meta
	if certificate.GCCID == "" || certificate.GCCPDFURL == "" {
		return nil, &Error{kind: ErrResponse, Message: "a certificate lacks fields", RequestID: meta.RequestID}
	}
	return certificate, nil
}

// String omits the URL, which is a secret as long as it is valid.
func (c Certificate) String() string { return fmt.Sprintf("certificate %s", c.GCCID) }

var sha256Tag = regexp.MustCompile(`^(?:W/)?"([0-9a-f]{64})"$`)

// Download returns the PDF and checks its SHA-256 against the one the server sends. The error is ErrResponse if they differ.
// Options: Within.
func (c *Certificate) Download(ctx context.Context, options ...CallOption) ([]byte, error) {
	ctx, cancel, call := c.transport.begin(ctx, options)
	defer cancel()
	header := http.Header{"Accept": {"application/pdf"}, "User-Agent": {userAgent}}
	got, err := c.transport.send(ctx, request{http.MethodGet, c.GCCPDFURL, header, nil}, call.timeout)
	if err != nil {
		return nil, err
	}
	told := sha256Tag.FindStringSubmatch(got.header.Get("ETag"))
	if actual := sha256.Sum256(got.body); told == nil || hex.EncodeToString(actual[:]) != told[1] {
		return nil, responseError(got.header, "the SHA-256 of the document is not the one the server sent", nil)
	}
	return got.body, nil
}
