/** The scripts of the demo store's GTM container and of its Google tag, in the form in which Google serves their settings. */

const SETTINGS = {
  resource: {
    version: '7',
    macros: [
      { function: '__e' },
      { function: '__c', vtp_value: 'G-DEMO123456' },
      { function: '__v', vtp_name: 'ecommerce.value', vtp_dataLayerVersion: 2 },
    ],
    tags: [
      { function: '__googtag', once_per_event: true, vtp_tagId: ['macro', 1], tag_id: 3 },
      {
        function: '__html',
        once_per_event: true,
        vtp_html:
          "<script>window.fbq=window.fbq||function(){(fbq.queue=fbq.queue||[]).push(arguments)};fbq('init','123456789012345');fbq('track','PageView');</script>",
        vtp_supportDocumentWrite: false,
        tag_id: 4,
      },
      {
        function: '__ua',
        once_per_event: true,
        vtp_trackType: 'TRACK_PAGEVIEW',
        vtp_trackingId: 'UA-12345678-1',
        tag_id: 5,
      },
    ],
    predicates: [{ function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' }],
    rules: [
      [
        ['if', 0],
        ['add', 0, 1, 2],
      ],
    ],
  },
};

export const CONTAINER = `// The container GTM-DEMO123 of Portside's demo store. It is read, never run.
var data = ${JSON.stringify(SETTINGS)};
`;

const TAG_SETTINGS = {
  resource: {
    version: '1',
    macros: [{ function: '__e' }],
    tags: [{ function: '__gct', vtp_trackingId: 'G-DEMO123456', vtp_sessionDuration: 0, tag_id: 1 }],
    predicates: [{ function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' }],
    rules: [
      [
        ['if', 0],
        ['add', 0],
      ],
    ],
  },
  blob: { '1': '1', '5': 'G-DEMO123456', '9': 'G-DEMO123456', '10': 'G-DEMO123456|GT-DEMO123' },
};

export const GOOGLE_TAG = `// The payload of the tag G-DEMO123456 of Portside's demo store. It is read, never run.
var data = ${JSON.stringify(TAG_SETTINGS)};
`;
