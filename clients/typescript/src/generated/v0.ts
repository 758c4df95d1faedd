// Written by tools/generate.ts from the OpenAPI document of the server. Do not edit.

export type paths = {
  '/api/v0/entry/citations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Rules a certificate may cite
     * @description Searches the catalogue of CPSC rules, bans and standards. It is not complete, and says what each row rests on.
     */
    get: operations['searchCitations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/pixel/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The rules of the scan
     * @description What each rule finds, why it matters, what to do, and what it deducts from the score.
     */
    get: operations['listPixelRules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/pixel/scan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Scan one storefront
     * @description The scan of v1 without a key, a few times a minute, and with less time for a page. The answer has the fields of v1, and places, causes and evidence of each finding, the state of the report, who sends what, and what was not looked at.
     */
    post: operations['scanStorefrontOnce'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What was added, removed, re-rated between two days
     * @description Compares what is in force on `from` with what is in force on `to`, number by number. What is only announced for days after `law_read_to` stands apart.
     */
    get: operations['listTariffChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/hts/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look one HTS code up and explain the answer
     * @description Which listings cover the code and which nearly do, with note subdivision, Chapter 99 heading, rate and what it is charged on, dates and source; what a code alone cannot decide; what replaced a retired suffix. Not a ruling.
     */
    get: operations['explainHtsCode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/hts/{code}/duties': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Work out the Section 232 duties of one line
     * @description As `POST /api/v2/tariff/duties`, for one code with its facts in the query: `true` or `false`, numbers, words, and lists separated by commas. A name that is no fact is refused.
     */
    get: operations['workOutDuty'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/hts/{code}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what applied to a code over time
     * @description Periods from 2025-03-12 on, where the lists begin: the programmes that list the code, with headings, rates and sources. A number means the goods that it meant on each day: one that was given to other goods has their periods since. Not a ruling.
     */
    get: operations['readTariffHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/lists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Which lists are loaded
     * @description Each with its version, source, next scheduled change, and where to download it; how far the law was read, what is announced for later, and which tariff schedule is in use.
     */
    get: operations['listTariffLists'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/lists/{list_id}.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a list as CSV
     * @description The file is named after the list and its version.
     */
    get: operations['downloadTariffListCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/lists/{list_id}.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a list as JSON
     * @description The file is named after the list and its version.
     */
    get: operations['downloadTariffListJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/schedule': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the chapters of the schedule
     * @description Chapters 1 to 97, each with the Section 232 programmes that list something in it.
     */
    get: operations['listTariffChapters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/schedule/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Browse the schedule from a chapter down
     * @description A chapter, heading, subheading, line or number: its words, the path from the chapter, its rates, and the numbers directly below it, each with the Section 232 programmes that list it or something below it.
     */
    get: operations['browseTariffSchedule'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v0/tariff/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find numbers by what they are called
     * @description Searches the descriptions of chapters 1 to 97. A row is found if it and the rows above it have all words; if no row has, those with the most words are found, and `all_words` is false. Digits find the numbers that begin with them.
     */
    get: operations['searchTariffSchedule'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/verify/{gcc_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Is a certificate genuine
     * @description JSON where `Accept` asks for it, a page for people otherwise. Compare the SHA-256 with that of the PDF you hold.
     */
    get: operations['verifyCertificate'];
    put?: never;
    post?: never;
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
    /** @description A change of the law that is announced and was not read as in force. */
    AnnouncedChange: {
      /**
       * @description `law`: enacted, and its day is set. `announced`: reported, recommended or not read.
       * @enum {string}
       */
      certainty: 'law' | 'announced';
      /** @description The numbers it concerns, if not whole subdivisions. */
      codes: string[];
      /** @description Its first day; null if none was read. */
      date: string | null;
      /** @description Chapter 99 headings that it changes; empty if none is known. */
      headings: string[];
      /** @description The first day for which the words leave open which law holds, if that is before `date`. */
      open_from: string | null;
      /** @description Countries of origin (ISO 3166-1 alpha-2) it is limited to; empty means any. */
      origins: string[];
      /** @description The Section 232 programme. */
      programme: string;
      /** @description The change of the rate, if one is stated. */
      rate: {
        /** @description General rate after, in percent. */
        after: number;
        /**
         * @description What the rate is added to, or includes.
         * @enum {string}
         */
        after_kind: 'additional' | 'total_incl_column1' | 'minimum_import_price';
        /** @description General rate before, in percent; null if there is no duty. */
        before: number | null;
        /** @description Its kind. */
        before_kind: ('additional' | 'total_incl_column1' | 'minimum_import_price') | null;
      } | null;
      /** @description Where it is announced. */
      source: string;
      /** @description U.S. note subdivisions whose lists it concerns as a whole. */
      subdivisions: string[];
      /** @description What changes. */
      what: string;
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
    /** @description One number of one programme before and after. */
    Change: {
      /** @description On `to`; empty where it is not listed. */
      after: components['schemas']['ChangedListing'][];
      /** @description On `from`; empty where it was not listed. */
      before: components['schemas']['ChangedListing'][];
      /** @description The number. */
      code: string;
      /** @description The Section 232 programme. */
      programme: string;
    };
    /** @description How a number stood on one of the two days. */
    ChangedListing: {
      /** @description Chapter 99 heading; null where none is published yet. */
      ch99_heading: string | null;
      /** @description What the rate is charged on. */
      charged_on: ('full value' | 'metal content') | null;
      /**
       * Format: date
       * @description First day.
       */
      from: string;
      /** @description U.S. note subdivision. */
      note: string;
      /** @description Percent; null for a minimum import price. */
      rate: number | null;
      /**
       * @description What the rate is added to, or includes.
       * @enum {string}
       */
      rate_kind: 'additional' | 'total_incl_column1' | 'minimum_import_price';
      /** @description Where the rule is published. */
      source: string;
      /** @description Last day; null where none is set. */
      to: string | null;
    };
    /** @description A rule that a certificate may cite. */
    Citation: {
      /** @description What it covers, in short. */
      applies_to: string;
      /**
       * @description What the row rests on; `knowledge` is not verified against a document.
       * @enum {string}
       */
      basis: 'cpsc-list-excerpt' | 'other-document-excerpt' | 'knowledge';
      /**
       * @description Which certificate cites it.
       * @enum {string}
       */
      certificate: 'GCC' | 'CPC' | 'GCC+CPC';
      /** @description How the rule is cited. */
      citation: string;
      /** @description A remark. */
      note: string | null;
      /** @description Our short title. */
      title: string;
      /** @description A court is understood to have vacated it. */
      vacated: boolean;
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
    /** @description Everything the lists say of one code on one day, and what they cannot say. */
    Explanation: {
      /** @description Dated changes after the day, and those before it that are later than `law_read_to`; soonest first. */
      announced: components['schemas']['AnnouncedChange'][];
      /**
       * Format: date
       * @description The day the answer is for.
       */
      as_of: string;
      /** @description The code as asked. */
      code: string;
      /** @description What a code alone cannot decide. */
      conditions: string[];
      /** @description How each programme in force covers the code. */
      coverage: {
        /**
         * @description `whole`: by one listing. `whole_by_parts`: all numbers under the code, or all its successors, are listed. `part`: some are.
         * @enum {string}
         */
        coverage: 'whole' | 'whole_by_parts' | 'part' | 'none';
        /** @description Numbers of the schedule at or under the code. */
        numbers: number;
        /** @description How many of `numbers` the programme covers. */
        numbers_listed: number;
        /** @description The Section 232 programme. */
        programme: string;
      }[];
      /** @description Derivative listings cover the whole code, by one listing or by several. */
      hit: boolean;
      /** @description Listings of any Section 232 programme cover the code or part of it: a duty may apply. */
      in_scope: boolean;
      /**
       * Format: date
       * @description The last day whose law was read. Newer law is not in the answer.
       */
      law_read_to: string;
      /** @description Derivative listings that cover the whole code, alone or together, longest first. */
      matched: components['schemas']['ListingView'][];
      /** @description Listings of the heading, of any programme, that do not cover it; the closest first. */
      near_misses: components['schemas']['ListingView'][];
      /** @description What is scheduled for it, soonest first. */
      next_changes: components['schemas']['UpcomingChange'][];
      /** @description Other listings of programmes that cover the whole code, longest first. */
      other_programmes: components['schemas']['ListingView'][];
      /** @description What was taken out of scope at or around the code. */
      removed: {
        /** @description The number. */
        code: string;
        /**
         * Format: date
         * @description The first day without it.
         */
        date: string;
        /** @description Its digits. */
        digits: string;
        /** @description The list it was on. */
        former: string;
        /** @description What came of it since. */
        later: string | null;
        /** @description Where the rule is published. */
        source: string;
      }[];
      /** @description What the code replaced. */
      replaces: {
        /**
         * @description A split number has several successors.
         * @enum {string}
         */
        kind: 'rename' | 'split';
        /** @description A number that took its goods. */
        new: string;
        /** @description The number that was retired. */
        old: string;
        /**
         * Format: date
         * @description The first day of the new number.
         */
        retired_on: string;
        /** @description The old number stayed in the schedule for other goods, or for fewer. */
        reused: boolean;
        /** @description Where the change is published. */
        source: string;
      }[];
      /** @description The first day without the code; null where it is not retired. */
      retired_on: string | null;
      /** @description What the tariff schedule says of the code; null if the code is invalid. */
      schedule: {
        /** @description The row that describes the code; null if not even its heading exists. */
        code: string | null;
        /** @description That row is the code itself. */
        exact: boolean;
        /** @description The code is a heading, subheading, line or number of that schedule. */
        exists: boolean;
        /** @description Column 1 general rate as printed, inherited from above as the schedule does. */
        general: string;
        /** @description If it does not exist: numbers of the same length that are like it, the likeliest first. */
        near: string[];
        /** @description Column 2 rate as printed. */
        other: string;
        /** @description Descriptions from the heading down. */
        path: string[];
        /** @description Which schedule this is. */
        revision: string;
        /** @description Column 1 special rates and their programmes as printed; empty if there are none. */
        special: string;
        /** @description Units of quantity. */
        units: string[];
      } | null;
      /**
       * @description As in v1; docs/tariff.md says what each means.
       * @enum {string}
       */
      status: 'hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid';
      /** @description What replaced the code, where it was retired, and what replaced that. */
      successors: {
        /**
         * @description A split number has several successors.
         * @enum {string}
         */
        kind: 'rename' | 'split';
        /** @description A number that took its goods. */
        new: string;
        /** @description The number that was retired. */
        old: string;
        /**
         * Format: date
         * @description The first day of the new number.
         */
        retired_on: string;
        /** @description The old number stayed in the schedule for other goods, or for fewer. */
        reused: boolean;
        /** @description Where the change is published. */
        source: string;
      }[];
      /** @description An announced change that was not read is in force on that day, or may be: do not rely on the answer. */
      unsettled_law: boolean;
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
    /** @description How far the law was read. */
    Law: {
      /**
       * Format: date
       * @description The last day whose law was read. Newer law is not in the answer.
       */
      law_read_to: string;
      /**
       * Format: date
       * @description The day on which newer law was looked for.
       */
      looked_on: string;
      /** @description The newest release of the schedule that was read. */
      newest_release: {
        /** @description Its name. */
        name: string;
        /**
         * Format: date
         * @description When it was published.
         */
        published: string;
        /** @description How it is known. */
        source: string;
      };
      /** @description What could not be read. */
      not_read: {
        /** @description The programmes it may concern; empty means any. */
        programmes: string[];
        /** @description What was not read. */
        what: string;
      }[];
    };
    /** @description One listing: what, how much, on whose authority, since when. */
    ListingView: {
      /** @description Annex of the proclamation. */
      annex: string | null;
      /** @description Short English name of the article. */
      article_name: string;
      /** @description Chapter 99 heading to declare beside the number; null where none is published yet. */
      ch99_heading: string | null;
      /** @description What the rate is charged on. */
      charged_on: ('full value' | 'metal content') | null;
      /** @description The number as it is listed. */
      code: string;
      /** @description What else must be true of the goods. */
      condition: string | null;
      /**
       * Format: date
       * @description First day.
       */
      from: string;
      /** @description What the subdivision covers. */
      goods: string;
      /**
       * @description `derivative` listings decide a hit.
       * @enum {string}
       */
      kind: 'derivative' | 'article';
      /** @description The list it stands on. */
      list: string;
      /** @description U.S. note subdivision of chapter 99, subchapter III. */
      note: string;
      /** @description The Section 232 programme, such as `steel`. */
      programme: string;
      /** @description General rate in percent; null for a minimum import price. */
      rate: number | null;
      /**
       * @description What the rate is added to, or includes.
       * @enum {string}
       */
      rate_kind: 'additional' | 'total_incl_column1' | 'minimum_import_price';
      /** @description It begins after `law_read_to`: as announced, not read as in force. */
      scheduled: boolean;
      /** @description Where the rule is published. */
      source: string;
      /** @description Last day; null where none is set. */
      to: string | null;
      /** @description The version of that list. */
      version: string;
      /** @description Least share of the listed metal in percent of weight; null where no test applies. */
      weight_test: number | null;
    };
    /** @description A list that is loaded. */
    ListSummary: {
      /** @description What is announced for its programmes and was not read; what has no day comes last. */
      announced: components['schemas']['AnnouncedChange'][];
      /**
       * Format: date
       * @description The day its text was read.
       */
      as_of: string;
      /** @description Address of the list as CSV. */
      csv: string;
      /** @description Address of the list as JSON. */
      json: string;
      /**
       * Format: date
       * @description The last day whose law was read. Newer law is not in the answer.
       */
      law_read_to: string;
      /** @description Stable id. */
      list_id: string;
      /** @description The next change that is scheduled. */
      next_change: components['schemas']['UpcomingChange'] | null;
      /** @description Listings, past ones included. */
      rows: number;
      /** @description Where it is published. */
      source: string;
      /** @description What it holds. */
      title: string;
      /** @description Changes whenever a row does. */
      version: string;
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
    /** @description An announced change of a duty that is not Section 232 and is paid on the same goods. */
    OtherMeasure: {
      /**
       * @description `law`: enacted, and its day is set. `announced`: reported, recommended or not read.
       * @enum {string}
       */
      certainty: 'law' | 'announced';
      /** @description The numbers it concerns, if stated. */
      codes: string[];
      /**
       * Format: date
       * @description Its first day.
       */
      date: string;
      /** @description Its last day, if one is set. */
      ends: string | null;
      /** @description Chapter 99 headings. */
      headings: string[];
      /** @description The measure, such as `section_301_china`. */
      measure: string;
      /** @description Where it is announced. */
      source: string;
      /** @description What changes. */
      what: string;
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
    /** @description Everything that a scan has to say. It has the fields of the report of v1, and more. */
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
      /** @description 100: nothing was found and everything was read. 0 if the state is `not_judged`. */
      score: number;
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
    /** @description A rule of the scan. */
    PixelRule: {
      /**
       * @description What it is about; each deducts up to a cap.
       * @enum {string}
       */
      category:
        | 'double_counting'
        | 'legacy_install'
        | 'dead_code'
        | 'checkout_surface'
        | 'privacy_security'
        | 'config_error'
        | 'inventory';
      /** @description The `rule_id` of a finding. */
      id: string;
      /** @description What to do. */
      remedy: string;
      /**
       * @description How bad it is.
       * @enum {string}
       */
      severity: 'info' | 'warn' | 'error';
      /** @description Where the vendor says so. */
      source: string;
      /** @description Points it deducts before the cap of its category. */
      weight: number;
      /** @description When it fires. */
      what: string;
      /** @description Why that matters. */
      why: string;
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
    /** @description Which page to scan. Unknown fields are ignored. */
    ScanRequest: {
      /**
       * Format: uri
       * @description Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are followed, at most 5.
       * @example https://demo-store.portside.invalid/
       */
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
    /** @description A change that is scheduled. */
    UpcomingChange: {
      /**
       * Format: date
       * @description The day.
       */
      date: string;
      /** @description What happens. */
      event: string;
      /** @description Where it is announced. */
      source: string;
    };
    /** @description All that is public about a certificate. */
    Verification: {
      /**
       * Format: uuid
       * @description The number of the certificate.
       */
      gcc_id: string;
      /**
       * Format: date-time
       * @description When it was issued.
       */
      issued_at: string;
      /** @description It was revoked or superseded: do not rely on it. */
      revoked: boolean;
      /**
       * Format: date-time
       * @description When it was revoked or superseded.
       */
      revoked_at?: string;
      /** @description SHA-256 of the PDF. */
      sha256: string;
      /** @description The signature in the PDF. Documents from before there were signatures have none. */
      signature?: {
        /** @description SHA-256 of that certificate. */
        certificate_sha256: string;
        /** @description Name in the certificate of the signer. */
        signer: string;
        /**
         * Format: date-time
         * @description What the time stamp of the signature says, if it has one.
         */
        time_stamped_at?: string;
      };
      /**
       * @description `incomplete`: an element of 16 CFR 1110.11(a) is not stated. `stated_with_defects`: all are stated, and the document names a defect. `stated`: all are stated, and none of the defects that are looked for was found. None of them says that what is stated is true.
       * @enum {string}
       */
      state: 'incomplete' | 'stated_with_defects' | 'stated';
      /**
       * @description `superseded`: another certificate replaces it. `revoked`: do not rely on it.
       * @enum {string}
       */
      status: 'active' | 'superseded' | 'revoked';
      /**
       * Format: uuid
       * @description The certificate that replaces it.
       */
      successor_id?: string;
      /**
       * @description What became of that one since.
       * @enum {string}
       */
      successor_status?: 'active' | 'superseded' | 'revoked';
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
    /** @description The name to save the file under. */
    'Content-Disposition': string;
    /** @description Send it back as `If-None-Match` to be told 304 while nothing changed. */
    ETag: string;
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
    /** @description `HIT`: remembered. `MISS`: fetched. `SHARED`: joined a fetch under way. `BYPASS`: fetched as asked. */
    'X-Cache': 'HIT' | 'MISS' | 'SHARED' | 'BYPASS';
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
  searchCitations: {
    parameters: {
      query?: {
        /** @description Words that must all occur, or a citation in any spelling; the whole catalogue where absent or empty. */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Rules, at most 20 for a search. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description At most 20 for a search. */
            citations: components['schemas']['Citation'][];
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  listPixelRules: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The catalogue. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description All, by category. */
            rules: components['schemas']['PixelRule'][];
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  scanStorefrontOnce: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScanRequest'];
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
        };
      };
      400: components['responses']['BadRequest'];
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
  listTariffChanges: {
    parameters: {
      query: {
        /** @description The earlier day. YYYY-MM-DD, from 2025-03-12. */
        from: string;
        /** @description The later day; today in New York where absent. YYYY-MM-DD, from 2025-03-12. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The changes, codes ascending. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Listed on `to` alone. */
            added: components['schemas']['Change'][];
            /** @description Announced changes in between that were not read; soonest first. */
            announced: components['schemas']['AnnouncedChange'][];
            /**
             * Format: date
             * @description The earlier day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day whose law was read. Newer law is not in the answer.
             */
            law_read_to: string;
            /** @description Listed on both at the same cost, under another subdivision. */
            moved: components['schemas']['Change'][];
            /** @description The same of duties that are not Section 232. */
            other_measures: components['schemas']['OtherMeasure'][];
            /** @description Listed on `from` alone. */
            removed: components['schemas']['Change'][];
            /** @description Listed on both, at another rate or on another base. */
            rerated: components['schemas']['Change'][];
            /** @description What the lists say of days after `law_read_to`: as announced, not read as in force. */
            scheduled: components['schemas']['Change'][];
            /**
             * Format: date
             * @description The later day.
             */
            to: string;
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  explainHtsCode: {
    parameters: {
      query?: {
        /** @description The day to answer for; today in New York where absent. YYYY-MM-DD, from 2025-03-12. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description An HTS code of 4, 6, 8 or 10 digits, with or without dots. What is none is answered with status `invalid`. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer and its reasons. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Tariff-As-Of': components['headers']['X-Tariff-As-Of'];
          'X-Tariff-Law-Read-To': components['headers']['X-Tariff-Law-Read-To'];
          'X-Tariff-List': components['headers']['X-Tariff-List'];
          'X-Tariff-List-Version': components['headers']['X-Tariff-List-Version'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Explanation'];
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  workOutDuty: {
    parameters: {
      query?: {
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
        /** @description The day of entry, YYYY-MM-DD, from 2025-03-12; today in New York where absent. */
        entry_date?: string;
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
        /** @description Country of origin, ISO 3166-1 alpha-2 in capital letters. Unknown where absent. */
        origin?: string;
        /** @description Is the article a patented pharmaceutical (or an ingredient of one), a generic or biosimilar, an animal health product without a patent, or none of these? */
        pharmaceutical?: 'patented' | 'generic' | 'animal_health' | 'neither';
        /** @description Was any primary aluminum in the goods smelted in Russia, or were they cast there? */
        russian_aluminum?: boolean;
        /** @description Do the goods meet the performance parameters of note 39(b)? */
        semiconductor_parameters?: boolean;
        /** @description For which use are the goods entered: US data centers, repair or replacement in the US, research and development in the US, US startups, consumer electronics outside data centers, civil industry outside data centers, the US public sector, or another? */
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
        /** @description What vehicle are the goods, or are they a part of: a passenger vehicle or light truck, a medium- or heavy-duty vehicle, a bus, or none? */
        vehicle?: 'passenger' | 'medium_heavy' | 'bus' | 'none';
        /** @description Are the goods a part of that vehicle, not the vehicle itself? */
        vehicle_part?: boolean;
        /** @description Are the goods a completed wooden kitchen cabinet or vanity, or a part of one? */
        wooden_cabinet?: boolean;
      };
      header?: never;
      path: {
        /** @description An HTS code of 4, 6, 8 or 10 digits, with or without dots. What is none is answered with status `invalid`. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The duties, or what they depend on. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DutyAnswer'];
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  readTariffHistory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description An HTS code of 4, 6, 8 or 10 digits, with or without dots. What is none is answered with status `invalid`. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The periods. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Tariff-As-Of': components['headers']['X-Tariff-As-Of'];
          'X-Tariff-Law-Read-To': components['headers']['X-Tariff-Law-Read-To'];
          'X-Tariff-List': components['headers']['X-Tariff-List'];
          'X-Tariff-List-Version': components['headers']['X-Tariff-List-Version'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Dated changes after the day, and those before it that are later than `law_read_to`; soonest first. */
            announced: components['schemas']['AnnouncedChange'][];
            /**
             * Format: date
             * @description Today in New York, which the fields beside `periods` are for.
             */
            as_of: string;
            /** @description The number as it is spelled in the notes. */
            code: string;
            /** @description The schedule in use has the number. One that was retired is not in it. */
            exists: boolean;
            /**
             * Format: date
             * @description The first day that the lists cover, 2025-03-12: nothing is said of earlier ones.
             */
            first_day: string;
            /**
             * Format: date
             * @description The last day whose law was read. Newer law is not in the answer.
             */
            law_read_to: string;
            /** @description From `first_day` on, without gaps, oldest first. */
            periods: {
              /**
               * Format: date
               * @description First day.
               */
              from: string;
              /** @description What holds; empty where the number is on none of the lists. */
              listed: {
                /** @description Chapter 99 heading; null where none is published. */
                ch99_heading: string | null;
                /** @description What the rate is charged on. */
                charged_on: ('full value' | 'metal content') | null;
                /** @description The first numbers that the list prints: at, above or below the number, or those of its successors. */
                codes: string[];
                /** @description How many such numbers there are. */
                codes_total: number;
                /** @description What else must be true of the goods. */
                condition: string | null;
                /**
                 * @description How far the programme covers the number, by all of its terms together. `part`: some goods of it.
                 * @enum {string}
                 */
                coverage: 'whole' | 'whole_by_parts' | 'part';
                /** @description What the subdivision covers. */
                goods: string;
                /**
                 * @description `derivative` listings decide a hit.
                 * @enum {string}
                 */
                kind: 'derivative' | 'article';
                /** @description The list it stands on. */
                list: string;
                /** @description U.S. note subdivision of chapter 99, subchapter III. */
                note: string;
                /** @description The Section 232 programme. */
                programme: string;
                /** @description General rate in percent; null for a minimum import price. */
                rate: number | null;
                /**
                 * @description What the rate is added to, or includes.
                 * @enum {string}
                 */
                rate_kind: 'additional' | 'total_incl_column1' | 'minimum_import_price';
                /** @description Where the rule is published. */
                source: string;
                /** @description The version of that list. */
                version: string;
              }[];
              /** @description It begins after `law_read_to`: as announced, not read as in force. */
              scheduled: boolean;
              /** @description Last day; null where no end is set. */
              to: string | null;
            }[];
            /** @description What was taken out of scope at or around the code. */
            removed: {
              /** @description The number. */
              code: string;
              /**
               * Format: date
               * @description The first day without it.
               */
              date: string;
              /** @description Its digits. */
              digits: string;
              /** @description The list it was on. */
              former: string;
              /** @description What came of it since. */
              later: string | null;
              /** @description Where the rule is published. */
              source: string;
            }[];
            /** @description What the code replaced. */
            replaces: {
              /**
               * @description A split number has several successors.
               * @enum {string}
               */
              kind: 'rename' | 'split';
              /** @description A number that took its goods. */
              new: string;
              /** @description The number that was retired. */
              old: string;
              /**
               * Format: date
               * @description The first day of the new number.
               */
              retired_on: string;
              /** @description The old number stayed in the schedule for other goods, or for fewer. */
              reused: boolean;
              /** @description Where the change is published. */
              source: string;
            }[];
            /** @description The first day without the code; null where it is not retired. */
            retired_on: string | null;
            /** @description What replaced the code, where it was retired, and what replaced that. */
            successors: {
              /**
               * @description A split number has several successors.
               * @enum {string}
               */
              kind: 'rename' | 'split';
              /** @description A number that took its goods. */
              new: string;
              /** @description The number that was retired. */
              old: string;
              /**
               * Format: date
               * @description The first day of the new number.
               */
              retired_on: string;
              /** @description The old number stayed in the schedule for other goods, or for fewer. */
              reused: boolean;
              /** @description Where the change is published. */
              source: string;
            }[];
            /** @description An announced change that was not read is in force on that day, or may be: do not rely on the answer. */
            unsettled_law: boolean;
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  listTariffLists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The lists. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            law: components['schemas']['Law'];
            /** @description All that are loaded. */
            lists: components['schemas']['ListSummary'][];
            /** @description What is announced of duties that are not Section 232, and was not read. */
            other_measures: components['schemas']['OtherMeasure'][];
            /** @description The tariff schedule: which numbers exist, what they mean and their rates. */
            schedule: {
              /** @description What is known to be missing in it; empty if nothing is. */
              note: string;
              /** @description Numbers of chapters 1 to 97 that goods are entered under. */
              numbers: number;
              /** @description Which revision of the tariff schedule is in use. */
              revision: string;
            };
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  downloadTariffListCsv: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A `list_id` of `/api/v0/tariff/lists`. */
        list_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The list, one row a listing. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  downloadTariffListJson: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A `list_id` of `/api/v0/tariff/lists`. */
        list_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The list. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** Format: date */
            as_of: string;
            list_id: string;
            rows: {
              code: string;
              /** Format: date */
              from: string;
              terms: string;
              /** Format: date */
              to?: string;
            }[];
            source: string;
            /** @description Rates and authority by the id that rows refer to. */
            terms: Record<string, never>;
            title: string;
            version: string;
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  listTariffChapters: {
    parameters: {
      query?: {
        /** @description The day of the marks; today in New York where absent. The schedule is the one in use. YYYY-MM-DD, from 2025-03-12. */
        as_of?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The chapters. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Tariff-As-Of': components['headers']['X-Tariff-As-Of'];
          'X-Tariff-Law-Read-To': components['headers']['X-Tariff-Law-Read-To'];
          'X-Tariff-List': components['headers']['X-Tariff-List'];
          'X-Tariff-List-Version': components['headers']['X-Tariff-List-Version'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * Format: date
             * @description The day of the marks.
             */
            as_of: string;
            /** @description What stands directly below, in the order of the schedule. Its outline decides, so levels may be skipped. */
            children: {
              /** @description The number. */
              code: string;
              /** @description Its own words. Null for a chapter: the official export has no titles of chapters. */
              description: string | null;
              /** @description Words of the rows without a number between it and the node, from above. */
              groups: string[];
              /** @description Whether numbers stand below it. */
              has_children: boolean;
              /**
               * @description By the number of digits.
               * @enum {string}
               */
              level: 'chapter' | 'heading' | 'subheading' | 'line' | 'number';
              /** @description The programmes that list it or something below it on that day. */
              listed: {
                /** @description The lists that say so; `list_versions` has their versions. */
                lists: string[];
                /**
                 * @description `hit`: all goods of the number are listed. `contains`: some of them, or something below it.
                 * @enum {string}
                 */
                mark: 'hit' | 'contains';
                /** @description The Section 232 programme. */
                programme: string;
              }[];
              /** @description What a lookup of the number answers; null for a chapter. */
              status: ('hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid') | null;
            }[];
            /**
             * Format: date
             * @description The last day whose law was read. Newer law is not in the answer.
             */
            law_read_to: string;
            /** @description The version of each list. */
            list_versions: {
              [key: string]: string;
            };
            /** @description Null for the whole schedule. */
            node: {
              /** @description The number. */
              code: string;
              /** @description The row whose words these are, if the number has no row of its own. */
              described_by: string | null;
              /** @description Its own words. Null for a chapter: the official export has no titles of chapters. */
              description: string | null;
              /** @description Column 1 general rate as printed, inherited from above as the schedule does. */
              general: string;
              /**
               * @description By the number of digits.
               * @enum {string}
               */
              level: 'chapter' | 'heading' | 'subheading' | 'line' | 'number';
              /** @description The programmes that list it or something below it on that day. */
              listed: {
                /** @description The lists that say so; `list_versions` has their versions. */
                lists: string[];
                /**
                 * @description `hit`: all goods of the number are listed. `contains`: some of them, or something below it.
                 * @enum {string}
                 */
                mark: 'hit' | 'contains';
                /** @description The Section 232 programme. */
                programme: string;
              }[];
              /** @description Column 2 rate as printed. */
              other: string;
              /** @description From the chapter down to the number itself. */
              path: {
                /** @description Null for a row that only groups others. */
                code: string | null;
                /** @description Its own words. Null for a chapter: the official export has no titles of chapters. */
                description: string | null;
              }[];
              /** @description Column 1 special rates as printed; empty if there are none. */
              special: string;
              /** @description What a lookup of the number answers; null for a chapter. */
              status: ('hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid') | null;
              /** @description Units of quantity. */
              units: string[];
            } | null;
            /** @description Which schedule this is. */
            revision: string;
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  browseTariffSchedule: {
    parameters: {
      query?: {
        /** @description The day of the marks; today in New York where absent. The schedule is the one in use. YYYY-MM-DD, from 2025-03-12. */
        as_of?: string;
      };
      header?: never;
      path: {
        /** @description A chapter of 2 digits, or a number of 4, 6, 8 or 10 digits, with or without dots. */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The node and its children. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-Tariff-As-Of': components['headers']['X-Tariff-As-Of'];
          'X-Tariff-Law-Read-To': components['headers']['X-Tariff-Law-Read-To'];
          'X-Tariff-List': components['headers']['X-Tariff-List'];
          'X-Tariff-List-Version': components['headers']['X-Tariff-List-Version'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * Format: date
             * @description The day of the marks.
             */
            as_of: string;
            /** @description What stands directly below, in the order of the schedule. Its outline decides, so levels may be skipped. */
            children: {
              /** @description The number. */
              code: string;
              /** @description Its own words. Null for a chapter: the official export has no titles of chapters. */
              description: string | null;
              /** @description Words of the rows without a number between it and the node, from above. */
              groups: string[];
              /** @description Whether numbers stand below it. */
              has_children: boolean;
              /**
               * @description By the number of digits.
               * @enum {string}
               */
              level: 'chapter' | 'heading' | 'subheading' | 'line' | 'number';
              /** @description The programmes that list it or something below it on that day. */
              listed: {
                /** @description The lists that say so; `list_versions` has their versions. */
                lists: string[];
                /**
                 * @description `hit`: all goods of the number are listed. `contains`: some of them, or something below it.
                 * @enum {string}
                 */
                mark: 'hit' | 'contains';
                /** @description The Section 232 programme. */
                programme: string;
              }[];
              /** @description What a lookup of the number answers; null for a chapter. */
              status: ('hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid') | null;
            }[];
            /**
             * Format: date
             * @description The last day whose law was read. Newer law is not in the answer.
             */
            law_read_to: string;
            /** @description The version of each list. */
            list_versions: {
              [key: string]: string;
            };
            /** @description Null for the whole schedule. */
            node: {
              /** @description The number. */
              code: string;
              /** @description The row whose words these are, if the number has no row of its own. */
              described_by: string | null;
              /** @description Its own words. Null for a chapter: the official export has no titles of chapters. */
              description: string | null;
              /** @description Column 1 general rate as printed, inherited from above as the schedule does. */
              general: string;
              /**
               * @description By the number of digits.
               * @enum {string}
               */
              level: 'chapter' | 'heading' | 'subheading' | 'line' | 'number';
              /** @description The programmes that list it or something below it on that day. */
              listed: {
                /** @description The lists that say so; `list_versions` has their versions. */
                lists: string[];
                /**
                 * @description `hit`: all goods of the number are listed. `contains`: some of them, or something below it.
                 * @enum {string}
                 */
                mark: 'hit' | 'contains';
                /** @description The Section 232 programme. */
                programme: string;
              }[];
              /** @description Column 2 rate as printed. */
              other: string;
              /** @description From the chapter down to the number itself. */
              path: {
                /** @description Null for a row that only groups others. */
                code: string | null;
                /** @description Its own words. Null for a chapter: the official export has no titles of chapters. */
                description: string | null;
              }[];
              /** @description Column 1 special rates as printed; empty if there are none. */
              special: string;
              /** @description What a lookup of the number answers; null for a chapter. */
              status: ('hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid') | null;
              /** @description Units of quantity. */
              units: string[];
            } | null;
            /** @description Which schedule this is. */
            revision: string;
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  searchTariffSchedule: {
    parameters: {
      query: {
        /** @description How many results, 1 to 50; 10 where absent. */
        limit?: string;
        /** @description Words of a description, or the beginning of a number. Nothing in it is an operator. */
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The best results first. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Every result has every word, its own or in the rows above it. */
            all_words: boolean;
            /**
             * Format: date
             * @description The day of each `status`.
             */
            as_of: string;
            /**
             * Format: date
             * @description The day to which the law was read.
             */
            law_read_to: string;
            /** @description The query as it was read. */
            query: string;
            /** @description The best first. */
            results: {
              /** @description Descriptions of the rows above it, from the heading down. */
              above: string[];
              /** @description Its chapter. */
              chapter: string;
              /** @description The heading, subheading, line or number. */
              code: string;
              /** @description Its own description. */
              description: string;
              /** @description Column 1 general rate as printed; empty if the rows below it have different ones. */
              general: string;
              /** @description Numbers that goods are entered under, at or below it. */
              numbers: number;
              /**
               * @description What a lookup of the code answers.
               * @enum {string}
               */
              status: 'hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid';
              /** @description Units of quantity. */
              units: string[];
            }[];
            /** @description Which schedule was searched. */
            revision: string;
            /** @description How many rows were found. */
            total: number;
            /** @description Words that found nothing. */
            unknown: {
              /** @description Words of the schedule that are like it. */
              like: string[];
              /** @description A word that no description has. */
              word: string;
            }[];
            /** @description What was looked for: singular, in the spelling of the schedule. */
            words: string[];
          };
        };
      };
      /** @description Not changed since the ETag that `If-None-Match` holds. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      405: components['responses']['MethodNotAllowed'];
      422: components['responses']['InvalidRequest'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
    };
  };
  verifyCertificate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The number of a certificate. */
        gcc_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was issued. No personal data. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Verification'];
          'text/html': string;
        };
      };
      /** @description Nothing is here. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
          'text/html': string;
        };
      };
      405: components['responses']['MethodNotAllowed'];
      500: components['responses']['Internal'];
    };
  };
}
