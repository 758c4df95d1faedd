// Written by tools/copy-table.ts from clients/conformance.json. Do not edit.

export const TABLE: unknown = {
  shared: {
    'adjacent hit': {
      code_heading: '7326',
      article_slug: 'other-steel-articles',
      article_name: 'Other articles of iron or steel',
      proposed_rate: 50,
    },
    limits: {
      'RateLimit-Policy': '"minute";q=100;w=60, "day";q=10000;w=86400',
      RateLimit: '"minute";r=99;t=60, "day";r=9999;t=3600',
    },
    list: { 'X-Tariff-List': 'note-16c', 'X-Tariff-List-Version': '2026-10-09+1', 'X-Tariff-As-Of': '2026-11-20' },
    hit: {
      code: '7326.90.8688',
      hit: true,
      in_scope: true,
      status: 'hit',
      adjacent_hits: [{ use: 'adjacent hit' }],
    },
    'lookup one': { method: 'tariff.hts.lookup', codes: ['7326.90.8688'] },
    'answer hit': {
      status: 200,
      headers: {
        use: 'limits',
        'X-Tariff-List': 'note-16c',
        'X-Tariff-List-Version': '2026-10-09+1',
        'X-Tariff-As-Of': '2026-11-20',
      },
      json: { use: 'only hit' },
    },
    'only hit': { results: [{ use: 'hit' }] },
    'answer clear': { status: 200, headers: { use: 'list' }, lookup: 'clear' },
    scan: { method: 'pixel.scan', url: 'https://shop.example/' },
    report: {
      score: 64,
      findings: [
        {
          rule_id: 'legacy_meta_pixel_call',
          severity: 'warn',
          message: 'Meta Pixel 1234567890 is initialised in the theme.',
        },
      ],
      severity_counts: { info: 0, warn: 1, error: 0 },
    },
    'answer report': { status: 200, json: { use: 'report' } },
    gcc: {
      product_info: {
        name: 'Table lamp',
        model: 'TL-2',
        date_of_manufacture: '2026-09-01',
        place_of_manufacture: 'Shenzhen, China',
      },
      manufacturer: {
        name: 'Lumen Works',
        address: '8 Keji Road, Shenzhen, China',
        contact_email: 'quality@lumen.example',
      },
      testing_lab: { name: 'Harbor Test Lab', accreditation_id: '1234', test_date: '2026-09-10' },
      cpsc_rules_cited: ['16 CFR 1303'],
    },
    generate: { method: 'entry.gcc.generate', request: { use: 'gcc' } },
    download: { use: 'generate', download: true },
    'answer certificate': {
      status: 200,
      headers: { use: 'limits' },
      json: {
        gcc_id: '6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11',
        gcc_pdf_url:
          '{{base}}/api/v1/entry/gcc/6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11.pdf?expires=1&key=k1&signature=secret',
      },
    },
    'answer pdf': { status: 200, headers: { ETag: '"{{pdf}}"' }, pdf: true },
    unavailable: {
      status: 503,
      json: { error: 'unavailable', message: 'Scripted.', contact: 'help@portside.example' },
    },
    internal: {
      status: 500,
      json: { error: 'internal', message: 'Scripted.', contact: 'help@portside.example' },
    },
    'gcc in other scripts': {
      product_info: {
        name: 'Table lamp',
        model: 'TL-2',
        date_of_manufacture: '2026-09-01',
        place_of_manufacture: 'Shenzhen, China',
      },
      manufacturer: {
        name: '深圳照明 <Müller & Söhne> عربي',
        address: '8 Keji Road, Shenzhen, China',
        contact_email: 'quality@lumen.example',
      },
      testing_lab: { name: 'Harbor Test Lab', accreditation_id: '1234', test_date: '2026-09-10' },
      cpsc_rules_cited: ['16 CFR 1303'],
    },
  },
  keys: [
    { key: 'svc_Portside0Scripted02QNBRF', fault: null },
    { key: 'svc_00000000000000000017cxXv', fault: null },
    { key: 'svc_zzzzzzzzzzzzzzzzzz1Fcw9v', fault: null },
    { key: 'svc_Pad0000000000000000CmLNK', fault: null },
    { key: '  svc_Portside0Scripted14SQzVL\n', fault: null },
    { key: '', fault: 'absent' },
    { key: '   ', fault: 'absent' },
    { key: 'svc_', fault: 'malformed' },
    { key: 'sk_live_Portside0Scripted02QNBRF', fault: 'malformed' },
    { key: 'svc_Portside0Scripted02QNBR', fault: 'malformed' },
    { key: 'svc_Portside0Scripted02QNBRF7', fault: 'malformed' },
    { key: 'svc_Portside0Scripted02QNBR-', fault: 'malformed' },
    { key: 'svc_Portsidé0Scripted02QNBRF', fault: 'malformed' },
    { key: 'SVC_Portside0Scripted02QNBRF', fault: 'malformed' },
    { key: 'svc_Portside0Scripted02QNBRF\nX-Evil: 1', fault: 'malformed' },
    { key: 'svc_٣ortside0Scripted02QNBRF', fault: 'malformed' },
    { key: 'svc_Portside0Scripted02QNBRG', fault: 'misspelt' },
    { key: 'svc_Portside0Scriptde02QNBRF', fault: 'misspelt' },
    { key: 'svc_portside0Scripted02QNBRF', fault: 'misspelt' },
    { key: 'svc_Portside0Scripted0zzzzzz', fault: 'misspelt' },
  ],
  cases: [
    {
      name: 'lookup: one code, with limits and list',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit' }],
      requests: 1,
      sent: [{ method: 'POST', path: '/api/v1/tariff/hts/lookup', query: '', body: { codes: ['7326.90.8688'] } }],
      expect: {
        result: { use: 'only hit' },
        meta: {
          request_id: 'req_scripted',
          request_ids: ['req_scripted'],
          rate_limit: {
            minute: { limit: 100, remaining: 99, reset_seconds: 60 },
            day: { limit: 10000, remaining: 9999, reset_seconds: 3600 },
          },
          list: { id: 'note-16c', version: '2026-10-09+1', as_of: '2026-11-20' },
        },
      },
    },
    {
      name: 'lookup: every status, order and duplicates kept',
      call: {
        method: 'tariff.hts.lookup',
        codes: ['7326.90.8688', '7326.90.8699', '7208.10.1500', '0101.21.0010', '9903.82.02', '7326.90.8688'],
      },
      turns: [
        {
          status: 200,
          json: {
            results: [
              { use: 'hit' },
              {
                code: '7326.90.8699',
                hit: false,
                in_scope: false,
                status: 'adjacent',
                adjacent_hits: [{ use: 'adjacent hit' }],
              },
              {
                code: '7208.10.1500',
                hit: false,
                in_scope: true,
                status: 'in_scope_no_bis14',
                adjacent_hits: [],
              },
              { code: '0101.21.0010', hit: false, in_scope: false, status: 'clear', adjacent_hits: [] },
              { code: '9903.82.02', hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] },
              { use: 'hit' },
            ],
          },
        },
      ],
      requests: 1,
      expect: {
        result: {
          results: [
            { use: 'hit' },
            {
              code: '7326.90.8699',
              hit: false,
              in_scope: false,
              status: 'adjacent',
              adjacent_hits: [{ use: 'adjacent hit' }],
            },
            {
              code: '7208.10.1500',
              hit: false,
              in_scope: true,
              status: 'in_scope_no_bis14',
              adjacent_hits: [],
            },
            { code: '0101.21.0010', hit: false, in_scope: false, status: 'clear', adjacent_hits: [] },
            { code: '9903.82.02', hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] },
            { use: 'hit' },
          ],
        },
      },
    },
    {
      name: 'lookup: unknown fields are ignored',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 200,
          json: { results: [{ use: 'hit', explanation: { note: '16(c)(iv)' } }], page: null },
        },
      ],
      requests: 1,
      expect: { result: { use: 'only hit' } },
    },
    {
      name: 'lookup: an unknown status passes through',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 200,
          json: {
            results: [
              {
                code: '7326.90.8688',
                hit: false,
                in_scope: true,
                status: 'hit_from_2027',
                adjacent_hits: [{ use: 'adjacent hit' }],
              },
            ],
          },
        },
      ],
      requests: 1,
      expect: {
        result: {
          results: [
            {
              code: '7326.90.8688',
              hit: false,
              in_scope: true,
              status: 'hit_from_2027',
              adjacent_hits: [{ use: 'adjacent hit' }],
            },
          ],
        },
      },
    },
    {
      name: 'lookup: unreadable headers are ignored',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit', headers: { RateLimit: ';;=, "minute"', 'RateLimit-Policy': 'minute' } }],
      requests: 1,
      expect: { result: { use: 'only hit' }, meta: { request_id: 'req_scripted' } },
    },
    {
      name: 'lookup: a date to look up at',
      call: { method: 'tariff.hts.lookup', codes: ['7326.90.8688'], asOf: '2026-06-01' },
      turns: [{ use: 'answer hit' }],
      requests: 1,
      sent: [{ path: '/api/v1/tariff/hts/lookup', query: 'as_of=2026-06-01' }],
      expect: { result: { use: 'only hit' } },
    },
    {
      name: 'lookup: a code in another script arrives intact',
      call: { method: 'tariff.hts.lookup', codes: ['７３２６ "é\\ 🛃'] },
      turns: [{ status: 200, lookup: 'invalid' }],
      requests: 1,
      sent: [{ body: { codes: ['７３２６ "é\\ 🛃'] } }],
      expect: {
        result: {
          results: [{ code: '７３２６ "é\\ 🛃', hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] }],
        },
      },
    },
    {
      name: 'lookup: an answer in chunks',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit', chunked: true }],
      requests: 1,
      expect: { result: { use: 'only hit' } },
    },
    {
      name: 'lookup: an empty list of codes is sent for the server to refuse',
      call: { method: 'tariff.hts.lookup', codes: [] },
      turns: [
        {
          status: 422,
          json: {
            error: 'invalid_request',
            message: 'Scripted.',
            contact: 'help@portside.example',
            details: [{ path: '/codes', message: 'Expected 1 to 50 items.' }],
          },
        },
      ],
      requests: 1,
      sent: [{ body: { codes: [] } }],
      expect: { error: { type: 'InvalidError', status: 422 } },
    },
    {
      name: 'lookup: 50 codes are one request',
      call: { method: 'tariff.hts.lookup', codes: { made: 50 } },
      turns: [{ use: 'answer clear' }],
      requests: 1,
      expect: { codesAsSent: true },
    },
    {
      name: 'lookup: 51 codes are two requests',
      call: { method: 'tariff.hts.lookup', codes: { made: 51 } },
      turns: [{ use: 'answer clear' }],
      requests: 2,
      expect: { codesAsSent: true },
    },
    {
      name: 'lookup: 120 codes keep their order in whatever order the answers arrive',
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [{ use: 'answer clear', hold: 3 }],
      requests: 3,
      expect: {
        codesAsSent: true,
        meta: {
          request_ids: ['req_scripted', 'req_scripted', 'req_scripted'],
          list: { version: '2026-10-09+1' },
        },
      },
    },
    {
      name: 'lookup: 500 codes, at most four requests at once',
      call: { method: 'tariff.hts.lookup', codes: { made: 500 } },
      turns: [{ use: 'answer clear' }],
      requests: 10,
      expect: { codesAsSent: true },
    },
    {
      name: 'lookup: 500 codes, one request at a time with concurrency 1',
      client: { concurrency: 1 },
      call: { method: 'tariff.hts.lookup', codes: { made: 500 } },
      turns: [{ use: 'answer clear' }],
      requests: 10,
      inFlightMax: 1,
      expect: { codesAsSent: true },
    },
    {
      name: 'lookup: the lowest limits of several requests are returned',
      client: { concurrency: 1 },
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [
        {
          status: 200,
          headers: { RateLimit: '"minute";r=98;t=60', 'RateLimit-Policy': '"minute";q=100;w=60' },
          lookup: 'clear',
        },
        {
          status: 200,
          headers: { RateLimit: '"minute";r=99;t=60', 'RateLimit-Policy': '"minute";q=100;w=60' },
          lookup: 'clear',
        },
        {
          status: 200,
          headers: { RateLimit: '"minute";r=97;t=60', 'RateLimit-Policy': '"minute";q=100;w=60' },
          lookup: 'clear',
        },
      ],
      requests: 3,
      inFlightMax: 1,
      expect: {
        codesAsSent: true,
        meta: { rate_limit: { minute: { limit: 100, remaining: 97, reset_seconds: 60 } } },
      },
    },
    {
      name: 'lookup: only the part that failed is sent again',
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [{ use: 'answer clear' }, { use: 'unavailable' }, { use: 'answer clear' }],
      requests: 4,
      expect: { codesAsSent: true, waits: [0.5] },
    },
    {
      name: 'lookup: one refused part fails the whole lookup',
      client: { concurrency: 1 },
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [
        { use: 'answer clear' },
        {
          status: 422,
          json: { error: 'invalid_request', message: 'Scripted.', contact: 'help@portside.example' },
        },
        { use: 'answer clear' },
      ],
      requests: 2,
      inFlightMax: 1,
      expect: { error: { type: 'InvalidError', status: 422 } },
    },
    {
      name: 'lookup: a refused part cancels slow parts',
      call: { method: 'tariff.hts.lookup', codes: { made: 51 } },
      turns: [
        { end: 'stall' },
        {
          status: 422,
          json: { error: 'invalid_request', message: 'Scripted.', contact: 'help@portside.example' },
        },
      ],
      requests: 2,
      expect: { error: { type: 'InvalidError', status: 422 } },
    },
    {
      name: 'lookup: all parts are sent again when the list changes midway',
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [
        { use: 'answer clear' },
        { use: 'answer clear' },
        {
          status: 200,
          headers: {
            'X-Tariff-List': 'note-16c',
            'X-Tariff-List-Version': '2027-01-01+1',
            'X-Tariff-As-Of': '2026-11-20',
          },
          lookup: 'clear',
        },
        {
          status: 200,
          headers: {
            'X-Tariff-List': 'note-16c',
            'X-Tariff-List-Version': '2027-01-01+1',
            'X-Tariff-As-Of': '2026-11-20',
          },
          lookup: 'clear',
        },
      ],
      requests: 6,
      expect: {
        codesAsSent: true,
        meta: {
          list: { version: '2027-01-01+1' },
          request_ids: ['req_scripted', 'req_scripted', 'req_scripted'],
        },
      },
    },
    {
      name: 'lookup: parts from two lists are never joined',
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [
        { use: 'answer clear' },
        { use: 'answer clear' },
        {
          status: 200,
          headers: {
            'X-Tariff-List': 'note-16c',
            'X-Tariff-List-Version': '2027-01-01+1',
            'X-Tariff-As-Of': '2026-11-20',
          },
          lookup: 'clear',
        },
        { use: 'answer clear' },
        { use: 'answer clear' },
        {
          status: 200,
          headers: {
            'X-Tariff-List': 'note-16c',
            'X-Tariff-List-Version': '2027-01-01+1',
            'X-Tariff-As-Of': '2026-11-20',
          },
          lookup: 'clear',
        },
      ],
      requests: 6,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'lookup: a result for another code is refused',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 200,
          json: {
            results: [{ code: '0101.21.0010', hit: false, in_scope: false, status: 'clear', adjacent_hits: [] }],
          },
        },
      ],
      requests: 1,
      expect: { error: { type: 'ResponseError', request_id: 'req_scripted' } },
    },
    {
      name: 'lookup: a missing result is refused',
      call: { method: 'tariff.hts.lookup', codes: ['7326.90.8688', '7326.90.8688'] },
      turns: [{ use: 'answer hit' }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'lookup: a result without its flags is never read as clear',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 200,
          json: { results: [{ code: '7326.90.8688', in_scope: false, status: 'clear', adjacent_hits: [] }] },
        },
      ],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'lookup: a flag of another type is refused',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 200,
          json: {
            results: [{ code: '7326.90.8688', hit: 'false', in_scope: false, status: 'clear', adjacent_hits: [] }],
          },
        },
      ],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'lookup: a flag that contradicts the status is refused',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 200,
          json: {
            results: [{ code: '7326.90.8688', hit: true, in_scope: false, status: 'clear', adjacent_hits: [] }],
          },
        },
      ],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'scan: a report',
      call: { use: 'scan' },
      turns: [{ use: 'answer report', headers: { use: 'limits' } }],
      requests: 1,
      sent: [{ path: '/api/v1/pixel/scan', query: '', body: { url: 'https://shop.example/' } }],
      expect: { result: { use: 'report' }, meta: { rate_limit: { minute: { remaining: 99 } } } },
    },
    {
      name: 'scan: unicode both ways',
      call: { method: 'pixel.scan', url: 'https://bücher.example/日本?q=🛒' },
      turns: [
        {
          status: 200,
          json: {
            score: 100,
            findings: [{ rule_id: 'déjà_vu', severity: 'info', message: 'ストア “é” 🛒   fin' }],
            severity_counts: { info: 1, warn: 0, error: 0 },
          },
        },
      ],
      requests: 1,
      sent: [{ body: { url: 'https://bücher.example/日本?q=🛒' } }],
      expect: {
        result: {
          score: 100,
          findings: [{ rule_id: 'déjà_vu', severity: 'info', message: 'ストア “é” 🛒   fin' }],
          severity_counts: { info: 1, warn: 0, error: 0 },
        },
      },
    },
    {
      name: 'scan: unicode cut between chunks',
      call: { use: 'scan' },
      turns: [
        {
          status: 200,
          json: {
            score: 100,
            findings: [{ rule_id: 'déjà_vu', severity: 'info', message: 'ストア “é” 🛒   fin' }],
            severity_counts: { info: 1, warn: 0, error: 0 },
          },
          chunked: true,
        },
      ],
      requests: 1,
      expect: {
        result: {
          score: 100,
          findings: [{ rule_id: 'déjà_vu', severity: 'info', message: 'ストア “é” 🛒   fin' }],
          severity_counts: { info: 1, warn: 0, error: 0 },
        },
      },
    },
    {
      name: 'scan: deep and fresh',
      call: { method: 'pixel.scan', url: 'https://shop.example/', deep: true, fresh: true },
      turns: [{ use: 'answer report' }],
      requests: 1,
      sent: [{ query: 'deep=true', headers: { 'cache-control': 'no-cache' } }],
      expect: { result: { use: 'report' } },
    },
    {
      name: 'scan: an unknown severity passes through',
      call: { use: 'scan' },
      turns: [
        {
          status: 200,
          json: {
            score: 64,
            findings: [{ rule_id: 'new', severity: 'fatal', message: 'New.' }],
            severity_counts: { info: 0, warn: 0, error: 0, fatal: 1 },
          },
        },
      ],
      requests: 1,
      expect: { result: { findings: [{ severity: 'fatal' }] } },
    },
    {
      name: 'scan: a report without a score is refused',
      call: { use: 'scan' },
      turns: [{ status: 200, json: { findings: [], severity_counts: { info: 0, warn: 0, error: 0 } } }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'generate: a certificate',
      call: { use: 'generate' },
      turns: [{ use: 'answer certificate' }],
      requests: 1,
      sent: [{ path: '/api/v1/entry/gcc/generate', body: { use: 'gcc' } }],
      expect: {
        result: { gcc_id: '6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11' },
        meta: { request_id: 'req_scripted' },
      },
    },
    {
      name: 'generate: unicode arrives intact',
      call: { method: 'entry.gcc.generate', request: { use: 'gcc in other scripts' } },
      turns: [{ use: 'answer certificate' }],
      requests: 1,
      sent: [{ body: { use: 'gcc in other scripts' } }],
      expect: { result: { gcc_id: '6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11' } },
    },
    {
      name: "generate: the caller's idempotency key",
      call: { use: 'generate', idempotencyKey: 'order-4711' },
      turns: [{ use: 'answer certificate' }],
      requests: 1,
      sent: [{ headers: { 'idempotency-key': 'order-4711' } }],
      expect: { result: { gcc_id: '6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11' } },
    },
    {
      name: 'generate: one idempotency key across attempts',
      call: { use: 'generate' },
      turns: [{ use: 'unavailable' }, { end: 'reset' }, { use: 'answer certificate' }],
      requests: 3,
      expect: { result: { gcc_id: '6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11' }, waits: [0.5, 1] },
    },
    {
      name: 'generate: an answer without its address is refused',
      call: { use: 'generate' },
      turns: [{ status: 200, json: { gcc_id: '6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11' } }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'download: the document, its SHA-256 checked',
      call: { use: 'download' },
      turns: [{ use: 'answer certificate' }, { use: 'answer pdf' }],
      requests: 2,
      sent: [
        {},
        {
          method: 'GET',
          path: '/api/v1/entry/gcc/6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11.pdf',
          query: 'expires=1&key=k1&signature=secret',
        },
      ],
      expect: { result: { gcc_id: '6f1c9a52-7a0e-4a6e-9d0b-3a4f0f3f9a11', pdf: '%PDF-' } },
    },
    {
      name: 'download: a weak ETag is accepted',
      call: { use: 'download' },
      turns: [{ use: 'answer certificate' }, { status: 200, headers: { ETag: 'W/"{{pdf}}"' }, pdf: true }],
      requests: 2,
      expect: { result: { pdf: '%PDF-' } },
    },
    {
      name: 'download: another SHA-256 is refused',
      call: { use: 'download' },
      turns: [
        { use: 'answer certificate' },
        {
          status: 200,
          headers: { ETag: '"0000000000000000000000000000000000000000000000000000000000000000"' },
          pdf: true,
        },
      ],
      requests: 2,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'download: no SHA-256 is refused',
      call: { use: 'download' },
      turns: [{ use: 'answer certificate' }, { status: 200, pdf: true }],
      requests: 2,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'download: an expired address',
      call: { use: 'download' },
      turns: [
        { use: 'answer certificate' },
        {
          status: 403,
          json: { error: 'url_expired', message: 'Scripted.', contact: 'help@portside.example' },
        },
      ],
      requests: 2,
      expect: { error: { type: 'UrlError', status: 403, code: 'url_expired' } },
    },
    {
      name: 'download: a tampered address',
      call: { use: 'download' },
      turns: [
        { use: 'answer certificate' },
        {
          status: 403,
          json: { error: 'url_invalid', message: 'Scripted.', contact: 'help@portside.example' },
        },
      ],
      requests: 2,
      expect: { error: { type: 'UrlError', status: 403, code: 'url_invalid' } },
    },
    {
      name: 'download: retried after a 503',
      call: { use: 'download' },
      turns: [{ use: 'answer certificate' }, { use: 'unavailable' }, { use: 'answer pdf' }],
      requests: 3,
      expect: { result: { pdf: '%PDF-' }, waits: [0.5] },
    },
    {
      name: 'download: retried after a reset in the document',
      call: { use: 'download' },
      turns: [{ use: 'answer certificate' }, { use: 'answer pdf', cut: 20, end: 'reset' }, { use: 'answer pdf' }],
      requests: 3,
      expect: { result: { pdf: '%PDF-' }, waits: [0.5] },
    },
    {
      name: 'download: a redirect is refused',
      call: { use: 'download' },
      turns: [{ use: 'answer certificate' }, { status: 307, headers: { Location: '{{base}}/trap' } }],
      requests: 2,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'error: 401 unauthorized',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 401,
          json: { error: 'unauthorized', message: 'Scripted unauthorized.', contact: 'help@portside.example' },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'AuthError',
          status: 401,
          code: 'unauthorized',
          message: 'Scripted unauthorized.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 403 scope',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 403,
          json: { error: 'scope', message: 'Scripted scope.', contact: 'help@portside.example' },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'ScopeError',
          status: 403,
          code: 'scope',
          message: 'Scripted scope.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 403 beta',
      call: { use: 'lookup one' },
      turns: [{ status: 403, json: { error: 'beta', message: 'Scripted beta.', contact: 'help@portside.example' } }],
      requests: 1,
      expect: {
        error: {
          type: 'BetaError',
          status: 403,
          code: 'beta',
          message: 'Scripted beta.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 404 not_found',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 404,
          json: { error: 'not_found', message: 'Scripted not_found.', contact: 'help@portside.example' },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'NotFoundError',
          status: 404,
          code: 'not_found',
          message: 'Scripted not_found.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 405 method_not_allowed',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 405,
          json: {
            error: 'method_not_allowed',
            message: 'Scripted method_not_allowed.',
            contact: 'help@portside.example',
          },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'NotFoundError',
          status: 405,
          code: 'method_not_allowed',
          message: 'Scripted method_not_allowed.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 409 conflict',
      call: { use: 'generate' },
      turns: [
        {
          status: 409,
          json: { error: 'conflict', message: 'Scripted conflict.', contact: 'help@portside.example' },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'ConflictError',
          status: 409,
          code: 'conflict',
          message: 'Scripted conflict.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 413 payload_too_large',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 413,
          json: {
            error: 'payload_too_large',
            message: 'Scripted payload_too_large.',
            contact: 'help@portside.example',
          },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'InvalidError',
          status: 413,
          code: 'payload_too_large',
          message: 'Scripted payload_too_large.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 415 unsupported_media_type',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 415,
          json: {
            error: 'unsupported_media_type',
            message: 'Scripted unsupported_media_type.',
            contact: 'help@portside.example',
          },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'InvalidError',
          status: 415,
          code: 'unsupported_media_type',
          message: 'Scripted unsupported_media_type.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 400 invalid_json',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 400,
          json: { error: 'invalid_json', message: 'Scripted invalid_json.', contact: 'help@portside.example' },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'InvalidError',
          status: 400,
          code: 'invalid_json',
          message: 'Scripted invalid_json.',
          contact: 'help@portside.example',
          request_id: 'req_scripted',
        },
      },
    },
    {
      name: 'error: 422 with details',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 422,
          json: {
            error: 'invalid_request',
            message: 'Scripted.',
            contact: 'help@portside.example',
            details: [{ path: '/codes/0', message: 'Expected a string, “é” 🛃.' }],
          },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'InvalidError',
          status: 422,
          code: 'invalid_request',
          details: [{ path: '/codes/0', message: 'Expected a string, “é” 🛃.' }],
        },
      },
    },
    {
      name: 'error: 429 rate_limited, after two more attempts',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { use: 'limits' },
        },
      ],
      requests: 3,
      expect: {
        error: {
          type: 'LimitError',
          status: 429,
          code: 'rate_limited',
          rate_limit: { minute: { remaining: 99 } },
        },
        waits: [0.5, 1],
      },
    },
    {
      name: 'error: 500 internal, after two more attempts',
      call: { use: 'lookup one' },
      turns: [{ use: 'internal', headers: { use: 'limits' } }],
      requests: 3,
      expect: {
        error: {
          type: 'ServerError',
          status: 500,
          code: 'internal',
          rate_limit: { minute: { remaining: 99 } },
        },
        waits: [0.5, 1],
      },
    },
    {
      name: 'error: 502 upstream_failed, after two more attempts',
      call: { use: 'scan' },
      turns: [
        {
          status: 502,
          json: { error: 'upstream_failed', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { use: 'limits' },
        },
      ],
      requests: 3,
      expect: {
        error: {
          type: 'UpstreamError',
          status: 502,
          code: 'upstream_failed',
          rate_limit: { minute: { remaining: 99 } },
        },
        waits: [0.5, 1],
      },
    },
    {
      name: 'error: 504 upstream_timeout, after two more attempts',
      call: { use: 'scan' },
      turns: [
        {
          status: 504,
          json: { error: 'upstream_timeout', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { use: 'limits' },
        },
      ],
      requests: 3,
      expect: {
        error: {
          type: 'UpstreamError',
          status: 504,
          code: 'upstream_timeout',
          rate_limit: { minute: { remaining: 99 } },
        },
        waits: [0.5, 1],
      },
    },
    {
      name: 'error: 503 unavailable, after two more attempts',
      call: { use: 'lookup one' },
      turns: [{ use: 'unavailable', headers: { use: 'limits' } }],
      requests: 3,
      expect: {
        error: {
          type: 'ServerError',
          status: 503,
          code: 'unavailable',
          rate_limit: { minute: { remaining: 99 } },
        },
        waits: [0.5, 1],
      },
    },
    {
      name: 'error: an unknown code keeps its name',
      call: { use: 'lookup one' },
      turns: [{ status: 418, json: { error: 'teapot', message: 'Scripted.', contact: 'help@portside.example' } }],
      requests: 1,
      expect: { error: { type: 'ApiError', status: 418, code: 'teapot', message: 'Scripted.' } },
    },
    {
      name: 'error: an unknown code with status 503 is a server error',
      call: { use: 'lookup one' },
      turns: [{ status: 503, json: { error: 'draining', message: 'Scripted.', contact: 'help@portside.example' } }],
      requests: 3,
      expect: { error: { type: 'ServerError', status: 503, code: 'draining' }, waits: [0.5, 1] },
    },
    {
      name: 'error: an unknown code with status 422 is a request error',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 422,
          json: { error: 'invalid_tariff', message: 'Scripted.', contact: 'help@portside.example' },
        },
      ],
      requests: 1,
      expect: { error: { type: 'InvalidError', status: 422, code: 'invalid_tariff' } },
    },
    {
      name: 'error: a body that is not ours, as from a proxy',
      call: { use: 'lookup one' },
      turns: [{ status: 502, headers: { 'Content-Type': 'text/html' }, text: '<h1>502 Bad Gateway</h1>' }],
      requests: 3,
      expect: { error: { type: 'ServerError', status: 502, code: null }, waits: [0.5, 1] },
    },
    {
      name: 'error: fields of other types',
      call: { use: 'lookup one' },
      turns: [{ status: 401, json: { error: 7, message: ['x'], contact: null, details: 'none' } }],
      requests: 1,
      expect: { error: { type: 'AuthError', status: 401, code: null } },
    },
    {
      name: 'error: unknown fields and details are ignored',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 422,
          json: {
            error: 'invalid_request',
            message: 'Scripted.',
            contact: 'help@portside.example',
            docs: 'https://portside.example/errors',
            details: [{ path: '/codes', message: 'Bad.', keyword: 'minItems' }],
          },
        },
      ],
      requests: 1,
      expect: { error: { type: 'InvalidError', details: [{ path: '/codes', message: 'Bad.' }] } },
    },
    {
      name: 'retry: 500, then an answer',
      call: { use: 'lookup one' },
      turns: [{ use: 'internal' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'retry: 408, then an answer',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 408,
          json: { error: 'request_timeout', message: 'Scripted.', contact: 'help@portside.example' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'retry: none with maxRetries 0',
      client: { maxRetries: 0 },
      call: { use: 'lookup one' },
      turns: [{ use: 'internal' }, { use: 'answer hit' }],
      requests: 1,
      expect: { error: { type: 'ServerError' } },
    },
    {
      name: 'retry: a refusal is final',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 401,
          json: { error: 'unauthorized', message: 'Scripted.', contact: 'help@portside.example' },
        },
        { use: 'answer hit' },
      ],
      requests: 1,
      expect: { error: { type: 'AuthError' } },
    },
    {
      name: 'retry: full jitter, random 0.5',
      random: 0.5,
      call: { use: 'lookup one' },
      turns: [{ use: 'internal' }, { use: 'internal' }, { use: 'answer hit' }],
      requests: 3,
      expect: { result: { use: 'only hit' }, waits: [0.25, 0.5] },
    },
    {
      name: 'retry: full jitter, random 0',
      random: 0,
      call: { use: 'lookup one' },
      turns: [{ use: 'internal' }, { use: 'internal' }, { use: 'answer hit' }],
      requests: 3,
      expect: { result: { use: 'only hit' }, waits: [0, 0] },
    },
    {
      name: 'retry: the wait doubles up to 8 s',
      client: { maxRetries: 6 },
      call: { use: 'lookup one' },
      turns: [{ use: 'internal' }],
      requests: 7,
      expect: { error: { type: 'ServerError' }, waits: [0.5, 1, 2, 4, 8, 8] },
    },
    {
      name: 'retry: Retry-After in seconds',
      random: 0,
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '2' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [2] },
    },
    {
      name: 'retry: Retry-After on a 503',
      call: { use: 'lookup one' },
      turns: [{ use: 'unavailable', headers: { 'Retry-After': '7' } }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [7] },
    },
    {
      name: "retry: Retry-After as a date, by the server's own clock",
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { Date: 'Tue, 01 Sep 2026 00:00:00 GMT', 'Retry-After': 'Tue, 01 Sep 2026 00:00:03 GMT' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [3] },
    },
    {
      name: 'retry: Retry-After as a date in the past',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': 'Tue, 01 Sep 2020 00:00:00 GMT' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0] },
    },
    {
      name: 'retry: an unreadable Retry-After',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': 'soon' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'retry: a negative Retry-After',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '-5' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'retry: Retry-After of 30 s is obeyed',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '30' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [30] },
    },
    {
      name: 'retry: Retry-After of 31 s fails at once',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '31' },
        },
      ],
      requests: 1,
      expect: { error: { type: 'LimitError', retry_after: 31 } },
    },
    {
      name: 'retry: Retry-After of a day fails at once, with the value',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { use: 'limits', 'Retry-After': '86399' },
        },
      ],
      requests: 1,
      expect: {
        error: {
          type: 'LimitError',
          status: 429,
          retry_after: 86399,
          rate_limit: { day: { limit: 10000 } },
        },
      },
    },
    {
      name: 'retry: an enormous Retry-After fails at once',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '99999999999999999999' },
        },
      ],
      requests: 1,
      expect: { error: { type: 'LimitError' } },
    },
    {
      name: 'retry: Retry-After as a date far in the future fails at once',
      call: { use: 'lookup one' },
      turns: [
        {
          use: 'unavailable',
          headers: { Date: 'Tue, 01 Sep 2026 00:00:00 GMT', 'Retry-After': 'Tue, 01 Sep 2026 01:00:00 GMT' },
        },
      ],
      requests: 1,
      expect: { error: { type: 'ServerError', retry_after: 3600 } },
    },
    {
      name: 'retry: a longer wait with a larger maxWait',
      client: { maxWaitMs: 60000 },
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '60' },
        },
        { use: 'answer hit' },
      ],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [60] },
    },
    {
      name: 'retry: Retry-After beyond the deadline fails at once',
      client: { deadlineMs: 10000 },
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '20' },
        },
      ],
      requests: 1,
      expect: { error: { type: 'LimitError', retry_after: 20 } },
    },
    {
      name: 'retry: x-should-retry: false is obeyed',
      call: { use: 'lookup one' },
      turns: [
        {
          status: 429,
          json: { error: 'rate_limited', message: 'Scripted.', contact: 'help@portside.example' },
          headers: { 'Retry-After': '1', 'x-should-retry': 'false' },
        },
      ],
      requests: 1,
      expect: { error: { type: 'LimitError', retry_after: 1 } },
    },
    {
      name: 'retry: x-should-retry: false on a 500',
      call: { use: 'lookup one' },
      turns: [{ use: 'internal', headers: { 'x-should-retry': 'false' } }],
      requests: 1,
      expect: { error: { type: 'ServerError' } },
    },
    {
      name: 'wire: reset before an answer',
      call: { use: 'lookup one' },
      turns: [{ end: 'reset' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'wire: closed before an answer',
      call: { use: 'lookup one' },
      turns: [{ end: 'close' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'wire: closed in the headers',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit', headersCut: 30, end: 'close' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'wire: reset in the body',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit', cut: 25, end: 'reset' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'wire: closed in the body',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit', cut: 25, end: 'close' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'wire: closed between chunks',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit', chunked: true, cut: 36, end: 'close' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'wire: reset every time',
      call: { use: 'lookup one' },
      turns: [{ end: 'reset' }],
      requests: 3,
      expect: { error: { type: 'ConnectionError' }, waits: [0.5, 1] },
    },
    {
      name: 'wire: closed after each answer',
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [{ status: 200, headers: { use: 'list', Connection: 'close' }, lookup: 'clear', end: 'close' }],
      requests: 3,
      expect: { codesAsSent: true },
    },
    {
      name: 'wire: not HTTP',
      call: { use: 'lookup one' },
      turns: [{ raw: 'SSH-2.0-OpenSSH_9.6\r\n\r\n', end: 'close' }],
      requests: 3,
      expect: { error: { type: 'ConnectionError' }, waits: [0.5, 1] },
    },
    {
      name: 'wire: no headers in time',
      client: { timeoutMs: 1000 },
      call: { use: 'lookup one' },
      turns: [{ end: 'stall' }],
      requests: 3,
      expect: { error: { type: 'TimeoutError' }, waits: [0.5, 1] },
    },
    {
      name: 'wire: no headers in time, then an answer',
      client: { timeoutMs: 1000 },
      call: { use: 'lookup one' },
      turns: [{ end: 'stall' }, { use: 'answer hit' }],
      requests: 2,
      expect: { result: { use: 'only hit' }, waits: [0.5] },
    },
    {
      name: 'wire: slow headers do not exceed the timeout',
      client: { timeoutMs: 1000, maxRetries: 0 },
      call: { use: 'lookup one' },
      turns: [{ end: 'trickle' }],
      requests: 1,
      expect: { error: { type: 'TimeoutError' } },
    },
    {
      name: 'wire: a body that stalls',
      client: { timeoutMs: 1000, maxRetries: 0 },
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit', cut: 25, end: 'stall' }],
      requests: 1,
      expect: { error: { type: 'TimeoutError' } },
    },
    {
      name: 'wire: the deadline ends all attempts',
      client: { deadlineMs: 1000 },
      call: { use: 'lookup one' },
      turns: [{ end: 'stall' }],
      requests: 1,
      expect: { error: { type: 'TimeoutError' } },
    },
    {
      name: 'wire: truncated JSON',
      call: { use: 'lookup one' },
      turns: [{ status: 200, text: '{"results":[{"code":"7326.90' }],
      requests: 1,
      expect: { error: { type: 'ResponseError', request_id: 'req_scripted' } },
    },
    {
      name: 'wire: HTML where JSON was promised',
      call: { use: 'lookup one' },
      turns: [{ status: 200, text: '<!doctype html><title>Sign in</title>' }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'wire: an empty answer',
      call: { use: 'lookup one' },
      turns: [{ status: 200, text: '' }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'wire: JSON of another shape',
      call: { use: 'lookup one' },
      turns: [{ status: 200, json: [] }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'wire: null',
      call: { use: 'scan' },
      turns: [{ status: 200, json: null }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'wire: an endless body is not read to its end',
      call: { use: 'scan' },
      turns: [{ status: 200, blanks: 17825792 }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'redirect: 301 is refused',
      call: { use: 'lookup one' },
      turns: [{ status: 301, headers: { Location: '{{base}}/trap' } }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'redirect: 302 is refused',
      call: { use: 'lookup one' },
      turns: [{ status: 302, headers: { Location: '{{base}}/trap' } }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'redirect: 303 is refused',
      call: { use: 'lookup one' },
      turns: [{ status: 303, headers: { Location: '{{base}}/trap' } }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'redirect: 307 is refused',
      call: { use: 'lookup one' },
      turns: [{ status: 307, headers: { Location: '{{base}}/trap' } }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'redirect: 308 is refused',
      call: { use: 'lookup one' },
      turns: [{ status: 308, headers: { Location: '{{base}}/trap' } }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'redirect: without an address is refused',
      call: { use: 'lookup one' },
      turns: [{ status: 307 }],
      requests: 1,
      expect: { error: { type: 'ResponseError' } },
    },
    {
      name: 'cancel: before the call',
      cancel: 'before',
      call: { use: 'lookup one' },
      turns: [{ use: 'answer hit' }],
      requests: 0,
      expect: { cancelled: true },
    },
    {
      name: 'cancel: while the server is silent',
      cancel: 'request',
      call: { use: 'lookup one' },
      turns: [{ end: 'stall' }],
      requests: 1,
      expect: { cancelled: true },
    },
    {
      name: 'cancel: between attempts',
      cancel: 'wait',
      call: { use: 'lookup one' },
      turns: [{ use: 'unavailable' }],
      requests: 1,
      expect: { cancelled: true, waits: [0.5] },
    },
    {
      name: 'cancel: all parts of a lookup',
      client: { concurrency: 1 },
      cancel: 'request',
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      turns: [{ end: 'stall' }],
      requests: 1,
      inFlightMax: 1,
      expect: { cancelled: true },
    },
  ],
  live: [
    {
      name: 'live: a listed, an adjacent, a clear and an invalid code',
      call: {
        method: 'tariff.hts.lookup',
        codes: ['7326.90.8688', '7326.90.8699', '0101.21.0010', '9903.82.02'],
      },
      expect: {
        result: {
          results: [
            { code: '7326.90.8688', status: 'hit', hit: true, in_scope: true },
            { code: '7326.90.8699', status: 'adjacent', hit: false },
            { code: '0101.21.0010', status: 'clear', hit: false, in_scope: false },
            { code: '9903.82.02', status: 'invalid', hit: false },
          ],
        },
      },
    },
    {
      name: 'live: 120 codes in order',
      call: { method: 'tariff.hts.lookup', codes: { made: 120 } },
      expect: { codesAsSent: true },
    },
    {
      name: 'live: a date to look up at',
      call: { method: 'tariff.hts.lookup', codes: ['7326.90.8688'], asOf: '2026-06-30' },
      expect: { result: { results: [{ code: '7326.90.8688' }] }, meta: { list: { as_of: '2026-06-30' } } },
    },
    {
      name: 'live: an impossible date is refused',
      call: { method: 'tariff.hts.lookup', codes: ['7326.90.8688'], asOf: '2026-02-30' },
      expect: { error: { type: 'InvalidError', status: 422, code: 'invalid_request' } },
    },
    {
      name: 'live: no codes are refused',
      call: { method: 'tariff.hts.lookup', codes: [] },
      expect: { error: { type: 'InvalidError', status: 422, code: 'invalid_request' } },
    },
    {
      name: 'live: a private address is not scanned',
      call: { method: 'pixel.scan', url: 'http://127.0.0.1:1/' },
      expect: { error: { type: 'InvalidError', status: 422, code: 'invalid_request' } },
    },
    {
      name: 'live: a certificate and its document',
      call: { use: 'download' },
      expect: { result: { pdf: '%PDF-' } },
    },
    {
      name: 'live: a certificate in another script',
      call: { method: 'entry.gcc.generate', request: { use: 'gcc in other scripts' }, download: true },
      expect: { result: { pdf: '%PDF-' } },
    },
    {
      name: 'live: an impossible test date is refused and named',
      call: {
        method: 'entry.gcc.generate',
        request: {
          product_info: {
            name: 'Table lamp',
            model: 'TL-2',
            date_of_manufacture: '2026-09-01',
            place_of_manufacture: 'Shenzhen, China',
          },
          manufacturer: {
            name: 'Lumen Works',
            address: '8 Keji Road, Shenzhen, China',
            contact_email: 'quality@lumen.example',
          },
          testing_lab: { name: 'Harbor Test Lab', accreditation_id: '1234', test_date: '2026-02-30' },
          cpsc_rules_cited: ['16 CFR 1303'],
        },
      },
      expect: {
        error: {
          type: 'InvalidError',
          status: 422,
          code: 'invalid_request',
          details: [{ path: '/testing_lab/test_date' }],
        },
      },
    },
  ],
};
