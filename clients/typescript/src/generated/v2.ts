// Written by tools/generate.ts from the OpenAPI document of the server. Do not edit.

export type paths = {
  '/api/v2/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what your key may use and has used
     * @description The key, its limits, its requests of the last 90 days, its resources and its open jobs. A key of any scope may ask. The request itself is counted.
     */
    get: operations['readAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/account/rotation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the key that asks
     * @description Makes a successor with the same scope, limits, networks and expiry, and shows it once. The old key works until the overlap ends. 409 if the operator does not allow it, or if the key has a successor already.
     */
    post: operations['rotateOwnKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List batches of certificates
     * @description Those that this key began, or a key it was rotated from or to, newest first.
     */
    get: operations['listEntryBatches'];
    put?: never;
    /**
     * Begin a batch of certificates
     * @description Makes a certificate of conformity for each of up to 5000 lines, each exactly once: as CSV, as a workbook or as JSON, with the columns of `portside entry batch --template`. A heading that is not one of them refuses the upload. A line that cannot be made is named with its column, and the others are made. Costs one request for each certificate.
     */
    post: operations['createEntryBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/batches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of a batch of certificates
     * @description How far it is, its outcomes so far, and the lines at fault. Ask every few seconds.
     */
    get: operations['readEntryBatch'];
    put?: never;
    post?: never;
    /**
     * Cancel and remove a batch of certificates
     * @description Stops it if it is open, gives back what was not needed, and removes the job with its result. For good.
     */
    delete: operations['removeEntryBatch'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/batches/{id}/lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the lines of a batch of certificates, page by page
     * @description Also while it runs: in the order of the table, up to the first lines that are not done. Whoever follows `next_cursor` to its end sees every line once. One request reads a bounded part of a long job, so with filters a page can be empty and still have a `next_cursor`. 409 if the lists changed meanwhile and the job started over: begin again without a cursor.
     */
    get: operations['listEntryBatchLines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/batches/{id}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the result of a batch of certificates
     * @description As CSV, XLSX or JSON, by `format` or `Accept`. It is kept for seven days; afterwards it is a 404. While the job is not finished it is a 409 with `Retry-After`. An answer that breaks off is not the whole result.
     */
    get: operations['readEntryBatchResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/certificates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List certificates
     * @description The certificates that this key made, or a key it was rotated from or to, newest first. One that is made meanwhile is in none of the later pages.
     */
    get: operations['listCertificates'];
    put?: never;
    /**
     * Make a certificate
     * @description Makes the PDF of a General Certificate of Conformity (16 CFR part 1110), keeps it, and returns its record with a signed URL. The request is that of v1 with more fields. Nothing is inferred: `gaps` names what is lacking.
     */
    post: operations['createCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/certificates/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a certificate
     * @description The record of a certificate: its request, its state and status, what is lacking, and its SHA-256.
     */
    get: operations['readCertificate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/certificates/{id}/filings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the filings of a certificate
     * @description What was sent to the registry, and what it said. Nothing is asked anew.
     */
    get: operations['listFilings'];
    put?: never;
    /**
     * Send a certificate to the registry
     * @description Experimental, and only where the operator has configured the registry. It never certifies. One that is sent or accepted is not sent again: the answer is its filing, asked about anew. A certificate that cannot be filed, or whose citation codes are inferred, is a 409 with `details`.
     */
    post: operations['fileCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/certificates/{id}/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a fresh URL of a certificate
     * @description Signs a URL of the PDF that works without a key, when an earlier one has expired. No certificate is made.
     */
    post: operations['linkCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/certificates/{id}/pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the PDF of a certificate
     * @description The same bytes as on the day of issue, for as long as the certificate is kept, also after it was revoked. Ranges and `If-None-Match` are honoured.
     */
    get: operations['readCertificatePdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/certificates/{id}/registry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the registry record of a certificate
     * @description The import envelope of the CPSC Product Registry, as far as public clients show its format: CPSC’s own specification was not read. Nothing is sent and nothing is certified. A certificate that cannot be filed is a 409, whose `details` name everything that is missing. Nothing is cut to fit.
     */
    get: operations['readRegistryEnvelope'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/certificates/{id}/revocation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke or supersede a certificate
     * @description For good: the verify page and every download say so from then on, and the certificate stays on record. With `successor_id` it is superseded. Sent again, the same revocation has the same answer; another one is a 409.
     */
    post: operations['revokeCertificate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/parties': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List parties
     * @description The certifiers, manufacturers, laboratories and keepers of records that this key keeps, or a key it was rotated from or to, the newest first.
     */
    get: operations['listParties'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/entry/parties/{alternate_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a party
     * @description What is kept of it.
     */
    get: operations['readParty'];
    /**
     * Keep a party
     * @description Adds the party, or replaces all that is kept of it. Texts are cleaned as those of a certificate. Certificates that were made before stay as they are. 409 if there are too many.
     */
    put: operations['putParty'];
    post?: never;
    /**
     * Delete a party
     * @description It is offered no more. Certificates that state it stay as they are.
     */
    delete: operations['deleteParty'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * @description What all watches of this key told, and of keys it was rotated from or to: oldest first, for 90 days. Ask again with `next_cursor` for what came since.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/events/{id}/redelivery': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an event again
     * @description Now, with a new schedule of attempts, also one that was delivered. The id and the body are the same, the timestamp and the signature are fresh. 409 if its watch has no webhook that is on.
     */
    post: operations['redeliverEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/pixel/audits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List pixel audits
     * @description Those that this key began, or a key it was rotated from or to, newest first.
     */
    get: operations['listPixelAudits'];
    put?: never;
    /**
     * Begin a pixel audit
     * @description Scans up to 500 storefronts, worst first in the result: a list of addresses as JSON, or a table with a column of them. A store that cannot be fetched is a line of the result and never fails the job. Costs one request for each page, the most that can be fetched when the job is accepted; pages that were not fetched are given back.
     */
    post: operations['createPixelAudit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/pixel/audits/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of a pixel audit
     * @description How far it is, its outcomes so far, and the lines at fault. Ask every few seconds.
     */
    get: operations['readPixelAudit'];
    put?: never;
    post?: never;
    /**
     * Cancel and remove a pixel audit
     * @description Stops it if it is open, gives back what was not needed, and removes the job with its result. For good.
     */
    delete: operations['removePixelAudit'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/pixel/audits/{id}/lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the lines of a pixel audit, page by page
     * @description Also while it runs: in the order of the table, up to the first lines that are not done. Whoever follows `next_cursor` to its end sees every line once. One request reads a bounded part of a long job, so with filters a page can be empty and still have a `next_cursor`. 409 if the lists changed meanwhile and the job started over: begin again without a cursor.
     */
    get: operations['listPixelAuditLines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/pixel/audits/{id}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the result of a pixel audit
     * @description As CSV, XLSX or JSON, by `format` or `Accept`. It is kept for seven days; afterwards it is a 404. While the job is not finished it is a 409 with `Retry-After`. An answer that breaks off is not the whole result.
     */
    get: operations['readPixelAuditResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/pixel/scans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Scan a storefront: places, causes, who sends what, and what was not looked at
     * @description Fetches a public page and what it names, and reports who sends which event to whom, what is counted twice, and what to do about it. A score speaks only for what was read: `state` and `not_looked_at` say what was not. Costs one request, also for a journey of several pages, the processor time of the readers and the bytes that were fetched. Answers are remembered for ten minutes, and a remembered one costs only the request. Nothing of the page is run. An address that leads to a private host, or that cannot be scanned for another reason of its own, is a 422. With `Accept: application/x-ndjson` the answer is a line of JSON for each step while it happens (`{"type":"step","page","path","state","reason"}`), and last the report (`{"type":"report","report"}`) or why there is none (`{"type":"error","status","error","message"}`). Empty lines say nothing.
     */
    post: operations['scanPixels'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/tariff/audits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List tariff audits
     * @description Those that this key began, or a key it was rotated from or to, newest first.
     */
    get: operations['listTariffAudits'];
    put?: never;
    /**
     * Begin a tariff audit
     * @description Answers every line of a parts list as a single lookup would: 500,000 lines and 32 MB at most, as CSV, as a workbook or as JSON. Every column and row comes back in order, with what was found beside it. A number that a spreadsheet damaged is flagged and never repaired. With a column of origins the Section 232 duty is worked out too. Columns that are not named are found by their header and content. An upload that cannot be read is refused whole. Costs one request for each 50 distinct numbers, taken from the day when the job is accepted, never from the minute. Not a ruling.
     */
    post: operations['createTariffAudit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/tariff/audits/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of a tariff audit
     * @description How far it is, its outcomes so far, and the lines at fault. Ask every few seconds.
     */
    get: operations['readTariffAudit'];
    put?: never;
    post?: never;
    /**
     * Cancel and remove a tariff audit
     * @description Stops it if it is open, gives back what was not needed, and removes the job with its result. For good.
     */
    delete: operations['removeTariffAudit'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/tariff/audits/{id}/headings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the lines of a tariff audit by chapter 99 heading
     * @description Over the lines that are done, also while it runs: by heading and outcome, with the highest rate.
     */
    get: operations['listTariffAuditHeadings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/tariff/audits/{id}/lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the lines of a tariff audit, page by page
     * @description Also while it runs: in the order of the table, up to the first lines that are not done. Whoever follows `next_cursor` to its end sees every line once. One request reads a bounded part of a long job, so with filters a page can be empty and still have a `next_cursor`. 409 if the lists changed meanwhile and the job started over: begin again without a cursor. Another order than `line` is a 409 until the job is finished.
     */
    get: operations['listTariffAuditLines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/tariff/audits/{id}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the result of a tariff audit
     * @description As CSV, XLSX or JSON, by `format` or `Accept`. It is kept for seven days; afterwards it is a 404. While the job is not finished it is a 409 with `Retry-After`. An answer that breaks off is not the whole result.
     */
    get: operations['readTariffAuditResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/tariff/duties': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Work out the Section 232 duties of up to 50 lines
     * @description Which chapter 99 headings to declare, at which rate, and what they displace. A fact that is not stated is unknown: the answer then has every alternative, and the facts to ask for. Duties other than Section 232 are not considered. Not a ruling.
     */
    post: operations['workOutDuties'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/watches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List watches
     * @description The watches that this key made, or a key it was rotated from or to, newest first.
     */
    get: operations['listWatches'];
    put?: never;
    /**
     * Be told when duties or stores change
     * @description Tariff numbers: one event when a list revision changes any of them, and one 30 days before an announced change. Stores: scanned every day or week, each scan costing a request of the day, with an event when findings, tags, container versions or the state change. Needs the scope of what is watched. With a webhook the answer has the secret that signs.
     */
    post: operations['createWatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/watches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a watch
     * @description What it watches, how the latest look at each part went, and its webhook without the secret.
     */
    get: operations['readWatch'];
    put?: never;
    post?: never;
    /**
     * Delete a watch
     * @description What waits to be sent is given up. Its events stay in the list until they are 90 days old.
     */
    delete: operations['deleteWatch'];
    options?: never;
    head?: never;
    /**
     * Pause, rename or redirect a watch
     * @description Changes what is sent. A webhook that a watch gets for the first time comes with its secret.
     */
    patch: operations['changeWatch'];
    trace?: never;
  };
  '/api/v2/watches/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of a watch
     * @description Oldest first, for 90 days, at most the latest 1,000.
     */
    get: operations['listWatchEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/watches/{id}/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook
     * @description Makes a new secret. For a day each event has a signature of the old one as well. 409 without a webhook.
     */
    post: operations['rotateWatchSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v2/watches/{id}/tests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a test event
     * @description Stores an event that says that it is a test, and sends it like any other.
     */
    post: operations['testWatch'];
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
    /** @description What a key is, what it may use, and what it has used. */
    Account: {
      /** @description The key of this request. */
      key: {
        /**
         * Format: date-time
         * @description When it was issued.
         */
        created_at: string;
        /** @description From when on it is refused; null for never. */
        expires_at: string | null;
        /** @description Whether it may rotate itself now. */
        may_rotate: boolean;
        /** @description Its name. */
        name: string;
        /** @description Who answers for it; empty if nobody is named. */
        owner: string;
        /**
         * @description What is shown of it in lists.
         * @example svc_ab12…wxyz
         */
        prefix: string;
        /**
         * @description What it may be used for.
         * @enum {string}
         */
        scope: 'tariff' | 'pixel' | 'entry' | 'all';
        /**
         * @description `rotating`: it has a successor, and works until `expires_at`.
         * @enum {string}
         */
        status: 'active' | 'rotating';
        /** @description What is shown of its successor; null if it was not rotated. */
        successor_prefix: string | null;
      };
      /** @description Limits that this key shares with the keys that it was rotated from or to. */
      limits: {
        /** @description Requests on a UTC day. */
        per_day: number;
        /** @description Requests in a sliding minute. */
        per_minute: number;
      };
      /** @description Jobs that are queued or running. */
      open_jobs: {
        /** @description Batches of certificates. */
        entry_batches: number;
        /** @description How many may be open together. */
        limit: number;
        /** @description Pixel audits. */
        pixel_audits: number;
        /** @description Tariff audits. */
        tariff_audits: number;
      };
      /** @description What it may use besides requests. */
      resources: {
        /** @description Bytes fetched from storefronts on this UTC day. */
        bytes_fetched: {
          /** @description The limit. */
          limit: number;
          /** @description Used. Work under way is included with the most that it may use. */
          used: number;
        };
        /** @description Milliseconds of processor time on this UTC day. */
        cpu_ms: {
          /** @description The limit. */
          limit: number;
          /** @description Used. Work under way is included with the most that it may use. */
          used: number;
        };
        /** @description Bytes stored, in total. */
        stored_bytes: {
          /** @description The limit. */
          limit: number;
          /** @description Used. Work under way is included with the most that it may use. */
          used: number;
        };
      };
      /** @description Requests of this key and of those that it was rotated from or to. */
      use: {
        /** @description The last 90 UTC days, oldest first, also those without a request. */
        days: {
          /** @description Requests by product. */
          by_product: {
            /** @description Of entry. */
            entry: number;
            /** @description Of pixel. */
            pixel: number;
            /** @description Of tariff. */
            tariff: number;
          };
          /**
           * Format: date
           * @description The UTC day.
           */
          date: string;
          /** @description Requests of the day. */
          requests: number;
        }[];
        /** @description Requests of the last minute, this one included. */
        minute: number;
        /** @description Requests of this UTC day, this one included, with those that jobs took. */
        today: number;
      };
    };
    /** @description One of the answers that the missing facts decide between. Exactly one holds. */
    Alternative: {
      /** @description What to declare then. */
      declare: components['schemas']['Declaration'][];
      /**
       * @description Too many to tell apart: exactly one of those with the same `when` holds, and only more facts say which.
       * @constant
       */
      undivided?: true;
      /** @description The facts under which it holds: a value, bounds (`gte`, `gt`, `lt`, `lte`) or sets (`one_of`, `none_of`, `includes`, `excludes`). A name `reading:…` is an open question of law, and the reading taken. */
      when: {
        [key: string]: unknown;
      };
    };
    /** @description A dated change after the entry date, or before it and later than the law was read. */
    AnnouncedForItem: {
      /** @description `law` or `announced`. */
      certainty: string;
      /**
       * Format: date
       * @description Its first day.
       */
      date: string;
      /** @description The Section 232 programme. */
      programme: string;
      /** @description Where it is announced. */
      source: string;
      /** @description What changes. */
      what: string;
    };
    /** @description A certificate on record. */
    Certificate: {
      /** @description What is known to be wrong. */
      defects: components['schemas']['Defect'][];
      /**
       * @description Whether the registry has it.
       * @enum {string}
       */
      filing: 'none' | 'sent' | 'accepted' | 'refused';
      /** @description What is lacking, first for the certificate, then for filing it. */
      gaps: components['schemas']['Gap'][];
      /**
       * Format: uuid
       * @description Identifier of the certificate, for good; `gcc_id` in v1.
       */
      id: string;
      /**
       * Format: date-time
       * @description When it was issued.
       */
      issued_at: string;
      /** @description JSON pointers of the items that the request does not state. */
      missing: string[];
      /** @description Remarks, such as a rule that is cited twice or a test long before manufacture. */
      notes?: components['schemas']['CertificateNote'][];
      /** @description Size of the PDF. */
      pdf_bytes: number;
      /** @description The product, as the request states it. */
      product: {
        /** @description Model number. */
        model: string | null;
        /** @description Name of the product. */
        name: string;
        /** @description Stock-keeping unit. */
        sku: string | null;
      };
      /** @description The request as it was read: texts cleaned, an address composed from its parts. */
      request: {
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
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /**
           * Format: email
           * @description E-mail address of the certifier. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the certifier. */
          name?: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
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
        /** @description Further identifiers of the product. */
        identifiers?: {
          /**
           * @description The kind of identifier, as the registry knows it.
           * @enum {string}
           */
          type: 'gtin' | 'upc' | 'sku' | 'model' | 'serial' | 'registered' | 'alternate';
          /** @description The identifier. */
          value: string;
        }[];
        /** @description Who made the product. */
        manufacturer: {
          /** @description Full mailing address, or leave it out and state `address_parts`. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /**
           * Format: email
           * @description E-mail address of the manufacturer. Internationalised addresses are accepted.
           */
          contact_email: string;
          /** @description Name of the manufacturer. */
          name: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the manufacturer. */
          phone?: string;
        };
        /** @description The product this certificate covers. It needs at least one of model, SKU, GTIN and `identifiers`. */
        product_info: {
          /** @description Color. */
          color?: string;
          /**
           * Format: day-or-month
           * @description Day or month of manufacture; for a run, its first. YYYY-MM-DD or YYYY-MM, from 1900 on and not later than today anywhere on Earth.
           */
          date_of_manufacture: string;
          /** @description Further description. */
          description?: string;
          /** @description The description in English. */
          description_en?: string;
          /** @description Global Trade Item Number (8, 12, 13 or 14 digits). */
          gtin?: string;
          /** @description Lot or batch number. */
          lot?: string;
          /**
           * @description Who assigned the lot number.
           * @enum {string}
           */
          lot_assigned_by?: 'manufacturer' | 'seller';
          /** @description Model number. */
          model?: string;
          /** @description The product, described well enough to match it to this certificate. */
          name: string;
          /** @description The product in English, where `name` is in another language. */
          name_en?: string;
          /** @description Where the product was made: city, state or province, country. */
          place_of_manufacture: string;
          /**
           * Format: date
           * @description Last day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          production_end?: string;
          /**
           * Format: date
           * @description First day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          production_start?: string;
          /** @description Stock-keeping unit. */
          sku?: string;
          /** @description Style. */
          style?: string;
          /** @description Trade or brand name. */
          trade_name?: string;
          /** @description Version of the record in the registry. */
          version_id?: string;
        };
        /** @description Who keeps the test records. */
        records_contact?: {
          /** @description Full mailing address of the keeper of the test records, with the country. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /**
           * Format: email
           * @description E-mail address of the keeper of the test records. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the keeper of the test records. */
          name?: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the keeper of the test records. */
          phone?: string;
          /**
           * @description What the keeper of the records is.
           * @enum {string}
           */
          role?: 'importer' | 'manufacturer' | 'laboratory' | 'broker' | 'other';
        };
        /** @description Who tested the product. A first party may: a general-use product needs no third-party laboratory. */
        testing_lab?: {
          /** @description Accreditation of the laboratory, printed as given and not checked. */
          accreditation_id?: string;
          /** @description Full mailing address of the laboratory. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /** @description The component that was tested, where it was not the finished product. */
          component?: string;
          /** @description CPSC number of a CPSC-accepted laboratory, printed as given and not checked. */
          cpsc_id?: string;
          /**
           * Format: email
           * @description E-mail address of the laboratory. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the laboratory or other party on whose testing the certificate depends. */
          name: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the laboratory. */
          phone?: string;
          /** @description Number of the test report. */
          report_number?: string;
          /**
           * Format: uri
           * @description Where the report can be read: http or https.
           */
          report_url?: string;
          /**
           * Format: date
           * @description Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          test_date: string;
          /** @description Where the product was tested. */
          test_place?: string;
        };
        /** @description Every laboratory or other party relied on, in place of `testing_lab`. */
        testing_labs?: {
          /** @description Accreditation of the laboratory, printed as given and not checked. */
          accreditation_id?: string;
          /** @description Full mailing address of the laboratory. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /** @description The component that was tested, where it was not the finished product. */
          component?: string;
          /** @description CPSC number of a CPSC-accepted laboratory, printed as given and not checked. */
          cpsc_id?: string;
          /**
           * Format: email
           * @description E-mail address of the laboratory. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the laboratory or other party on whose testing the certificate depends. */
          name: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the laboratory. */
          phone?: string;
          /** @description Number of the test report. */
          report_number?: string;
          /**
           * Format: uri
           * @description Where the report can be read: http or https.
           */
          report_url?: string;
          /** @description What this laboratory tested. Without it: all rules. */
          rules?: string[];
          /**
           * Format: date
           * @description Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          test_date: string;
          /** @description Where the product was tested. */
          test_place?: string;
        }[];
      };
      /** @description Why, as the revocation says. */
      revocation_reason: string | null;
      /** @description When it was revoked or superseded. */
      revoked_at: string | null;
      /** @description SHA-256 of the PDF. */
      sha256: string;
      /**
       * @description `incomplete`: the request does not state every item of 16 CFR 1110.11(a). `stated_with_defects`: all are stated, and something is known to be wrong. `stated`: all are stated, and none of the conditions that are looked at was found. It does not say that a statement is true.
       * @enum {string}
       */
      state: 'incomplete' | 'stated_with_defects' | 'stated';
      /**
       * @description `superseded`: another certificate replaces it. `revoked`: do not rely on it.
       * @enum {string}
       */
      status: 'active' | 'superseded' | 'revoked';
      /** @description The certificate that replaces it. */
      successor_id: string | null;
      /**
       * Format: uri
       * @description The public page that the PDF leads to.
       */
      verify_url: string;
    };
    /** @description A fresh URL of the same PDF. */
    CertificateLink: {
      /**
       * Format: uri
       * @description Signed URL of the PDF. `GET` it without a key. Afterwards it is a 403 `url_expired`.
       */
      gcc_pdf_url: string;
      /**
       * Format: date-time
       * @description Until when the URL is valid. The certificate is kept longer.
       */
      gcc_pdf_url_expires_at: string;
    };
    /** @description A page of certificates. */
    CertificateList: {
      /** @description Newest first. */
      certificates: components['schemas']['CertificateSummary'][];
      /** @description Send it as `cursor` for the next page; null on the last. */
      next_cursor: string | null;
    };
    /** @description A remark, also printed on the certificate. It changes no state. */
    CertificateNote: {
      /** @description A short name of the remark. */
      kind: string;
      /** @description What was noticed. */
      message: string;
      /** @description JSON pointer (RFC 6901) into the request. */
      path: string;
    };
    /** @description The data of a General Certificate of Conformity. Text is cleaned (Unicode NFC; control, bidirectional and invisible characters removed), never refused for its script. All texts together have at most 32000 characters and 500 line breaks. A field that is not described is refused. */
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
        /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
        address_parts?: {
          /** @description City. */
          city: string;
          /** @description Country: two letters (ISO 3166-1) or the English name. */
          country: string;
          /** @description Street and number. */
          line1: string;
          /** @description Further line. */
          line2?: string;
          /** @description Postal code. */
          postal_code: string;
          /** @description State or province. */
          state_province?: string;
          /** @description Apartment or suite. */
          unit?: string;
        };
        /** @description Your own key of this party in the CPSC Product Registry. */
        alternate_id?: string;
        /**
         * Format: email
         * @description E-mail address of the certifier. Internationalised addresses are accepted.
         */
        email?: string;
        /** @description Name of the certifier. */
        name?: string;
        /** @description The name in English, where `name` is in another language. */
        name_en?: string;
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
      /** @description Further identifiers of the product. */
      identifiers?: {
        /**
         * @description The kind of identifier, as the registry knows it.
         * @enum {string}
         */
        type: 'gtin' | 'upc' | 'sku' | 'model' | 'serial' | 'registered' | 'alternate';
        /** @description The identifier. */
        value: string;
      }[];
      /** @description Who made the product. */
      manufacturer: {
        /** @description Full mailing address, or leave it out and state `address_parts`. */
        address?: string;
        /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
        address_parts?: {
          /** @description City. */
          city: string;
          /** @description Country: two letters (ISO 3166-1) or the English name. */
          country: string;
          /** @description Street and number. */
          line1: string;
          /** @description Further line. */
          line2?: string;
          /** @description Postal code. */
          postal_code: string;
          /** @description State or province. */
          state_province?: string;
          /** @description Apartment or suite. */
          unit?: string;
        };
        /** @description Your own key of this party in the CPSC Product Registry. */
        alternate_id?: string;
        /**
         * Format: email
         * @description E-mail address of the manufacturer. Internationalised addresses are accepted.
         */
        contact_email: string;
        /** @description Name of the manufacturer. */
        name: string;
        /** @description The name in English, where `name` is in another language. */
        name_en?: string;
        /** @description Telephone number of the manufacturer. */
        phone?: string;
      };
      /** @description The product this certificate covers. It needs at least one of model, SKU, GTIN and `identifiers`. */
      product_info: {
        /** @description Color. */
        color?: string;
        /**
         * Format: day-or-month
         * @description Day or month of manufacture; for a run, its first. YYYY-MM-DD or YYYY-MM, from 1900 on and not later than today anywhere on Earth.
         */
        date_of_manufacture: string;
        /** @description Further description. */
        description?: string;
        /** @description The description in English. */
        description_en?: string;
        /** @description Global Trade Item Number (8, 12, 13 or 14 digits). */
        gtin?: string;
        /** @description Lot or batch number. */
        lot?: string;
        /**
         * @description Who assigned the lot number.
         * @enum {string}
         */
        lot_assigned_by?: 'manufacturer' | 'seller';
        /** @description Model number. */
        model?: string;
        /** @description The product, described well enough to match it to this certificate. */
        name: string;
        /** @description The product in English, where `name` is in another language. */
        name_en?: string;
        /** @description Where the product was made: city, state or province, country. */
        place_of_manufacture: string;
        /**
         * Format: date
         * @description Last day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
         */
        production_end?: string;
        /**
         * Format: date
         * @description First day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
         */
        production_start?: string;
        /** @description Stock-keeping unit. */
        sku?: string;
        /** @description Style. */
        style?: string;
        /** @description Trade or brand name. */
        trade_name?: string;
        /** @description Version of the record in the registry. */
        version_id?: string;
      };
      /** @description Who keeps the test records. */
      records_contact?: {
        /** @description Full mailing address of the keeper of the test records, with the country. */
        address?: string;
        /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
        address_parts?: {
          /** @description City. */
          city: string;
          /** @description Country: two letters (ISO 3166-1) or the English name. */
          country: string;
          /** @description Street and number. */
          line1: string;
          /** @description Further line. */
          line2?: string;
          /** @description Postal code. */
          postal_code: string;
          /** @description State or province. */
          state_province?: string;
          /** @description Apartment or suite. */
          unit?: string;
        };
        /** @description Your own key of this party in the CPSC Product Registry. */
        alternate_id?: string;
        /**
         * Format: email
         * @description E-mail address of the keeper of the test records. Internationalised addresses are accepted.
         */
        email?: string;
        /** @description Name of the keeper of the test records. */
        name?: string;
        /** @description The name in English, where `name` is in another language. */
        name_en?: string;
        /** @description Telephone number of the keeper of the test records. */
        phone?: string;
        /**
         * @description What the keeper of the records is.
         * @enum {string}
         */
        role?: 'importer' | 'manufacturer' | 'laboratory' | 'broker' | 'other';
      };
      /** @description Who tested the product. A first party may: a general-use product needs no third-party laboratory. */
      testing_lab?: {
        /** @description Accreditation of the laboratory, printed as given and not checked. */
        accreditation_id?: string;
        /** @description Full mailing address of the laboratory. */
        address?: string;
        /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
        address_parts?: {
          /** @description City. */
          city: string;
          /** @description Country: two letters (ISO 3166-1) or the English name. */
          country: string;
          /** @description Street and number. */
          line1: string;
          /** @description Further line. */
          line2?: string;
          /** @description Postal code. */
          postal_code: string;
          /** @description State or province. */
          state_province?: string;
          /** @description Apartment or suite. */
          unit?: string;
        };
        /** @description Your own key of this party in the CPSC Product Registry. */
        alternate_id?: string;
        /** @description The component that was tested, where it was not the finished product. */
        component?: string;
        /** @description CPSC number of a CPSC-accepted laboratory, printed as given and not checked. */
        cpsc_id?: string;
        /**
         * Format: email
         * @description E-mail address of the laboratory. Internationalised addresses are accepted.
         */
        email?: string;
        /** @description Name of the laboratory or other party on whose testing the certificate depends. */
        name: string;
        /** @description The name in English, where `name` is in another language. */
        name_en?: string;
        /** @description Telephone number of the laboratory. */
        phone?: string;
        /** @description Number of the test report. */
        report_number?: string;
        /**
         * Format: uri
         * @description Where the report can be read: http or https.
         */
        report_url?: string;
        /**
         * Format: date
         * @description Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
         */
        test_date: string;
        /** @description Where the product was tested. */
        test_place?: string;
      };
      /** @description Every laboratory or other party relied on, in place of `testing_lab`. */
      testing_labs?: {
        /** @description Accreditation of the laboratory, printed as given and not checked. */
        accreditation_id?: string;
        /** @description Full mailing address of the laboratory. */
        address?: string;
        /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
        address_parts?: {
          /** @description City. */
          city: string;
          /** @description Country: two letters (ISO 3166-1) or the English name. */
          country: string;
          /** @description Street and number. */
          line1: string;
          /** @description Further line. */
          line2?: string;
          /** @description Postal code. */
          postal_code: string;
          /** @description State or province. */
          state_province?: string;
          /** @description Apartment or suite. */
          unit?: string;
        };
        /** @description Your own key of this party in the CPSC Product Registry. */
        alternate_id?: string;
        /** @description The component that was tested, where it was not the finished product. */
        component?: string;
        /** @description CPSC number of a CPSC-accepted laboratory, printed as given and not checked. */
        cpsc_id?: string;
        /**
         * Format: email
         * @description E-mail address of the laboratory. Internationalised addresses are accepted.
         */
        email?: string;
        /** @description Name of the laboratory or other party on whose testing the certificate depends. */
        name: string;
        /** @description The name in English, where `name` is in another language. */
        name_en?: string;
        /** @description Telephone number of the laboratory. */
        phone?: string;
        /** @description Number of the test report. */
        report_number?: string;
        /**
         * Format: uri
         * @description Where the report can be read: http or https.
         */
        report_url?: string;
        /** @description What this laboratory tested. Without it: all rules. */
        rules?: string[];
        /**
         * Format: date
         * @description Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
         */
        test_date: string;
        /** @description Where the product was tested. */
        test_place?: string;
      }[];
    };
    /** @description A certificate in a list. */
    CertificateSummary: {
      /**
       * @description Whether the registry has it.
       * @enum {string}
       */
      filing: 'none' | 'sent' | 'accepted' | 'refused';
      /**
       * Format: uuid
       * @description Identifier of the certificate, for good; `gcc_id` in v1.
       */
      id: string;
      /**
       * Format: date-time
       * @description When it was issued.
       */
      issued_at: string;
      /** @description Size of the PDF. */
      pdf_bytes: number;
      /** @description The product, as the request states it. */
      product: {
        /** @description Model number. */
        model: string | null;
        /** @description Name of the product. */
        name: string;
        /** @description Stock-keeping unit. */
        sku: string | null;
      };
      /** @description Why, as the revocation says. */
      revocation_reason: string | null;
      /** @description When it was revoked or superseded. */
      revoked_at: string | null;
      /** @description SHA-256 of the PDF. */
      sha256: string;
      /**
       * @description `incomplete`: the request does not state every item of 16 CFR 1110.11(a). `stated_with_defects`: all are stated, and something is known to be wrong. `stated`: all are stated, and none of the conditions that are looked at was found. It does not say that a statement is true.
       * @enum {string}
       */
      state: 'incomplete' | 'stated_with_defects' | 'stated';
      /**
       * @description `superseded`: another certificate replaces it. `revoked`: do not rely on it.
       * @enum {string}
       */
      status: 'active' | 'superseded' | 'revoked';
      /** @description The certificate that replaces it. */
      successor_id: string | null;
      /**
       * Format: uri
       * @description The public page that the PDF leads to.
       */
      verify_url: string;
    };
    /** @description A chapter 99 heading of Section 232 to declare. */
    Declaration: {
      /** @description What it is charged on. */
      basis: string;
      /** @description Chapter 99 heading; null where the heading was not read. */
      heading: string | null;
      /** @description The Section 232 programme. */
      programme: string;
      /** @description Percent; null if nothing is charged, or the duty is not a percentage. */
      rate: number | null;
      /**
       * @description `added` to the column 1 duty; `total` including it; `none`: no duty.
       * @enum {string}
       */
      rate_kind: 'added' | 'total' | 'none';
      /** @description Where the rule is published. */
      source: string;
    };
    /** @description Something stated that is known to be wrong. Nothing else was looked at. */
    Defect: {
      /** @description A short name of the condition. */
      kind: string;
      /** @description What is wrong. */
      message: string;
      /** @description JSON pointer (RFC 6901) into the request. */
      path: string;
      /** @description Where the condition is published. */
      source: string;
    };
    /** @description What was deleted. */
    DeletedParty: {
      /** @description Your own key of the party. */
      alternate_id: string;
      /**
       * @description It is gone. Certificates that state the party stay as they are.
       * @constant
       */
      deleted: true;
    };
    /** @description What was deleted. */
    DeletedWatch: {
      /**
       * @description It is gone; its events stay.
       * @constant
       */
      deleted: true;
      /** @description Id of the watch. */
      id: string;
    };
    /** @description An attempt to deliver an event. */
    DeliveryAttempt: {
      /**
       * Format: date-time
       * @description When it ended.
       */
      at: string;
      /** @description What went wrong where nothing was answered. */
      error: string | null;
      /** @description The HTTP status of the answer; null without one. */
      status: number | null;
    };
    /** @description Who gets events. */
    Destination: {
      /** @description Other ids of the same destination. */
      aliases: string[];
      /** @description Its id there. */
      id: string;
      /** @description Key of the vendor, such as `meta` or `ga4`. */
      vendor: string;
    };
    /** @description Who sends which event to whom. */
    DestinationGraph: {
      /** @description Who gets. */
      destinations: components['schemas']['Destination'][];
      /** @description What is counted twice or more often. */
      doubles: components['schemas']['DoubleSending'][];
      /** @description Sendings and doubles that a limit left out. Absent if there are none. */
      left_out?: number;
      /** @description Who sends. */
      senders: components['schemas']['Sender'][];
      /** @description What. */
      sendings: components['schemas']['Sending'][];
    };
    /** @description A duty that another one frees. */
    Displacement: {
      /** @description What frees from it. */
      by: string;
      /** @description Its heading. */
      heading: string | null;
      /** @description The programme whose duty is not owed. */
      programme: string;
      /** @description Why. */
      reason: string;
      /** @description Where the rule is published. */
      source: string;
    };
    /** @description Two or more sendings of one event that reach one destination. */
    DoubleSending: {
      /** @description Index in `destinations`. */
      destination: number;
      /** @description The store event, such as `checkout_completed`, or the vendor’s own name of an event that is none. */
      event: string;
      /**
       * @description How often it happens, as in `sendings`.
       * @enum {string}
       */
      grade: 'always' | 'some' | 'perhaps' | 'paused';
      /** @description Conversion label of Google Ads. */
      label?: string;
      /** @description The two or more of them. */
      sendings: number[];
    };
    /** @description The lines to work out. */
    DutiesRequest: {
      /** @description 1 to 50 lines. */
      items: components['schemas']['DutyItem'][];
    };
    /** @description The duties of the lines. */
    DutiesResponse: {
      /** @description One result an item, in the order sent. */
      results: components['schemas']['DutyAnswer'][];
    };
    /** @description The Section 232 duty alone. */
    DutyAmount: {
      /** @description In dollars and cents. */
      amount: number;
      /** @description The calculation. */
      arithmetic: string;
      /**
       * @description Always USD.
       * @enum {string}
       */
      currency: 'USD';
    };
    /** @description The Section 232 duties of one line. */
    DutyAnswer: {
      /** @description When not settled: complete, and without overlap. */
      alternatives: components['schemas']['Alternative'][];
      /** @description What is announced for the code. */
      announced: components['schemas']['AnnouncedForItem'][];
      /** @description The code as sent. */
      code: string;
      /** @description Facts that contradict each other. The answer uses none of them. */
      contradictory_facts: string[];
      /** @description The headings to declare, when settled. */
      declare: components['schemas']['Declaration'][] | null;
      /** @description Duties that are not owed because of another one. */
      displaced: components['schemas']['Displacement'][];
      /** @description With the fact `value` and a settled answer. */
      duty: components['schemas']['DutyAmount'] | null;
      /** @description What a settled answer without `duty` still needs for it. */
      duty_needs: string[];
      /**
       * Format: date
       * @description The day of entry.
       */
      entry_date: string;
      /**
       * Format: date
       * @description The last day whose law was read. Newer law is not in the answer.
       */
      law_read_to: string;
      /** @description In the order in which asking settles fastest. */
      missing_facts: components['schemas']['MissingFact'][];
      /** @description What the sources leave open. */
      open_questions: components['schemas']['OpenQuestion'][];
      /** @description The origin as sent. */
      origin: string | null;
      /** @description What was not looked at. */
      outside: string[];
      /** @description Every programme that lists the code. */
      programmes: components['schemas']['ProgrammeOfCode'][];
      /** @description Every fact that could change the answer is known, or cannot change it, and no source leaves it open. */
      settled: boolean;
      /** @description An announced change that was not read is in force on the entry date, or may be. */
      unsettled_law: boolean;
      /** @description The versions of the data. */
      versions: {
        [key: string]: string;
      };
    };
    /** @description One line of an entry. */
    DutyItem: {
      /** @description An HTS code of 4, 6, 8 or 10 digits, with or without dots. */
      code: string;
      /**
       * Format: date
       * @description The day of entry, YYYY-MM-DD, from 2025-03-12; today in New York where absent.
       * @example 2026-06-10
       */
      entry_date?: string;
      /** @description What is known of the goods. A fact that is absent is unknown, never false. */
      facts?: {
        /** @description How many years before the year of entry was the vehicle made? */
        age_years?: number;
        /** @description Which of these approvals does the importer hold from the agency that the note names: US content, an onshoring plan, an onshoring plan with a pricing agreement, a plan approved by Homeland Security or the Department of War, limited quantities, an offset? None is an empty list. */
        approvals?: (
          | 'us_content'
          | 'onshoring_plan'
          | 'onshoring_and_pricing'
          | 'domestic_plan'
          | 'limited_quantity'
          | 'offset'
        )[];
        /** @description Which of these uses does the importer certify: making or repairing automobiles, making or repairing trucks, making farm or industrial equipment, making motorcycles, all in the United States, or parts of automobiles that are products of the United Kingdom? None is an empty list. */
        certified_use?: (
          | 'us_automobile_production'
          | 'us_truck_production'
          | 'us_equipment_production'
          | 'us_motorcycle_production'
          | 'uk_automobiles'
        )[];
        /** @description Are the goods a civil aircraft, or an engine, part or component of one, as note 35 names them? */
        civil_aircraft?: boolean;
        /** @description What is the column 1 rate, in percent of the value? */
        column_1_rate?: number;
        /** @description Do the goods contain any aluminum, steel or copper at all? */
        contains_listed_metal?: boolean;
        /** @description Is the entered value below the minimum price, or is there no document about resale? */
        entered_value_below_minimum?: boolean;
        /** @description Do the goods enter within the tariff-rate quota? */
        in_quota?: boolean;
        /** @description Are the goods a knock-down kit or a compilation of parts? */
        knock_down_kit?: boolean;
        /** @description What share of the weight are the metals that the lists name for this code, together (0 to 1)? */
        metal_weight_share?: number;
        /** @description Is the company one that the Secretary named (Annex III of Proclamation 11020)? */
        named_company?: boolean;
        /** @description Is it solely for clinical trials, research and development or other non-commercial use? */
        noncommercial_use?: boolean;
        /** @description Was the steel melted and poured, or the aluminum smelted and cast, in Canada or Mexico? */
        north_american_metal?: boolean;
        /**
         * @description Is the article a patented pharmaceutical (or an ingredient of one), a generic or biosimilar, an animal health product without a patent, or none of these?
         * @enum {string}
         */
        pharmaceutical?: 'patented' | 'generic' | 'animal_health' | 'neither';
        /** @description Was any primary aluminum in the goods smelted in Russia, or were they cast there? */
        russian_aluminum?: boolean;
        /** @description Do the goods meet the performance parameters of note 39(b)? */
        semiconductor_parameters?: boolean;
        /**
         * @description For which use are the goods entered: US data centers, repair or replacement in the US, research and development in the US, US startups, consumer electronics outside data centers, civil industry outside data centers, the US public sector, or another?
         * @enum {string}
         */
        semiconductor_use?:
          | 'us_data_center'
          | 'us_repair'
          | 'us_research'
          | 'us_startup'
          | 'us_consumer'
          | 'us_industrial'
          | 'us_public_sector'
          | 'other';
        /** @description Is it an orphan drug or another specialty product of note 40(h)(iii), under its conditions and a published notice? */
        specialty_pharmaceutical?: boolean;
        /** @description Does the unmanned aircraft have thermal imaging? */
        thermal_imaging?: boolean;
        /** @description Are substantially all critical components and technology products of the US, Japan, South Korea, Taiwan, Switzerland, Liechtenstein, the EU or the UK? */
        trusted_components?: boolean;
        /** @description What share of the aluminum was smelted or most recently cast, or of the steel melted and poured, in the United Kingdom (0 to 1)? */
        uk_metal_share?: number;
        /** @description Are the goods for use in or with the unmanned aircraft products that note 43(c) describes? */
        unmanned_aircraft_use?: boolean;
        /** @description Is it packaged in dosage form, with an active ingredient that is a product of the United States? */
        us_active_ingredient?: boolean;
        /** @description What share of the value is US content (0 to 1)? */
        us_content_share?: number;
        /** @description What share of each listed metal was melted and poured (steel) or smelted and cast (aluminum, copper) in the United States? Give the lowest of them (0 to 1). */
        us_metal_share?: number;
        /** @description Do the goods originate under the USMCA? */
        usmca_originating?: boolean;
        /** @description What is the customs value in US dollars? */
        value?: number;
        /**
         * @description What vehicle are the goods, or are they a part of: a passenger vehicle or light truck, a medium- or heavy-duty vehicle, a bus, or none?
         * @enum {string}
         */
        vehicle?: 'passenger' | 'medium_heavy' | 'bus' | 'none';
        /** @description Are the goods a part of that vehicle, not the vehicle itself? */
        vehicle_part?: boolean;
        /** @description Are the goods a completed wooden kitchen cabinet or vanity, or a part of one? */
        wooden_cabinet?: boolean;
      };
      /**
       * @description Country of origin, ISO 3166-1 alpha-2 in capital letters. Unknown where absent.
       * @example CN
       */
      origin?: string;
    };
    /** @description A job: a batch of certificates. */
    EntryBatch: {
      /**
       * Format: date-time
       * @description When the upload was accepted.
       */
      accepted_at: string;
      /**
       * Format: date
       * @description The UTC day that they were taken from.
       */
      charged_day: string;
      /** @description Lines by outcome, of those that are done. */
      counts: {
        [key: string]: number;
      };
      /** @description When it ended. */
      ended_at: string | null;
      /** @description The first lines at fault. */
      errors: components['schemas']['LineError'][];
      /** @description Lines at fault beyond those in `errors`. The result has all of them. */
      errors_omitted: number;
      /** @description When the job and its result are removed: seven days after the end. */
      expires_at: string | null;
      /** @description Why the job failed. */
      failure: string | null;
      /** @description Identifier of the job. */
      id: string;
      /** @description Lines that are done. Their outcomes are in `counts`. */
      lines_done: number;
      /** @description Lines that were sent. */
      lines_total: number;
      /** @description Part of the lines that is done. Never 1 before all are. */
      progress: number;
      /** @description Which sheets of a workbook were read and which were not, what could be missed in them, and which lines state the same product and lot. */
      readings?: string[];
      /** @description Where the result is; null until it is finished. */
      result_url: string | null;
      /** @description When the first lines were begun. */
      started_at: string | null;
      /**
       * @description `queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not done was given back.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
      /** @description Requests taken from the day's limit when the job was accepted. */
      units_charged: number;
      /** @description Of these, requests that were not needed and were given back to the same day. */
      units_returned: number;
    };
    EntryBatchRequest: {
      /** @description The rows, in order. */
      rows: {
        [key: string]: string | number | boolean | null;
      }[];
      /** @description As the parameter of this name. */
      sheet?: string;
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
    /** @description A page of events. */
    EventList: {
      /** @description Oldest first. */
      events: components['schemas']['WatchEvent'][];
      /** @description Whether there are more events now. */
      has_more: boolean;
      /** @description Keep it, and send it as `cursor` next time: no event is given twice or passed over. */
      next_cursor: string;
    };
    /** @description A filing of a certificate with the CPSC Product Registry. */
    Filing: {
      /** @description Certifier ID. A broker needs this, the Product ID and the Version ID for a reference filing. */
      certifier_id: string;
      /** @description When that was known. */
      decided_at: string | null;
      /** @description What was said last. */
      errors: components['schemas']['FilingError'][];
      /** @description The registry’s id of the import; null if its answer was lost or not given. */
      import_id: string | null;
      /** @description Product ID. */
      product_id: string;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      sent_at: string;
      /**
       * @description `sent` until the registry has decided. `accepted` is not certified: that is the certifier’s own step.
       * @enum {string}
       */
      state: 'sent' | 'accepted' | 'refused';
      /** @description Version ID. */
      version_id: string;
    };
    /** @description What the registry, or its connection, said. */
    FilingError: {
      /** @description The registry’s number, such as `2005`; `HTTP 401` for a status; empty where there is none. */
      code: string;
      /** @description The registry’s name of the field; empty where there is none. */
      field: string;
      /** @description What is wrong. */
      message: string;
    };
    /** @description Every filing of a certificate. */
    FilingList: {
      /** @description Oldest first. */
      filings: components['schemas']['Filing'][];
    };
    /** @description One place of a finding, or of a sender. */
    FindingPlace: {
      /** @description Name of the app block whose code it is. */
      app?: string;
      /** @description Column in that line, from 1. */
      column?: number;
      /** @description Id of the container, or address of the loader without its query. */
      container?: string;
      /** @description A short piece of the text at the place, without secrets. */
      excerpt?: string;
      /** @description Path in the theme, with `/`. */
      file?: string;
      /**
       * @description Where it is. It decides which of the other fields are present.
       * @enum {string}
       */
      kind: 'page' | 'container' | 'loader' | 'app_pixel' | 'custom_pixel' | 'theme_file';
      /** @description Line in the page, theme file or custom pixel, from 1. */
      line?: number;
      /** @description Paths of the pages that have it. Absent if one page was scanned. */
      pages?: string[];
      /** @description Id of the pixel under Settings > Customer events. */
      pixel_id?: string;
      /** @description Its name there. */
      pixel_name?: string;
      /** @description `tag_id` of the container tag. It stays the same in later versions of the container. */
      tag_id?: string;
      /** @description Name of the container tag. */
      tag_name?: string;
      /** @description When the tag fires, in words. */
      trigger?: string;
    };
    /** @description Something that a record lacks. */
    Gap: {
      /** @description JSON pointer (RFC 6901) into the request. */
      field: string;
      /**
       * @description What it is needed for: the certificate, or filing with the registry.
       * @enum {string}
       */
      for: 'certificate' | 'registry';
      /** @description What is lacking there. */
      reason: string;
    };
    /** @description A page of jobs. */
    JobList: {
      /** @description Newest first. */
      jobs: components['schemas']['JobSummary'][];
      /** @description Send it as `cursor` for the next page; null on the last. */
      next_cursor: string | null;
    };
    /** @description A job in a list. */
    JobSummary: {
      /**
       * Format: date-time
       * @description When the upload was accepted.
       */
      accepted_at: string;
      /**
       * Format: date
       * @description The UTC day that they were taken from.
       */
      charged_day: string;
      /** @description When it ended. */
      ended_at: string | null;
      /** @description When the job and its result are removed: seven days after the end. */
      expires_at: string | null;
      /** @description Identifier of the job. */
      id: string;
      /** @description Lines that are done. Their outcomes are in `counts`. */
      lines_done: number;
      /** @description Lines that were sent. */
      lines_total: number;
      /** @description Part of the lines that is done. Never 1 before all are. */
      progress: number;
      /** @description Where the result is; null until it is finished. */
      result_url: string | null;
      /** @description When the first lines were begun. */
      started_at: string | null;
      /**
       * @description `queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not done was given back.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
      /** @description Requests taken from the day's limit when the job was accepted. */
      units_charged: number;
      /** @description Of these, requests that were not needed and were given back to the same day. */
      units_returned: number;
    };
    /** @description What one line met. */
    LineError: {
      /** @description Name or letter of the column, if one cell is at fault. */
      column: string | null;
      /** @description Line of the CSV file, row of the sheet, or number of the item. */
      line: number;
      /** @description What is wrong, and what was expected. */
      message: string;
    };
    /** @description Something that was read. */
    LookedAt: {
      /** @description Id of the container or pixel, or path of the page. */
      id: string;
      /**
       * @description What it is.
       * @enum {string}
       */
      kind: 'page' | 'container' | 'loader' | 'app_pixel' | 'custom_pixel';
      /** @description Its name. */
      name?: string;
      /** @description Version of the container or pixel. */
      version?: string;
    };
    /** @description The certificate that was made, with a URL of its PDF. */
    MadeCertificate: {
      /** @description What is known to be wrong. */
      defects: components['schemas']['Defect'][];
      /**
       * @description Whether the registry has it.
       * @enum {string}
       */
      filing: 'none' | 'sent' | 'accepted' | 'refused';
      /** @description What is lacking, first for the certificate, then for filing it. */
      gaps: components['schemas']['Gap'][];
      /**
       * Format: uri
       * @description Signed URL of the PDF. `GET` it without a key. Afterwards it is a 403 `url_expired`.
       */
      gcc_pdf_url: string;
      /**
       * Format: date-time
       * @description Until when the URL is valid. The certificate is kept longer.
       */
      gcc_pdf_url_expires_at: string;
      /**
       * Format: uuid
       * @description Identifier of the certificate, for good; `gcc_id` in v1.
       */
      id: string;
      /**
       * Format: date-time
       * @description When it was issued.
       */
      issued_at: string;
      /** @description JSON pointers of the items that the request does not state. */
      missing: string[];
      /** @description Remarks, such as a rule that is cited twice or a test long before manufacture. */
      notes?: components['schemas']['CertificateNote'][];
      /** @description Size of the PDF. */
      pdf_bytes: number;
      /** @description The product, as the request states it. */
      product: {
        /** @description Model number. */
        model: string | null;
        /** @description Name of the product. */
        name: string;
        /** @description Stock-keeping unit. */
        sku: string | null;
      };
      /** @description The request as it was read: texts cleaned, an address composed from its parts. */
      request: {
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
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /**
           * Format: email
           * @description E-mail address of the certifier. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the certifier. */
          name?: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
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
        /** @description Further identifiers of the product. */
        identifiers?: {
          /**
           * @description The kind of identifier, as the registry knows it.
           * @enum {string}
           */
          type: 'gtin' | 'upc' | 'sku' | 'model' | 'serial' | 'registered' | 'alternate';
          /** @description The identifier. */
          value: string;
        }[];
        /** @description Who made the product. */
        manufacturer: {
          /** @description Full mailing address, or leave it out and state `address_parts`. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /**
           * Format: email
           * @description E-mail address of the manufacturer. Internationalised addresses are accepted.
           */
          contact_email: string;
          /** @description Name of the manufacturer. */
          name: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the manufacturer. */
          phone?: string;
        };
        /** @description The product this certificate covers. It needs at least one of model, SKU, GTIN and `identifiers`. */
        product_info: {
          /** @description Color. */
          color?: string;
          /**
           * Format: day-or-month
           * @description Day or month of manufacture; for a run, its first. YYYY-MM-DD or YYYY-MM, from 1900 on and not later than today anywhere on Earth.
           */
          date_of_manufacture: string;
          /** @description Further description. */
          description?: string;
          /** @description The description in English. */
          description_en?: string;
          /** @description Global Trade Item Number (8, 12, 13 or 14 digits). */
          gtin?: string;
          /** @description Lot or batch number. */
          lot?: string;
          /**
           * @description Who assigned the lot number.
           * @enum {string}
           */
          lot_assigned_by?: 'manufacturer' | 'seller';
          /** @description Model number. */
          model?: string;
          /** @description The product, described well enough to match it to this certificate. */
          name: string;
          /** @description The product in English, where `name` is in another language. */
          name_en?: string;
          /** @description Where the product was made: city, state or province, country. */
          place_of_manufacture: string;
          /**
           * Format: date
           * @description Last day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          production_end?: string;
          /**
           * Format: date
           * @description First day of the production run. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          production_start?: string;
          /** @description Stock-keeping unit. */
          sku?: string;
          /** @description Style. */
          style?: string;
          /** @description Trade or brand name. */
          trade_name?: string;
          /** @description Version of the record in the registry. */
          version_id?: string;
        };
        /** @description Who keeps the test records. */
        records_contact?: {
          /** @description Full mailing address of the keeper of the test records, with the country. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /**
           * Format: email
           * @description E-mail address of the keeper of the test records. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the keeper of the test records. */
          name?: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the keeper of the test records. */
          phone?: string;
          /**
           * @description What the keeper of the records is.
           * @enum {string}
           */
          role?: 'importer' | 'manufacturer' | 'laboratory' | 'broker' | 'other';
        };
        /** @description Who tested the product. A first party may: a general-use product needs no third-party laboratory. */
        testing_lab?: {
          /** @description Accreditation of the laboratory, printed as given and not checked. */
          accreditation_id?: string;
          /** @description Full mailing address of the laboratory. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /** @description The component that was tested, where it was not the finished product. */
          component?: string;
          /** @description CPSC number of a CPSC-accepted laboratory, printed as given and not checked. */
          cpsc_id?: string;
          /**
           * Format: email
           * @description E-mail address of the laboratory. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the laboratory or other party on whose testing the certificate depends. */
          name: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the laboratory. */
          phone?: string;
          /** @description Number of the test report. */
          report_number?: string;
          /**
           * Format: uri
           * @description Where the report can be read: http or https.
           */
          report_url?: string;
          /**
           * Format: date
           * @description Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          test_date: string;
          /** @description Where the product was tested. */
          test_place?: string;
        };
        /** @description Every laboratory or other party relied on, in place of `testing_lab`. */
        testing_labs?: {
          /** @description Accreditation of the laboratory, printed as given and not checked. */
          accreditation_id?: string;
          /** @description Full mailing address of the laboratory. */
          address?: string;
          /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
          address_parts?: {
            /** @description City. */
            city: string;
            /** @description Country: two letters (ISO 3166-1) or the English name. */
            country: string;
            /** @description Street and number. */
            line1: string;
            /** @description Further line. */
            line2?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description State or province. */
            state_province?: string;
            /** @description Apartment or suite. */
            unit?: string;
          };
          /** @description Your own key of this party in the CPSC Product Registry. */
          alternate_id?: string;
          /** @description The component that was tested, where it was not the finished product. */
          component?: string;
          /** @description CPSC number of a CPSC-accepted laboratory, printed as given and not checked. */
          cpsc_id?: string;
          /**
           * Format: email
           * @description E-mail address of the laboratory. Internationalised addresses are accepted.
           */
          email?: string;
          /** @description Name of the laboratory or other party on whose testing the certificate depends. */
          name: string;
          /** @description The name in English, where `name` is in another language. */
          name_en?: string;
          /** @description Telephone number of the laboratory. */
          phone?: string;
          /** @description Number of the test report. */
          report_number?: string;
          /**
           * Format: uri
           * @description Where the report can be read: http or https.
           */
          report_url?: string;
          /** @description What this laboratory tested. Without it: all rules. */
          rules?: string[];
          /**
           * Format: date
           * @description Most recent day of testing. A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.
           */
          test_date: string;
          /** @description Where the product was tested. */
          test_place?: string;
        }[];
      };
      /** @description Why, as the revocation says. */
      revocation_reason: string | null;
      /** @description When it was revoked or superseded. */
      revoked_at: string | null;
      /** @description SHA-256 of the PDF. */
      sha256: string;
      /**
       * @description `incomplete`: the request does not state every item of 16 CFR 1110.11(a). `stated_with_defects`: all are stated, and something is known to be wrong. `stated`: all are stated, and none of the conditions that are looked at was found. It does not say that a statement is true.
       * @enum {string}
       */
      state: 'incomplete' | 'stated_with_defects' | 'stated';
      /**
       * @description `superseded`: another certificate replaces it. `revoked`: do not rely on it.
       * @enum {string}
       */
      status: 'active' | 'superseded' | 'revoked';
      /** @description The certificate that replaces it. */
      successor_id: string | null;
      /**
       * Format: uri
       * @description The public page that the PDF leads to.
       */
      verify_url: string;
    };
    /** @description A watch that was made or changed, with the secret of a new webhook. */
    MadeWatch: {
      /** @description The audit that the numbers are from. */
      audit_id: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /** @description How often stores are scanned. */
      every: ('day' | 'week') | null;
      /** @description Id of the watch, for good. */
      id: string;
      /**
       * @description What is watched: tariff numbers, or the pixels of stores.
       * @enum {string}
       */
      kind: 'tariff' | 'pixel';
      /** @description One of each store, or one of the numbers. */
      looks: components['schemas']['WatchLook'][];
      /** @description Your name of it; empty if it has none. */
      name: string;
      /** @description How many tariff numbers it watches. */
      numbers: number | null;
      /**
       * @description Whether it is looked at.
       * @enum {string}
       */
      status: 'active' | 'paused';
      /** @description How many stores it watches. */
      stores: number | null;
      /** @description What is watched. */
      subject: {
        /** @description The tariff numbers, each once, as they were written. */
        codes: string[] | null;
        /** @description The addresses of the stores. */
        stores: string[] | null;
      };
      /** @description Null: events are only in the list. */
      webhook: components['schemas']['WatchWebhook'] | null;
      /** @description The secret that signs events, shown only here. Null where none was made. */
      webhook_secret: string | null;
    };
    /** @description A fact that would change the answer. */
    MissingFact: {
      /** @description The headings between which it decides. */
      decides: string[];
      /** @description Its name. */
      fact: string;
      /** @description In plain words. */
      question: string;
      /** @description Its type. */
      type: string;
      /** @description The values it may have. */
      values?: string[];
    };
    /** @description Something that can send events and was not read. */
    NotLookedAt: {
      /** @description Id of the container or pixel, or path of the page. */
      id: string;
      /**
       * @description What it is.
       * @enum {string}
       */
      kind: 'page' | 'container' | 'loader' | 'app_pixel' | 'custom_pixel';
      /** @description Its name. */
      name?: string;
      /** @description Why not, as a sentence. */
      reason: string;
    };
    /** @description A question that the sources leave open. */
    OpenQuestion: {
      /** @description Its name. */
      id: string;
      /** @description What the sources leave open. */
      question: string;
      /** @description The readings, as `when` names them. */
      readings: string[];
      /** @description Where the readings come from. */
      source: string;
    };
    /** @description A party that is kept for later certificates. A key and its rotations keep up to 500. */
    Party: {
      /** @description Accreditation of a laboratory. */
      accreditation_id: string | null;
      /** @description The address as one text. */
      address: string | null;
      /** @description The address in parts. */
      address_parts: components['schemas']['PartyAddress'] | null;
      /** @description Your own key of the party. */
      alternate_id: string;
      /** @description CPSC number of a laboratory. */
      cpsc_id: string | null;
      /**
       * Format: date-time
       * @description When it was kept first.
       */
      created_at: string;
      /** @description E-mail address. */
      email: string | null;
      /** @description Name of the party. */
      name: string;
      /** @description The name in English. */
      name_en: string | null;
      /** @description Telephone number. */
      phone: string | null;
      /** @description What a keeper of records is. */
      records_role: string | null;
      /** @description Where a certificate may state the party. */
      roles: ('certifier' | 'manufacturer' | 'testing_lab' | 'records_contact')[];
      /**
       * Format: date-time
       * @description When it was replaced last.
       */
      updated_at: string;
    };
    /** @description An address in parts. */
    PartyAddress: {
      /** @description City. */
      city: string;
      /** @description Country: two letters (ISO 3166-1) or the English name. */
      country: string;
      /** @description Street and number. */
      line1: string;
      /** @description Further line. */
      line2: string | null;
      /** @description Postal code. */
      postal_code: string;
      /** @description State or province. */
      state_province: string | null;
      /** @description Apartment or suite. */
      unit: string | null;
    };
    /** @description A page of parties. */
    PartyList: {
      /** @description Send it as `cursor` for the next page; null on the last. */
      next_cursor: string | null;
      /** @description The newest first. */
      parties: components['schemas']['Party'][];
    };
    /** @description What is kept of a party. What belongs to one certificate, such as a date of testing, is not. */
    PartyRequest: {
      /** @description Accreditation of a laboratory. */
      accreditation_id?: string;
      /** @description Full mailing address with the country, or leave it out and state `address_parts`. */
      address?: string;
      /** @description The address in the parts that the registry asks for. `address` is composed from it where it is left out. */
      address_parts?: {
        /** @description City. */
        city: string;
        /** @description Country: two letters (ISO 3166-1) or the English name. */
        country: string;
        /** @description Street and number. */
        line1: string;
        /** @description Further line. */
        line2?: string;
        /** @description Postal code. */
        postal_code: string;
        /** @description State or province. */
        state_province?: string;
        /** @description Apartment or suite. */
        unit?: string;
      };
      /** @description CPSC number of a CPSC-accepted laboratory. */
      cpsc_id?: string;
      /**
       * Format: email
       * @description E-mail address; `contact_email` of a manufacturer. Internationalised addresses are accepted.
       */
      email?: string;
      /** @description Name of the party. */
      name: string;
      /** @description The name in English, where `name` is in another language. */
      name_en?: string;
      /** @description Telephone number. */
      phone?: string;
      /**
       * @description What a keeper of records is; `role` of `records_contact`.
       * @enum {string}
       */
      records_role?: 'importer' | 'manufacturer' | 'laboratory' | 'broker' | 'other';
      /** @description Where a certificate may state the party, at least one. */
      roles: ('certifier' | 'manufacturer' | 'testing_lab' | 'records_contact')[];
    };
    /** @description A job: a pixel audit. */
    PixelAudit: {
      /**
       * Format: date-time
       * @description When the upload was accepted.
       */
      accepted_at: string;
      /**
       * Format: date
       * @description The UTC day that they were taken from.
       */
      charged_day: string;
      /** @description Lines by outcome, of those that are done. */
      counts: {
        [key: string]: number;
      };
      /** @description When it ended. */
      ended_at: string | null;
      /** @description The first lines at fault. */
      errors: components['schemas']['LineError'][];
      /** @description Lines at fault beyond those in `errors`. The result has all of them. */
      errors_omitted: number;
      /** @description When the job and its result are removed: seven days after the end. */
      expires_at: string | null;
      /** @description Why the job failed. */
      failure: string | null;
      /** @description Identifier of the job. */
      id: string;
      /** @description Lines that are done. Their outcomes are in `counts`. */
      lines_done: number;
      /** @description Lines that were sent. */
      lines_total: number;
      /** @description Part of the lines that is done. Never 1 before all are. */
      progress: number;
      /** @description Where the result is; null until it is finished. */
      result_url: string | null;
      /** @description When the first lines were begun. */
      started_at: string | null;
      /**
       * @description `queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not done was given back.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
      /** @description Requests taken from the day's limit when the job was accepted. */
      units_charged: number;
      /** @description Of these, requests that were not needed and were given back to the same day. */
      units_returned: number;
    };
    PixelAuditRequest: {
      /** @description As the parameter of this name. */
      deep?: boolean;
      /** @description As the parameter of this name. */
      journey?: boolean;
      /** @description The rows, in order. */
      stores: string[];
    };
    /** @description A finding with its places, cause and evidence. */
    PixelFinding: {
      /** @description What to delete or change. Findings with equal causes are charged once, at the gravest. */
      cause: string;
      /** @description What was seen that proves it, a sentence each. */
      evidence: string[];
      /** @description The vendor ids that it is about. */
      ids: string[];
      /**
       * @description What was found, where, and what to do, for a person to read.
       * @example Meta pixel 1234567890123456 is started by code in the theme (line 42).
       */
      message: string;
      /** @description Every place, the page first. */
      places: components['schemas']['FindingPlace'][];
      /** @description What it takes off the score; 0 if another finding of the same cause is charged. */
      points: number;
      /** @description What to do. */
      remedy: string;
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
      /** @description The page that the rule follows. */
      source: string;
    };
    /** @description Everything that a scan has to say. */
    PixelReport: {
      /** @description Ordered by severity, worst first. */
      findings: components['schemas']['PixelFinding'][];
      graph: components['schemas']['DestinationGraph'];
      /** @description What was read. */
      looked_at: components['schemas']['LookedAt'][];
      /** @description What can send events and was not read. */
      not_looked_at: components['schemas']['NotLookedAt'][];
      /**
       * @description What kind of page the address is.
       * @enum {string}
       */
      page_kind:
        | 'storefront'
        | 'checkout'
        | 'customer_account'
        | 'password'
        | 'closed'
        | 'blocked'
        | 'not_a_store'
        | 'empty'
        | 'built_in_browser';
      /** @description The pages that were scanned, the given one first. */
      pages: components['schemas']['ScannedPage'][];
      /** @description 100: nothing was found and everything was read. Null if the state is `not_judged`. */
      score: number | null;
      score_explanation: components['schemas']['ScoreExplanation'];
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
      /**
       * @description How much of the page the score speaks for. `partly_judged`: something that can send events was not read. `not_judged`: the shop’s tags were not seen at all. Neither is the same as a clean page.
       * @enum {string}
       */
      state: 'judged' | 'partly_judged' | 'not_judged';
    };
    /** @description Which page to scan, and how far. */
    PixelScanRequest: {
      /**
       * @description Also read what the page names: GTM containers, Google tags, loaders on the shop’s own domain, and custom pixels. With `false` only the page is fetched, and the report says what was not looked at.
       * @default true
       */
      deep: boolean;
      /**
       * @description Also visit a product, a collection, the cart and the search of the shop, as far as its robots.txt allows, a second apart. One report for all of them. May take 120 seconds: set the timeout of your client above that.
       * @default false
       */
      journey: boolean;
      /**
       * Format: uri
       * @description Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are followed, at most 5.
       * @example https://demo-store.portside.invalid/
       */
      url: string;
    };
    /** @description A programme that lists the code. */
    ProgrammeOfCode: {
      /**
       * @description How far its lists cover the number.
       * @enum {string}
       */
      coverage: 'whole' | 'whole_by_parts' | 'part' | 'none';
      /**
       * Format: date
       * @description First day.
       */
      effective_from: string;
      /** @description Last day; null where none is set. */
      effective_to: string | null;
      /** @description The listed number. */
      listing: string;
      /** @description The Section 232 programme. */
      programme: string;
      /** @description Rate of the list in general, in percent; null for a minimum import price. */
      rate: number | null;
      /** @description What the rate is added to, or includes. */
      rate_kind: string;
      /** @description Where the rule is published. */
      source: string;
      /** @description U.S. note subdivision. */
      subdivision: string;
    };
    /** @description Why a certificate is no longer in effect, and what replaces it. */
    RevocationRequest: {
      /**
       * @description Why, in one line. You and the operator can read it; the verify page does not show it.
       * @example The laboratory withdrew its report.
       */
      reason: string;
      /**
       * Format: uuid
       * @description The certificate that replaces it: active, and made by the same key or one it was rotated from or to.
       */
      successor_id?: string;
    };
    /** @description The successor of the key that asked. */
    RotatedKey: {
      /**
       * Format: date-time
       * @description When it was issued.
       */
      created_at: string;
      /** @description From when on it is refused; null for never. */
      expires_at: string | null;
      /** @description The new key. Keep it: it is not stored. */
      key: string;
      /** @description Its name. */
      name: string;
      /**
       * Format: date-time
       * @description From when on the old key is refused.
       */
      old_key_until: string;
      /** @description Who answers for it; empty if nobody is named. */
      owner: string;
      /**
       * @description What is shown of it in lists.
       * @example svc_ab12…wxyz
       */
      prefix: string;
      /**
       * @description What it may be used for.
       * @enum {string}
       */
      scope: 'tariff' | 'pixel' | 'entry' | 'all';
    };
    /** @description How to rotate the key that asks. */
    RotationRequest: {
      /** @description Hours for which the old key still works; 24 if absent. With 0 it stops at once, and a lost answer cannot be asked for again. */
      overlap_hours?: number;
    };
    /** @description A page that was scanned. */
    ScannedPage: {
      /**
       * @description Its place in the visit to a store.
       * @enum {string}
       */
      journey: 'home' | 'collection' | 'product' | 'cart' | 'search' | 'thank_you' | 'other';
      /**
       * @description What kind of page it is.
       * @enum {string}
       */
      kind:
        | 'storefront'
        | 'checkout'
        | 'customer_account'
        | 'password'
        | 'closed'
        | 'blocked'
        | 'not_a_store'
        | 'empty'
        | 'built_in_browser';
      /** @description Its address, after redirects. */
      url: string;
    };
    /** @description A bound of the score. */
    ScoreCap: {
      /** @description The most that the score can be. */
      at: number;
      /** @description Why. */
      reason: string;
    };
    /** @description How the score came about. */
    ScoreExplanation: {
      /** @description The lowest one holds. */
      caps: components['schemas']['ScoreCap'][];
      /** @description What is taken off 100. */
      parts: components['schemas']['ScorePart'][];
    };
    /** @description A part of what is taken off. */
    ScorePart: {
      /** @description Kind of fault. */
      category: string;
      /** @description What it takes off. */
      points: number;
      /** @description The rules behind it. */
      rules: string[];
    };
    /** @description Who sends events. */
    Sender: {
      /**
       * @description What it is.
       * @enum {string}
       */
      kind: 'theme' | 'app_embed' | 'app_pixel' | 'custom_pixel' | 'container_tag' | 'loader';
      /** @description Its name, for people. */
      name: string;
      /** @description Where it is. */
      places: components['schemas']['FindingPlace'][];
      /** @description Browser window in which it runs. Senders in different windows share no library. */
      window: string;
    };
    /** @description A sender sends an event to a destination. */
    Sending: {
      /** @description Index in `destinations`. */
      destination: number;
      /** @description The store event, such as `checkout_completed`, or the vendor’s own name of an event that is none. */
      event: string;
      /**
       * @description `always`: each time the event happens. `some`: under a condition. `perhaps`: it cannot be told. `paused`: once Shopify resumes the pixel.
       * @enum {string}
       */
      grade: 'always' | 'some' | 'perhaps' | 'paused';
      /** @description Conversion label of Google Ads. */
      label?: string;
      /** @description Index in `senders`. */
      sender: number;
      /** @description The vendor’s name of the event, such as `Purchase`. */
      sent_as: string;
      /** @description The condition in words, for every grade but `always`. */
      when?: string;
    };
    /** @description A job: a tariff audit. */
    TariffAudit: {
      /**
       * Format: date-time
       * @description When the upload was accepted.
       */
      accepted_at: string;
      /**
       * Format: date
       * @description The day of lines without an entry date.
       */
      as_of: string;
      /**
       * Format: date
       * @description The UTC day that they were taken from.
       */
      charged_day: string;
      /** @description What each column was taken for: `code`, `origin`, `date`, `value`, and its name. */
      columns: {
        [key: string]: string;
      };
      /** @description Lines by outcome, of those that are done. */
      counts: {
        [key: string]: number;
      };
      /** @description The versions of the lists and of the schedule that every line is answered from; null until lines are done. */
      data_versions: {
        [key: string]: string;
      } | null;
      /** @description When it ended. */
      ended_at: string | null;
      /** @description The first lines at fault. */
      errors: components['schemas']['LineError'][];
      /** @description Lines at fault beyond those in `errors`. The result has all of them. */
      errors_omitted: number;
      /** @description When the job and its result are removed: seven days after the end. */
      expires_at: string | null;
      /** @description Why the job failed. */
      failure: string | null;
      /** @description Identifier of the job. */
      id: string;
      /** @description The last day whose law was read; null until lines are done. */
      law_read_to: string | null;
      /** @description Lines that are done. Their outcomes are in `counts`. */
      lines_done: number;
      /** @description Lines that were sent. */
      lines_total: number;
      /** @description Part of the lines that is done. Never 1 before all are. */
      progress: number;
      /** @description What was not read, and how ambiguous cells are read, and why. */
      readings: string[];
      /** @description Where the result is; null until it is finished. */
      result_url: string | null;
      /** @description When the first lines were begun. */
      started_at: string | null;
      /**
       * @description `queued` and `running` are open. `finished`: the result can be read. `failed`: a fault of ours; what was not done was given back.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
      /** @description Requests taken from the day's limit when the job was accepted. */
      units_charged: number;
      /** @description Of these, requests that were not needed and were given back to the same day. */
      units_returned: number;
    };
    TariffAuditRequest: {
      /**
       * Format: date
       * @description As the parameter of this name.
       */
      as_of?: string;
      /** @description As the parameter of this name. */
      code_column?: string;
      /** @description As the parameter of this name. */
      date_column?: string;
      /** @description As the parameter of this name. */
      origin_column?: string;
      /** @description The rows, in order. */
      rows: {
        [key: string]: string | number | boolean | null;
      }[];
      /** @description As the parameter of this name. */
      sheet?: string;
      /** @description As the parameter of this name. */
      value_column?: string;
    };
    /** @description A watch. */
    Watch: {
      /** @description The audit that the numbers are from. */
      audit_id: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /** @description How often stores are scanned. */
      every: ('day' | 'week') | null;
      /** @description Id of the watch, for good. */
      id: string;
      /**
       * @description What is watched: tariff numbers, or the pixels of stores.
       * @enum {string}
       */
      kind: 'tariff' | 'pixel';
      /** @description One of each store, or one of the numbers. */
      looks: components['schemas']['WatchLook'][];
      /** @description Your name of it; empty if it has none. */
      name: string;
      /** @description How many tariff numbers it watches. */
      numbers: number | null;
      /**
       * @description Whether it is looked at.
       * @enum {string}
       */
      status: 'active' | 'paused';
      /** @description How many stores it watches. */
      stores: number | null;
      /** @description What is watched. */
      subject: {
        /** @description The tariff numbers, each once, as they were written. */
        codes: string[] | null;
        /** @description The addresses of the stores. */
        stores: string[] | null;
      };
      /** @description Null: events are only in the list. */
      webhook: components['schemas']['WatchWebhook'] | null;
    };
    /** @description What to change. What is absent stays. */
    WatchEdit: {
      /** @description A name of your own. Events repeat it. */
      name?: string;
      /** @description While paused nothing is looked at. What changed meanwhile is told when it goes on. */
      paused?: boolean;
      /** @description A new address keeps the secret, and switches a webhook on again that was switched off. Null takes it away. */
      webhook?: {
        /**
         * @description A public https address on port 443. Redirects are not followed.
         * @example https://hooks.example.com/portside
         */
        url: string;
      } | null;
    };
    /** @description Something that a watch tells. */
    WatchEvent: {
      /** @description What a webhook is sent, parsed. It never changes. */
      body: {
        /** @description What happened, by type. docs/guides/watches.md shows each. */
        data: {
          /** @description What happened, in a sentence for people. */
          summary: string;
          /** @description As above. */
          watch_id: string;
          /** @description The name of the watch at that time. */
          watch_name: string;
        };
        /**
         * Format: date-time
         * @description When it happened.
         */
        timestamp: string;
        /** @description As above. */
        type: string;
      };
      /**
       * Format: date-time
       * @description When it was stored.
       */
      created_at: string;
      /** @description How its delivery stands. */
      delivery: {
        /** @description Attempts of this schedule. */
        attempts: number;
        /** @description The latest ten attempts, oldest first. */
        log: components['schemas']['DeliveryAttempt'][];
        /** @description The next attempt. */
        next_attempt_at: string | null;
        /**
         * @description `none`: there was no webhook. `dead`: given up; send it again when the receiver works.
         * @enum {string}
         */
        state: 'none' | 'pending' | 'delivered' | 'dead';
      };
      /** @description Id of the event, also its `webhook-id`. It never changes: deduplicate by it. */
      id: string;
      /**
       * @description What happened.
       * @enum {string}
       */
      type:
        | 'tariff.revised'
        | 'tariff.change_due'
        | 'pixel.changed'
        | 'pixel.not_judged'
        | 'pixel.skipped'
        | 'watch.test';
      /** @description The watch that tells it. It may be deleted. */
      watch_id: string;
    };
    /** @description A page of watches. */
    WatchList: {
      /** @description Send it as `cursor` for the next page; null on the last. */
      next_cursor: string | null;
      /** @description Newest first. */
      watches: components['schemas']['WatchSummary'][];
    };
    /** @description How the latest look went. */
    WatchLook: {
      /** @description The next look; null while paused. */
      due_at: string | null;
      /** @description The latest look; null before the first. */
      looked_at: string | null;
      /** @description `told`: there was something to tell, or it was the first look at a store. `unchanged`. `not_judged`: the store could not be judged. `skipped`: the day of the key was spent. `busy`, `newer_data`: put off by the service. `no_key`: no key of yours is valid for it. */
      outcome: ('told' | 'unchanged' | 'not_judged' | 'skipped' | 'busy' | 'no_key' | 'newer_data') | null;
      /** @description The store; null for the numbers of a tariff watch. */
      store: string | null;
    };
    /** @description What to watch: exactly one of `codes`, `audit_id` and `stores`. */
    WatchRequest: {
      /** @description Instead of `codes`: the numbers of a finished tariff audit, up to 10000 distinct ones. */
      audit_id?: string;
      /**
       * @description Tariff numbers of 4, 6, 8 or 10 digits, up to 10000. One that is repeated counts once.
       * @example [
       *       "9401.61.4011",
       *       "7318.15.20"
       *     ]
       */
      codes?: string[];
      /**
       * @description How often stores are scanned; `day` if absent.
       * @enum {string}
       */
      every?: 'day' | 'week';
      /** @description A name of your own. Events repeat it. */
      name?: string;
      /**
       * @description Instead of `codes`: addresses of storefronts, up to 100.
       * @example [
       *       "https://shop.example.com/"
       *     ]
       */
      stores?: string[];
      /** @description Where events are sent besides the list of events. */
      webhook?: {
        /**
         * @description A public https address on port 443. Redirects are not followed.
         * @example https://hooks.example.com/portside
         */
        url: string;
      };
    };
    /** @description The secret after a rotation. */
    WatchSecret: {
      /**
       * Format: date-time
       * @description Until then the old secret signs too: an event carries both signatures.
       */
      old_secret_until: string;
      /** @description The new secret, shown only here. */
      webhook_secret: string;
    };
    /** @description A watch in a list. */
    WatchSummary: {
      /** @description The audit that the numbers are from. */
      audit_id: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /** @description How often stores are scanned. */
      every: ('day' | 'week') | null;
      /** @description Id of the watch, for good. */
      id: string;
      /**
       * @description What is watched: tariff numbers, or the pixels of stores.
       * @enum {string}
       */
      kind: 'tariff' | 'pixel';
      /** @description Your name of it; empty if it has none. */
      name: string;
      /** @description How many tariff numbers it watches. */
      numbers: number | null;
      /**
       * @description Whether it is looked at.
       * @enum {string}
       */
      status: 'active' | 'paused';
      /** @description How many stores it watches. */
      stores: number | null;
      /** @description Null: events are only in the list. */
      webhook: components['schemas']['WatchWebhook'] | null;
    };
    /** @description The webhook of a watch. */
    WatchWebhook: {
      /** @description Why it is off. */
      note: string | null;
      /** @description Until when the secret before a rotation signs too. */
      old_secret_until: string | null;
      /**
       * @description `off`: nothing is sent until it is set again by PATCH.
       * @enum {string}
       */
      state: 'on' | 'off';
      /** @description Where events are sent. */
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
    /** @description What is on record contradicts the request: the idempotency key was used with another body, the certificate was revoked, the job has no result, there are too many watches or parties, or the key cannot rotate itself. `Retry-After` is there when it may have one later. */
    Conflict: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'Retry-After': components['headers']['Retry-After'];
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
    /** @description Nothing is here. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description The body is over 256 kB, or the file of a job over 32 MB. */
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
    /** @description The body is sent in another format than the operation takes; the message names those. */
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
    /** @description The name to save the file under. */
    'Content-Disposition': string;
    /** @description Send it back as `If-None-Match` to be told 304 while nothing changed. */
    ETag: string;
    /** @description Address of what was made. */
    Location: string;
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
    /** @description Sent if the certificate is no longer in effect: do not rely on it. */
    'X-Certificate-Status': 'superseded' | 'revoked';
    /**
     * @description Citation codes of the envelope that no document of CPSC confirms: they follow from the number in the CFR. Absent if there are none.
     * @example 1203, 1512
     */
    'X-Inferred-Citation-Codes': string;
    /**
     * @description JSON pointers of what the request states and the envelope has no place for. Absent if there is nothing.
     * @example /records_contact/name, /records_contact/email
     */
    'X-Left-Out': string;
    /** @description Names this request. Quote it when you ask for help. */
    'X-Request-Id': string;
    /** @description `false` when the day is spent: do not retry. */
    'x-should-retry': 'false';
  };
  pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
  readAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  rotateOwnKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key and request are shown the new key again for a day, while the old key works. Choose a text that nobody can guess. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotationRequest'];
      };
    };
    responses: {
      /** @description The new key. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedKey'];
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
  listEntryBatches: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before. */
        cursor?: string;
        /** @description Jobs of a page; 50 if absent. */
        limit?: number;
        /** @description Only jobs of this status. */
        status?: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of jobs. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createEntryBatch: {
    parameters: {
      query?: {
        /** @description The sheet of a workbook with the lines. The first one if absent. */
        sheet?: string;
      };
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key with the same request gives the same job; another request under the same key is a 409. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EntryBatchRequest'];
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        'text/csv': string;
      };
    };
    responses: {
      /** @description The job is stored and will be done. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          Location: components['headers']['Location'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EntryBatch'];
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
  readEntryBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EntryBatch'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  removeEntryBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      204: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listEntryBatchLines: {
    parameters: {
      query?: {
        /** @description `next_cursor` of a page that was asked for with the same filters and order. */
        cursor?: string;
        /** @description Lines of a page; 50 if absent. A page may have fewer. */
        limit?: number;
        /** @description Only lines of these outcomes: repeat it for several. The words are those of `counts`. */
        status?: ('issued' | 'not_made')[];
      };
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of lines. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The lines, each as the result in JSON has it, with its line number. */
            lines: {
              /** @description As in the result. */
              errors: string | number | null;
              /** @description As in the result. */
              gaps: string | number | null;
              /** @description As in the result. */
              id: string | number | null;
              /** @description Line of the file, or number of the item. */
              line: number;
              /** @description As in the result. */
              outcome: string | number | null;
              /** @description As in the result. */
              pdf: string | number | null;
              /** @description As in the result. */
              product: string | number | null;
              /** @description As in the result. */
              registry_gaps: string | number | null;
              /** @description As in the result. */
              sha256: string | number | null;
              /** @description As in the result. */
              sku: string | number | null;
              /** @description As in the result. */
              state: string | number | null;
              /** @description As in the result. */
              status: string | number | null;
              /** @description As in the result. */
              verify_url: string | number | null;
            }[];
            /** @description Lines of the job that are done, whatever the filters. */
            lines_done: number;
            /** @description Lines of the job. */
            lines_total: number;
            /** @description Whether the job is open, so that what is shown can still grow. */
            may_grow: boolean;
            /** @description Send it as `cursor` for what follows; null at the end. A page may be empty and have one: the filters found nothing in what was looked at, or the next lines are not done yet. */
            next_cursor: string | null;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  readEntryBatchResult: {
    parameters: {
      query?: {
        /** @description The format of the result. It goes before `Accept`; without both it is CSV. */
        format?: 'csv' | 'xlsx' | 'json';
      };
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The result. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          'text/csv': string;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listCertificates: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before. */
        cursor?: string;
        /** @description Issued on this day (UTC) or later. */
        from?: string;
        /** @description Certificates of a page; 50 if absent. */
        limit?: number;
        /** @description Part of the name, the model, the SKU, an identifier or the manufacturer of the product, in any case; or the beginning of the id. */
        product?: string;
        /** @description The SKU, or an identifier of this type, exactly as stated. */
        sku?: string;
        /** @description Only certificates of this status. */
        status?: 'active' | 'superseded' | 'revoked';
        /** @description Issued on this day (UTC) or earlier. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of certificates. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CertificateList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createCertificate: {
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
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MadeCertificate'];
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
  readCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The record. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Certificate'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listFilings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The filings. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FilingList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  fileCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The filing. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Filing'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  linkCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The URL. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CertificateLink'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  readCertificatePdf: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The PDF. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Certificate-Status': components['headers']['X-Certificate-Status'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  readRegistryEnvelope: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The envelope. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Inferred-Citation-Codes': components['headers']['X-Inferred-Citation-Codes'];
          'X-Left-Out': components['headers']['X-Left-Out'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description productList. */
            productList: {
              /** @description coreProduct. */
              coreProduct: {
                /**
                 * @description Certificate Type.
                 * @enum {string}
                 */
                certificateType: 'GCC' | 'CPC';
                /** @description Product/Model Color. */
                color?: string;
                /** @description Product/Model Description. */
                description?: string;
                /** @description exemptions. Needed when labs empty. */
                exemptions?: string[];
                /** @description identifiers. */
                identifiers?: {
                  /** @description identifier. */
                  identifier: string;
                  /**
                   * @description identType.
                   * @enum {string}
                   */
                  identType: 'GTIN' | 'UPC' | 'SKU' | 'Model #' | 'Serial #' | 'Registered #' | 'Alternate ID';
                }[];
                /** @description labs. Needed when exemptions empty. */
                labs?: {
                  /** @description Address Line 1. Needed when isNew=Y. */
                  addressLine1?: string;
                  /** @description Address Line 2. */
                  addressLine2?: string;
                  /** @description Alternate ID. Needed when type=LAB and gln absent. */
                  alternateId?: string;
                  /** @description Apt/Suite Number. */
                  aptNumber?: string;
                  /** @description Citation Codes. */
                  citationCodes: string[];
                  /** @description City. Needed when isNew=Y. */
                  city?: string;
                  /** @description Component Description. Needed when isComponent=true. */
                  componentDescription?: string;
                  /** @description Country. Needed when isNew=Y. */
                  country?: string;
                  /** @description CPSC-ID. Needed when type=ITL. */
                  cpscId?: string;
                  /** @description Email. Needed when isNew=Y. Format: email. */
                  email?: string;
                  /** @description GLN. */
                  gln?: string;
                  /** @description Is Component?. */
                  isComponent?: boolean;
                  /** @description Name. Needed when type=LAB. */
                  name?: string;
                  /** @description Phone. Needed when isNew=Y. */
                  phone?: string;
                  /** @description Zip/Postal Code. Needed when isNew=Y. */
                  postalCode?: string;
                  /** @description State/Province. */
                  stateProvince?: string;
                  /** @description Test Report Access Key. */
                  testReportAccessKey?: string;
                  /** @description Test Report ID. */
                  testReportId?: string;
                  /** @description Test URL. Format: url. */
                  testURL?: string;
                  /**
                   * @description Type.
                   * @enum {string}
                   */
                  type: 'LAB' | 'ITL';
                }[];
                /** @description Last Test Date. Format: MM/DD/YYYY. */
                lastTestDate?: string;
                /** @description Lot Number. */
                lotNumber?: string;
                /**
                 * @description Lot Number Assigned By. Needed when lotNumber present.
                 * @enum {string}
                 */
                lotNumberAssignedBy?: 'Manufacturer' | 'Seller';
                /** @description Manufacture Date. Format: MM/YYYY. */
                manufactureDate: string;
                /** @description manufacturer. */
                manufacturer: {
                  /** @description Manufacturer Address Line 1. Needed when isNew=Y. */
                  addressLine1?: string;
                  /** @description Manufacturer Address Line 2. */
                  addressLine2?: string;
                  /** @description Manufacturer Alternate ID. */
                  alternateId: string;
                  /** @description Manufacturer Apt/Suite Number. */
                  aptNumber?: string;
                  /** @description Manufacturer City. Needed when isNew=Y. */
                  city?: string;
                  /** @description Manufacturer Country. Needed when isNew=Y. */
                  country?: string;
                  /** @description Manufacturer Email. Needed when isNew=Y. Format: email. */
                  email?: string;
                  /** @description Manufacturer GLN. */
                  gln?: string;
                  /** @description Manufacturer Name. */
                  name: string;
                  /** @description Manufacturer Phone. Needed when isNew=Y. */
                  phone?: string;
                  /** @description Manufacturer Zip/Postal Code. Needed when isNew=Y. */
                  postalCode?: string;
                  /** @description Small Batch Manufacturer CPSC ID. */
                  sbmId?: string;
                  /** @description Manufacturer State/Province. */
                  stateProvince?: string;
                };
                /** @description Product Name (Model). */
                name: string;
                /** @description poc. */
                poc: {
                  /** @description POC Address Line 1. Needed when type=Other and isNew=Y. */
                  addressLine1?: string;
                  /** @description POC Address Line 2. */
                  addressLine2?: string;
                  /** @description POC Alternate ID. Needed when type=Other and gln absent. */
                  alternateId?: string;
                  /** @description POC Apt/Suite Number. */
                  aptNumber?: string;
                  /** @description POC City. Needed when type=Other and isNew=Y. */
                  city?: string;
                  /** @description POC Country. Needed when type=Other and isNew=Y. */
                  country?: string;
                  /** @description POC Email. Needed when type=Other and isNew=Y. Format: email. */
                  email?: string;
                  /** @description POC GLN. */
                  gln?: string;
                  /** @description POC Name. Needed when type=Other. */
                  name?: string;
                  /** @description POC Phone. Needed when type=Other and isNew=Y. */
                  phone?: string;
                  /** @description POC Zip/Postal Code. Needed when type=Other and isNew=Y. */
                  postalCode?: string;
                  /** @description POC State/Province. */
                  stateProvince?: string;
                  /**
                   * @description Point of Contact (POC) for Test Result Records.
                   * @enum {string}
                   */
                  type: 'Importer' | 'Manufacturer' | 'Laboratory' | 'Broker' | 'Other';
                };
                /** @description Primary Product ID. */
                primaryProductId: string;
                /**
                 * @description Primary Product ID Type.
                 * @enum {string}
                 */
                primaryProductIdType: 'GTIN' | 'UPC' | 'SKU' | 'Model #' | 'Serial #' | 'Registered #' | 'Alternate ID';
                /** @description Production End Date. Format: MM/DD/YYYY. */
                productionEndDate?: string;
                /** @description Production Start Date. Format: MM/DD/YYYY. */
                productionStartDate?: string;
                /** @description Product/Model Style. */
                style?: string;
                /** @description Trade/Brand Name. */
                tradeBrandName?: string;
                /** @description New Version ID. */
                versionId: string;
              };
              /** @description directives. */
              directives?: {
                /** @description labs. Needed when labs present. */
                labs?: {
                  /** @description alternateId. */
                  alternateId?: string;
                  /** @description gln. */
                  gln?: string;
                  /**
                   * @description Is New?.
                   * @enum {string}
                   */
                  isNew: 'Y' | 'N';
                }[];
                /** @description manufacturer. */
                manufacturer: {
                  /** @description alternateId. */
                  alternateId?: string;
                  /** @description gln. */
                  gln?: string;
                  /**
                   * @description Manufacturer Is New?.
                   * @enum {string}
                   */
                  isNew: 'Y' | 'N';
                };
                /** @description poc. */
                poc: {
                  /** @description alternateId. */
                  alternateId?: string;
                  /** @description gln. */
                  gln?: string;
                  /**
                   * @description POC Is New?.
                   * @enum {string}
                   */
                  isNew: 'Y' | 'N';
                };
                /**
                 * @description Product Update.
                 * @enum {string}
                 */
                productUpdate: 'Y' | 'N';
                /** @description Current Version ID. Needed when productUpdate=Y. */
                versionIdToUpdate?: string;
              };
            }[];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  revokeCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a certificate that this key made, or a key it was rotated from or to; `gcc_id` in v1. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RevocationRequest'];
      };
    };
    responses: {
      /** @description The certificate as it is now. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Certificate'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
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
  listParties: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before. */
        cursor?: string;
        /** @description Parties of a page; 50 if absent. */
        limit?: number;
        /** @description Only parties that may have this role. */
        role?: 'certifier' | 'manufacturer' | 'testing_lab' | 'records_contact';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of parties. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartyList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  readParty: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Your own key of the party, in the CPSC Product Registry too. */
        alternate_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The party. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Party'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  putParty: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Your own key of the party, in the CPSC Product Registry too. */
        alternate_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PartyRequest'];
      };
    };
    responses: {
      /** @description The party as it is kept. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Party'];
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
  deleteParty: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Your own key of the party, in the CPSC Product Registry too. */
        alternate_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedParty'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description `next_cursor` of an earlier page: the events after it, also those that came since. */
        cursor?: string;
        /** @description Only events that are delivered so far: `dead` ones can be sent again. */
        delivery?: 'none' | 'pending' | 'delivered' | 'dead';
        /** @description Rows of a page; 50 if absent. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  redeliverEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of an event of a watch that this key made, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WatchEvent'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
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
  listPixelAudits: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before. */
        cursor?: string;
        /** @description Jobs of a page; 50 if absent. */
        limit?: number;
        /** @description Only jobs of this status. */
        status?: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of jobs. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createPixelAudit: {
    parameters: {
      query?: {
        /** @description Whether to read what the pages name. True if absent. */
        deep?: boolean;
        /** @description Whether to visit the other pages of each shop too. */
        journey?: boolean;
      };
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key with the same request gives the same job; another request under the same key is a 409. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PixelAuditRequest'];
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        'text/csv': string;
      };
    };
    responses: {
      /** @description The job is stored and will be done. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          Location: components['headers']['Location'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PixelAudit'];
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
  readPixelAudit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PixelAudit'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  removePixelAudit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      204: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listPixelAuditLines: {
    parameters: {
      query?: {
        /** @description `next_cursor` of a page that was asked for with the same filters and order. */
        cursor?: string;
        /** @description Lines of a page; 50 if absent. A page may have fewer. */
        limit?: number;
        /** @description Only lines of these outcomes: repeat it for several. The words are those of `counts`. */
        status?: ('not_scanned' | 'not_judged' | 'partly_judged' | 'judged' | 'same')[];
      };
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of lines. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The lines, each as the result in JSON has it, with its line number. */
            lines: {
              /** @description As in the result. */
              doubles: string | number | null;
              /** @description As in the result. */
              errors: string | number | null;
              /** @description As in the result. */
              fault: string | number | null;
              /** @description Line of the file, or number of the item. */
              line: number;
              /** @description As in the result. */
              not_looked_at: string | number | null;
              /** @description As in the result. */
              notes: string | number | null;
              /** @description As in the result. */
              rules: string | number | null;
              /** @description As in the result. */
              score: string | number | null;
              /** @description As in the result. */
              state: string | number | null;
              /** @description As in the result. */
              store: string | number | null;
              /** @description As in the result. */
              warnings: string | number | null;
            }[];
            /** @description Lines of the job that are done, whatever the filters. */
            lines_done: number;
            /** @description Lines of the job. */
            lines_total: number;
            /** @description Whether the job is open, so that what is shown can still grow. */
            may_grow: boolean;
            /** @description Send it as `cursor` for what follows; null at the end. A page may be empty and have one: the filters found nothing in what was looked at, or the next lines are not done yet. */
            next_cursor: string | null;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  readPixelAuditResult: {
    parameters: {
      query?: {
        /** @description The format of the result. It goes before `Accept`; without both it is CSV. */
        format?: 'csv' | 'xlsx' | 'json';
      };
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The result. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          'text/csv': string;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  scanPixels: {
    parameters: {
      query?: never;
      header?: {
        /** @description With `no-cache` a remembered answer is set aside and the page fetched again. */
        'Cache-Control'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PixelScanRequest'];
      };
    };
    responses: {
      /** @description The report. */
      200: {
        headers: {
          Age: components['headers']['Age'];
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Cache': components['headers']['X-Cache'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PixelReport'];
          'application/x-ndjson': string;
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
  listTariffAudits: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before. */
        cursor?: string;
        /** @description Jobs of a page; 50 if absent. */
        limit?: number;
        /** @description Only jobs of this status. */
        status?: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of jobs. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createTariffAudit: {
    parameters: {
      query?: {
        /** @description The day of lines without an entry date. Today in New York if absent. */
        as_of?: string;
        /** @description Header, letter or number of the column of tariff numbers. */
        code_column?: string;
        /** @description Header, letter or number of the column of entry dates. */
        date_column?: string;
        /** @description Header, letter or number of the column of countries of origin. */
        origin_column?: string;
        /** @description Sheet to read. If absent, the first with numbers. */
        sheet?: string;
        /** @description Header, letter or number of the column of customs values in US dollars. */
        value_column?: string;
      };
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key with the same request gives the same job; another request under the same key is a 409. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TariffAuditRequest'];
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        'text/csv': string;
      };
    };
    responses: {
      /** @description The job is stored and will be done. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          Location: components['headers']['Location'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TariffAudit'];
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
  readTariffAudit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TariffAudit'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  removeTariffAudit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      204: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listTariffAuditHeadings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The headings. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * Format: date
             * @description The day of lines without an entry date.
             */
            as_of: string;
            /** @description The versions of the lists and of the schedule that every line is answered from; null until lines are done. */
            data_versions: {
              [key: string]: string;
            } | null;
            /** @description The heading with the most lines first. */
            headings: {
              /**
               * @description The chapter 99 heading, or `not published`.
               * @example 9903.81.91
               */
              heading: string;
              /** @description The highest rate of lines that have this heading alone. Null if there are none: of a line with several headings it is not known which rate is whose. */
              highest_rate: {
                /** @description The percentage; null for a minimum import price. */
                percent: number | null;
                /** @description The rate as lines have it: what is charged, and on what. */
                words: string;
              } | null;
              /** @description Lines that have it. A line with several headings counts for each. */
              lines: number;
              /** @description These lines by outcome; those without a line are absent. */
              outcomes: {
                /** @description Lines `applies`. */
                applies?: number;
                /** @description Lines `applies_in_part`. */
                applies_in_part?: number;
                /** @description Lines `blank`. */
                blank?: number;
                /** @description Lines `damaged`. */
                damaged?: number;
                /** @description Lines `invalid`. */
                invalid?: number;
                /** @description Lines `not_in_schedule`. */
                not_in_schedule?: number;
                /** @description Lines `not_listed`. */
                not_listed?: number;
                /** @description Lines `retired`. */
                retired?: number;
                /** @description Lines `undated`. */
                undated?: number;
                /** @description Lines `unsettled`. */
                unsettled?: number;
              };
            }[];
            /** @description The last day whose law was read; null until lines are done. */
            law_read_to: string | null;
            /** @description Lines that were counted. If fewer than `lines_done`, ask again: each request counts up to 50,000 lines more. */
            lines_counted: number;
            /** @description Lines of the job that are done, whatever the filters. */
            lines_done: number;
            /** @description Lines of the job. */
            lines_total: number;
            /** @description Whether the job is open, so that what is shown can still grow. */
            may_grow: boolean;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listTariffAuditLines: {
    parameters: {
      query?: {
        /** @description `next_cursor` of a page that was asked for with the same filters and order. */
        cursor?: string;
        /** @description Only lines with this chapter 99 heading. */
        heading?: string;
        /** @description Lines of a page; 50 if absent. A page may have fewer. */
        limit?: number;
        /** @description Only lines with this text in the number, its description or a cell that was sent, ignoring case. */
        q?: string;
        /** @description `line` if absent: the order of the table. `rate`: the highest percentage that is named first, whatever it is charged on. `heading`, and `status` in the order of `status`. Of equals the order of the table; what has no rate or heading is last. */
        sort?: 'line' | 'rate' | 'heading' | 'status';
        /** @description Only lines of these outcomes: repeat it for several. The words are those of `counts`. */
        status?: (
          | 'applies'
          | 'applies_in_part'
          | 'retired'
          | 'unsettled'
          | 'not_in_schedule'
          | 'damaged'
          | 'invalid'
          | 'undated'
          | 'blank'
          | 'not_listed'
        )[];
      };
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of lines. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * Format: date
             * @description The day of lines without an entry date.
             */
            as_of: string;
            /** @description The names of all columns, as in the result: those of `cells`, then those that were added. */
            columns: string[];
            /** @description The versions of the lists and of the schedule that every line is answered from; null until lines are done. */
            data_versions: {
              [key: string]: string;
            } | null;
            /** @description The last day whose law was read; null until lines are done. */
            law_read_to: string | null;
            /** @description The lines, each as the result in JSON has it, with its line number. */
            lines: ({
              /** @description The cells that were sent, in the order of `columns`. */
              cells: string[];
              /** @description Line of the CSV file, row of the sheet, or number of the item. */
              line: number;
            } & {
              [key: string]: string | number | null;
            })[];
            /** @description Lines of the job that are done, whatever the filters. */
            lines_done: number;
            /** @description Lines of the job. */
            lines_total: number;
            /** @description Whether the job is open, so that what is shown can still grow. */
            may_grow: boolean;
            /** @description Send it as `cursor` for what follows; null at the end. A page may be empty and have one: the filters found nothing in what was looked at, or the next lines are not done yet. */
            next_cursor: string | null;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  readTariffAuditResult: {
    parameters: {
      query?: {
        /** @description The format of the result. It goes before `Accept`; without both it is CSV. */
        format?: 'csv' | 'xlsx' | 'json';
      };
      header?: never;
      path: {
        /** @description Id of a job that this key began, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The result. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          'text/csv': string;
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  workOutDuties: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DutiesRequest'];
      };
    };
    responses: {
      /** @description One result for each item, in order. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DutiesResponse'];
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
  listWatches: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before. */
        cursor?: string;
        /** @description Rows of a page; 50 if absent. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of watches. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WatchList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createWatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key and request give the same answer for a day, so that a retry makes nothing twice. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WatchRequest'];
      };
    };
    responses: {
      /** @description The watch. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MadeWatch'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
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
  readWatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a watch that this key made, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The watch. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Watch'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteWatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a watch that this key made, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is gone. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedWatch'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  changeWatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a watch that this key made, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WatchEdit'];
      };
    };
    responses: {
      /** @description The watch as it is now. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MadeWatch'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listWatchEvents: {
    parameters: {
      query?: {
        /** @description `next_cursor` of an earlier page: the events after it, also those that came since. */
        cursor?: string;
        /** @description Only events that are delivered so far: `dead` ones can be sent again. */
        delivery?: 'none' | 'pending' | 'delivered' | 'dead';
        /** @description Rows of a page; 50 if absent. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description Id of a watch that this key made, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  rotateWatchSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key and request give the same answer for a day, so that a retry makes nothing twice. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of a watch that this key made, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new secret. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WatchSecret'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
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
  testWatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any text of your own, 1 to 255 printable ASCII characters. The same key and request give the same answer for a day, so that a retry makes nothing twice. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of a watch that this key made, or a key it was rotated from or to. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WatchEvent'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
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
}
