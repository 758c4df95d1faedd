// Written by tools/generate.ts from the OpenAPI document of the server. Do not edit.

export type paths = {
  '/api/v1/entry/gcc/generate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Generate a General Certificate of Conformity
     * @description Makes the PDF of a certificate (16 CFR part 1110), keeps it, and returns a signed URL to it. Nothing is inferred: what the request does not state is printed as not stated, and `X-Certificate-Missing` names it.
     */
    post: operations['generateCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/pixel/scan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Scan a storefront for legacy Meta Pixel, GA4 and GTM code
     * @description Fetches one public page and reports what tracking code it still carries, with a score. Answers are remembered for ten minutes. Nothing of the page is run. An address that leads to a private host, or that cannot be scanned for another reason of its own, is a 422.
     */
    post: operations['scanStorefront'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tariff/hts/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Look HTS codes up on the Section 232 derivative list
     * @description Says of 1 to 50 codes whether they are on the derivative list (BIS-14, which here means U.S. note 16(c)), on another Section 232 list, or near a listed number. A code alone cannot decide weight, origin or stacking: a lookup is not a ruling.
     */
    post: operations['lookupHtsCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
};
export type webhooks = Record<string, never>;
export type components = {
  schemas: {
    /** @description A derivative listing of the heading of the code; one for each distinct article and rate. */
    AdjacentHit: {
      /** @description Short English name of the article. */
      article_name: string;
      /** @description Stable id of the article. */
      article_slug: string;
      /** @description The 4-digit heading. */
      code_heading: string;
      /** @description General rate the list puts on the article, in percent (25 means 25 percent). */
      proposed_rate: number;
    };
    /** @description The data of a General Certificate of Conformity. Text is cleaned (Unicode NFC; control, bidirectional and invisible characters removed), never refused for its script. All texts together have at most 32000 characters and 500 line breaks. Unknown fields are ignored. */
    CertificateRequest: {
      /** @description The attestation as the caller supplies it. Nothing is signed or attested on anyone’s behalf. */
      attestation?: {
        /** @description True if that person makes the attestation of 16 CFR part 1110. */
        accepted?: boolean;
        /**
         * Format: date
         * @description Day of the attestation. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
         */
        date?: string;
        /** @description Who attests for the certifier. */
        name?: string;
        /** @description The sentence that is attested to, printed as given. Portside does not print the wording of the regulation. */
        statement?: string;
        /** @description Position of that person. */
        title?: string;
      };
      /** @description The importer, domestic manufacturer or private labeler that certifies (16 CFR 1110.7). */
      certifier?: {
        /** @description Full mailing address of the certifier, with the country. */
        address?: string;
        /**
         * Format: email
         * @description E-mail address of the certifier. Internationalised addresses are accepted.
         */
        email?: string;
        /** @description Name of the certifier. */
        name?: string;
        /** @description Telephone number of the certifier. */
        phone?: string;
      };
      /** @description Each rule, ban, standard or regulation the product is certified to, separately. Printed as given. */
      cpsc_rules_cited?: string[];
      /** @description Testing exclusions claimed. */
      exclusions?: {
        /** @description Why it applies to this product. */
        basis: string;
        /** @description The provision that excludes the product from testing, such as `16 CFR 1610.1(d)(1)`. */
        citation: string;
      }[];
      /** @description Who made the product. */
      manufacturer: {
        /** @description Full mailing address of the manufacturer, with the country. */
        address: string;
        /**
         * Format: email
         * @description E-mail address of the manufacturer. Internationalised addresses are accepted.
         */
        contact_email: string;
        /** @description Name of the manufacturer. */
        name: string;
        /** @description Telephone number of the manufacturer. */
        phone?: string;
      };
      /** @description The product this certificate covers. */
      product_info: {
        /**
         * Format: date
         * @description Day of manufacture. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
         */
        date_of_manufacture: string;
        /** @description Further description. */
        description?: string;
        /** @description Global Trade Item Number (8, 12, 13 or 14 digits). */
        gtin?: string;
        /** @description Lot or batch number. */
        lot?: string;
        /** @description Model number. Either `model` or `sku` is required. */
        model?: string;
        /** @description The product, described well enough to match it to this certificate. */
        name: string;
        /** @description Where the product was made: city, state or province, country. */
        place_of_manufacture: string;
        /** @description Stock-keeping unit. Either `model` or `sku` is required. */
        sku?: string;
      };
      /** @description Who keeps the test records. */
      records_contact?: {
        /** @description Full mailing address of the keeper of the test records, with the country. */
        address?: string;
        /**
         * Format: email
         * @description E-mail address of the keeper of the test records. Internationalised addresses are accepted.
         */
        email?: string;
        /** @description Name of the keeper of the test records. */
        name?: string;
        /** @description Telephone number of the keeper of the test records. */
        phone?: string;
      };
      /** @description Who tested the product. A first party may: a general-use product needs no third-party laboratory. */
      testing_lab: {
        /** @description Accreditation of the laboratory, printed as given and not checked. */
        accreditation_id?: string;
        /** @description Full mailing address of the laboratory. */
        address?: string;
        /** @description CPSC number of a CPSC-accepted laboratory, printed as given and not checked. */
        cpsc_id?: string;
        /**
         * Format: email
         * @description E-mail address of the laboratory. Internationalised addresses are accepted.
         */
        email?: string;
        /** @description Name of the laboratory or other party on whose testing the certificate depends. */
        name: string;
        /** @description Telephone number of the laboratory. */
        phone?: string;
        /** @description Number of the test report. */
        report_number?: string;
        /**
         * Format: date
         * @description Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
         */
        test_date: string;
        /** @description Where the product was tested. */
        test_place?: string;
      };
    };
    /** @description Where the certificate is. */
    CertificateResponse: {
      /**
       * Format: uuid
       * @description Identifier of the certificate, for good.
       */
      gcc_id: string;
      /**
       * Format: uri
       * @description Signed URL of the PDF. `GET` it without a key, within a day unless the operator has set another time: the answer is `application/pdf`, and its `ETag` the SHA-256 of the file. Afterwards it is a 403 `url_expired`; the same `Idempotency-Key` gives a fresh URL.
       */
      gcc_pdf_url: string;
    };
    /** @description Every error of every address has this shape. docs/errors.md says what to do about each code. */
    ErrorEnvelope: {
      /** @description Whom to ask. */
      contact: string;
      /** @description With `invalid_request` only: every fault that was found, at most 100. No value is repeated. */
      details?: {
        /** @description What is expected there. */
        message: string;
        /** @description JSON pointer (RFC 6901) to the faulty value. */
        path: string;
      }[];
      /**
       * @description What happened: one of a closed set.
       * @enum {string}
       */
      error:
        | 'unauthorized'
        | 'scope'
        | 'beta'
        | 'url_expired'
        | 'url_invalid'
        | 'not_found'
        | 'method_not_allowed'
        | 'conflict'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'invalid_json'
        | 'invalid_request'
        | 'rate_limited'
        | 'upstream_failed'
        | 'upstream_timeout'
        | 'unavailable'
        | 'internal';
      /** @description The same for a person to read; its wording may change. */
      message: string;
    };
    /** @description One rule that fired. */
    Finding: {
      /**
       * @description What was found, where, and what to do, for a person to read.
       * @example Meta pixel 1234567890123456 is started by code in the theme (line 42).
       */
      message: string;
      /**
       * @description Which rule fired; docs/pixel-rules.md describes each.
       * @example legacy_meta_pixel_call
       */
      rule_id: string;
      /**
       * @description `error`: data is wrong or lost now. `warn`: legacy code to move. `info`: worth knowing, costs no score.
       * @example warn
       * @enum {string}
       */
      severity: 'info' | 'warn' | 'error';
    };
    /** @description What the list says of one code. */
    HtsLookupResult: {
      /** @description On a hit the matched listing first; then the other derivative listings of the heading. */
      adjacent_hits: components['schemas']['AdjacentHit'][];
      /** @description The code as submitted. */
      code: string;
      /** @description A derivative listing covers the code. */
      hit: boolean;
      /** @description A listing of any Section 232 programme covers the code: a duty may apply. */
      in_scope: boolean;
      /**
       * @description `hit`: on the derivative list. `adjacent`: not on it, but another number of its heading is. `in_scope_no_bis14`: covered by another Section 232 list only. `clear`: none of these. `invalid`: not the number of a product.
       * @enum {string}
       */
      status: 'hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid';
    };
    /** @description The codes to look up. Unknown fields are ignored. */
    LookupRequest: {
      /** @description 1 to 50 HTS codes. A code that cannot be read is answered with status `invalid`. */
      codes: string[];
    };
    /** @description What the lists say of the codes. */
    LookupResponse: {
      /** @description One result a code, in the order sent, duplicates kept. */
      results: components['schemas']['HtsLookupResult'][];
    };
    /** @description What a scan found. */
    ScanReport: {
      /** @description Ordered by severity, worst first. */
      findings: components['schemas']['Finding'][];
      /**
       * @description 100: nothing was found and everything was read. Any finding of severity `error` keeps it at 79 or below. 0 with the finding `page_not_judged`: nothing can be said about the page.
       * @example 92
       */
      score: number;
      /** @description How many findings there are of each severity. */
      severity_counts: {
        /**
         * @description Findings of severity `error`.
         * @example 0
         */
        error: number;
        /**
         * @description Findings of severity `info`.
         * @example 0
         */
        info: number;
        /**
         * @description Findings of severity `warn`.
         * @example 0
         */
        warn: number;
      };
    };
    /** @description Which page to scan. Unknown fields are ignored. */
    ScanRequest: {
      /**
       * Format: uri
       * @description Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are followed, at most 5.
       * @example https://demo-store.portside.invalid/
       */
      url: string;
    };
  };
  responses: {
    /** @description The body is not JSON. */
    BadRequest: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description What is on record contradicts the request: the idempotency key was used with another body, or the certificate was revoked. */
    Conflict: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The key is valid and does not open this: another product, or not in the beta. */
    Forbidden: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description Something failed on our side. */
    Internal: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The request is understood and wrong; `details` says where. */
    InvalidRequest: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description Another method than the one described. */
    MethodNotAllowed: {
      headers: {
        Allow: components['headers']['Allow'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The body is over 256 kB. */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The limit is spent. */
    RateLimited: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'Retry-After': components['headers']['Retry-After'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        'x-should-retry': components['headers']['x-should-retry'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description No key, or none that is valid. */
    Unauthorized: {
      headers: {
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The service cannot take this now; nothing was done. */
    Unavailable: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The body is not sent as `application/json`. */
    UnsupportedMediaType: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The storefront could not be fetched. */
    UpstreamFailed: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The storefront did not answer in time. */
    UpstreamTimeout: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Seconds since the page was fetched. */
    Age: number;
    /** @description The methods this address answers. */
    Allow: string;
    /** @description How long this answer may be kept, and by whom (RFC 9111). */
    'Cache-Control': string;
    /**
     * @description What is left: `r` requests, and `t` seconds until there are more.
     * @example "minute";r=99;t=60, "day";r=9999;t=43200
     */
    RateLimit: string;
    /**
     * @description The limits: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers).
     * @example "minute";q=100;w=60, "day";q=10000;w=86400
     */
    'RateLimit-Policy': string;
    /** @description Seconds to wait before the next try. */
    'Retry-After': number;
    /** @description The challenge of RFC 6750, section 3. */
    'WWW-Authenticate': string;
    /** @description `HIT`: remembered. `MISS`: fetched. `SHARED`: joined a fetch under way. `BYPASS`: fetched as asked. */
    'X-Cache': 'HIT' | 'MISS' | 'SHARED' | 'BYPASS';
    /**
     * @description JSON pointers of the items of 16 CFR part 1110 that the request does not state, so that the certificate is marked as incomplete. Absent on a complete certificate.
     * @example /cpsc_rules_cited, /attestation
     */
    'X-Certificate-Missing': string;
    /**
     * @description JSON pointers of up to ten fields of the request that are unknown and were ignored; `...` if there are more. Characters other than printable ASCII are percent-encoded.
     * @example /certifier/adress, /records_contract
     */
    'X-Ignored-Fields': string;
    /** @description Names this request. Quote it when you ask for help. */
    'X-Request-Id': string;
    /** @description `false` when the day is spent: do not retry. */
    'x-should-retry': 'false';
    /** @description The day the answer is for, New York time. */
    'X-Tariff-As-Of': string;
    /** @description The last day whose law was read. Newer law is not in the answer. */
    'X-Tariff-Law-Read-To': string;
    /**
     * @description The derivative list that was in force.
     * @example note-16c
     */
    'X-Tariff-List': string;
    /** @description The version of that list. */
    'X-Tariff-List-Version': string;
  };
  pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
  generateCertificate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key and body within 24 hours give the same certificate with a fresh URL; another body under the same key is a 409. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CertificateRequest'];
      };
    };
    responses: {
      /** @description The certificate is on record. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Certificate-Missing': components['headers']['X-Certificate-Missing'];
          'X-Ignored-Fields': components['headers']['X-Ignored-Fields'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CertificateResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  scanStorefront: {
    parameters: {
      query?: {
        /** @description With `true` what the page names is read too: GTM containers, Google tags, loaders on the shop’s own domain, and custom pixels. Slower: up to 30 seconds. */
        deep?: 'true' | 'false';
      };
      header?: {
        /** @description With `no-cache` a remembered answer is set aside and the page fetched again. */
        'Cache-Control'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScanRequest'];
      };
    };
    responses: {
      /** @description Score and findings. */
      200: {
        headers: {
          Age: components['headers']['Age'];
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Cache': components['headers']['X-Cache'];
          'X-Ignored-Fields': components['headers']['X-Ignored-Fields'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScanReport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      502: components['responses']['UpstreamFailed'];
      503: components['responses']['Unavailable'];
      504: components['responses']['UpstreamTimeout'];
    };
  };
  lookupHtsCodes: {
    parameters: {
      query?: {
        /** @description Answer as the law stood, or is scheduled to stand, on this date (YYYY-MM-DD, from 2025-03-12). Default: today in New York. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookupRequest'];
      };
    };
    responses: {
      /** @description One result for each code, in order. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Ignored-Fields': components['headers']['X-Ignored-Fields'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Tariff-As-Of': components['headers']['X-Tariff-As-Of'];
          'X-Tariff-Law-Read-To': components['headers']['X-Tariff-Law-Read-To'];
          'X-Tariff-List': components['headers']['X-Tariff-List'];
          'X-Tariff-List-Version': components['headers']['X-Tariff-List-Version'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LookupResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
}
