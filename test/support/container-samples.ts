/** Random small containers whose tags only write down that they fired. */
import fc from 'fast-check';

export interface SampleResource {
  version: string;
  macros: readonly object[];
  tags: readonly object[];
  predicates: readonly object[];
  rules: readonly unknown[];
}

/** A tag that counts itself in `window.fired`. */
export function countingTag(id: number, more: object = {}): object {
  return {
    function: '__html',
    vtp_html: `<script type="text/gtmscript">window.fired.push(${id});</script>`,
    vtp_supportDocumentWrite: false,
    vtp_enableIframeMode: false,
    vtp_enableEditJsMacroBehavior: false,
    tag_id: id,
    ...more,
  };
}

/** Google serves with a container only the variables that it uses, so these are the ones that the library of `aguia.js` knows. */
const MACROS = [
  { function: '__e' },
  { function: '__u', vtp_component: 'PATH', vtp_enableMultiQueryKeys: false, vtp_enableIgnoreEmptyQueryParam: false },
  { function: '__u', vtp_component: 'URL', vtp_enableMultiQueryKeys: false, vtp_enableIgnoreEmptyQueryParam: false },
  { function: '__u', vtp_component: 'HOST', vtp_enableMultiQueryKeys: false, vtp_enableIgnoreEmptyQueryParam: false },
  {
    function: '__u',
    vtp_component: 'QUERY',
    vtp_queryKey: 'ref',
    vtp_enableMultiQueryKeys: false,
    vtp_enableIgnoreEmptyQueryParam: false,
  },
  { function: '__v', vtp_name: 'plan', vtp_dataLayerVersion: 2, vtp_setDefaultValue: false },
  { function: '__c', vtp_value: '/thank' },
];

/** Variables of an index whose values the page alone decides: a prediction cannot know them. */
const UNKNOWN_MACRO = 5;

export const STORE_URLS = [
  'https://case.example/',
  'https://case.example/collections/cups',
  'https://case.example/products/red-cup?ref=mail',
  'https://case.example/pages/thank-you?ref=',
  'https://case.example/cart?x=1&ref=A%20b',
];
export const EVENTS = ['lead_sent', 'gtm.click', 'Purchase'];

const TEXTS = [
  '/',
  '/products/',
  'cup',
  'thank',
  'case.example',
  '/cart',
  'mail',
  '',
  'A b',
  'shop',
  'product',
  'gold',
  '/collections/cups',
  'CUP',
];
const PATTERNS = [
  '^/$',
  '^/products/[a-z-]+$',
  'cup|cart',
  '.*',
  'thank-you',
  '^https?://case\\.example/(cart|collections)',
  '(^$|((^|,)x_1($|,)))',
  '^[^/]',
  'RED',
];
const OPERATORS = ['_eq', '_cn', '_sw', '_ew', '_lc', '_gt'] as const;

const eventIs = fc.constantFrom(
  'gtm.js',
  'gtm.dom',
  'gtm.load',
  'gtm.init',
  'gtm.init_consent',
  ...EVENTS,
  '.*',
  'gtm\\.(js|dom)',
);
const eventPredicate = eventIs.map((name) =>
  /[*\\(]/.test(name)
    ? { function: '_re', arg0: ['macro', 0], arg1: name }
    : { function: '_eq', arg0: ['macro', 0], arg1: name },
);
const macro = fc.constantFrom(1, 2, 3, 4);
const pagePredicate = fc.oneof(
  fc.record({
    function: fc.constantFrom(...OPERATORS),
    arg0: macro.map((index) => ['macro', index]),
    arg1: fc.oneof(fc.constantFrom(...TEXTS), fc.constant(['macro', 6])),
    ignore_case: fc.boolean(),
  }),
  fc.record({
    function: fc.constant('_re'),
    arg0: macro.map((index) => ['macro', index]),
    arg1: fc.constantFrom(...PATTERNS),
    ignore_case: fc.boolean(),
  }),
);
/** A condition on a variable that only the page knows. */
const openPredicate = fc.record({
  function: fc.constantFrom('_eq', '_cn', '_sw'),
  arg0: fc.constant(['macro', UNKNOWN_MACRO]),
  arg1: fc.constantFrom('gold', 'go', 'silver'),
});

const PREDICATES = 8;
const TAGS = 6;
const some = (max: number, size: { minLength?: number; maxLength: number }) =>
  fc.uniqueArray(fc.integer({ min: 0, max: max - 1 }), size);

/** A rule as the editor writes it: an event first, then conditions, then exceptions. */
const rule = fc
  .record({
    event: fc.integer({ min: 0, max: 3 }),
    conditions: some(PREDICATES, { maxLength: 2 }),
    exceptions: some(PREDICATES, { maxLength: 1 }),
    adds: some(TAGS, { maxLength: 3 }),
    blocks: some(TAGS, { maxLength: 1 }),
    isBlock: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  })
  .map(({ event, conditions, exceptions, adds, blocks, isBlock }) => [
    ['if', event, ...conditions.filter((index) => index !== event)],
    ...(exceptions.length > 0 ? [['unless', ...exceptions]] : []),
    ...(isBlock ? [['block', ...(blocks.length > 0 ? blocks : [0])]] : [['add', ...adds]]),
  ]);

const tagOptions = fc.record({
  once: fc.constantFrom('unlimited', 'once_per_event', 'once_per_event', 'once_per_load'),
  setup: fc.oneof(
    { weight: 4, arbitrary: fc.constant(-1) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: TAGS - 1 }) },
  ),
  priority: fc.integer({ min: -2, max: 2 }),
});

/** @param open whether conditions on a variable that is unknown to a prediction may occur */
export function containers(open: boolean): fc.Arbitrary<SampleResource> {
  const any = open ? fc.oneof(pagePredicate, openPredicate) : pagePredicate;
  return fc
    .record({
      events: fc.array(eventPredicate, { minLength: 4, maxLength: 4 }),
      pages: fc.array(any, { minLength: PREDICATES - 4, maxLength: PREDICATES - 4 }),
      rules: fc.array(rule, { minLength: 2, maxLength: 7 }),
      tags: fc.array(tagOptions, { minLength: TAGS, maxLength: TAGS }),
    })
    .map(({ events, pages, rules, tags }) => ({
      version: '1',
      macros: MACROS,
      tags: tags.map(({ once, setup, priority }, index) =>
        countingTag(index + 1, {
          [once]: true,
          ...(priority !== 0 && { priority }),
          // A tag that sets itself up would never end.
          ...(setup >= 0 && setup > index && { setup_tags: ['list', ['tag', setup, 0]] }),
        }),
      ),
      predicates: [...events, ...pages],
      rules,
    }));
}
