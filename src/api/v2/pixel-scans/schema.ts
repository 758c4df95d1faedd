/**
 * The wire shapes of `POST /api/v2/pixel/scans`. The report is `DetailedReport` of the domain: a field that is added there and
 * not described here is a type error.
 */
import { type TSchema, Type } from 'typebox';
import {
  type Destination,
  type DestinationGraph,
  type DetailedFinding,
  type DetailedReport,
  type DoubleSending,
  type FindingPlace,
  JOURNEY_PAGES,
  type LookedAt,
  type NotLookedAt,
  PAGE_KINDS,
  PART_KINDS,
  PLACE_KINDS,
  SCAN_STATES,
  type ScannedPage,
  type ScoreExplanation,
  SENDER_KINDS,
  SENDING_GRADES,
  type Sender,
  type Sending,
} from '../../../domain/scan-report.ts';
import { Finding, ScanRequest, ScanResponse } from '../../v1/pixel-scan/schema.ts';

/** A schema for each field of a type. */
type Described<T> = Record<keyof Required<T>, TSchema>;

const text = (description: string) => Type.String({ description });
const maybe = (description: string) => Type.Optional(text(description));
const index = (description: string) => Type.Integer({ minimum: 0, description });
const oneOf = (values: readonly string[], description: string) =>
  Type.Enum([...values], { type: 'string', description });

export const PixelScanRequest = Type.Object(
  {
    url: ScanRequest.properties.url,
    deep: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Also read what the page names: GTM containers, Google tags, loaders on the shop’s own domain, and custom pixels. ' +
          'With `false` only the page is fetched, and the report says what was not looked at.',
      }),
    ),
    journey: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Also visit a product, a collection, the cart and the search of the shop, as far as its robots.txt allows, a second apart. ' +
          'One report for all of them. May take 120 seconds: set the timeout of your client above that.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Which page to scan, and how far.' },
);

const Place = Type.Object(
  {
    kind: oneOf(PLACE_KINDS, 'Where it is. It decides which of the other fields are present.'),
    pages: Type.Optional(
      Type.Array(Type.String(), { description: 'Paths of the pages that have it. Absent if one page was scanned.' }),
    ),
    line: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Line in the page, theme file or custom pixel, from 1.' }),
    ),
    column: Type.Optional(Type.Integer({ minimum: 1, description: 'Column in that line, from 1.' })),
    excerpt: maybe('A short piece of the text at the place, without secrets.'),
    app: maybe('Name of the app block whose code it is.'),
    container: maybe('Id of the container, or address of the loader without its query.'),
    tag_id: maybe('`tag_id` of the container tag. It stays the same in later versions of the container.'),
    tag_name: maybe('Name of the container tag.'),
    trigger: maybe('When the tag fires, in words.'),
    pixel_id: maybe('Id of the pixel under Settings > Customer events.'),
    pixel_name: maybe('Its name there.'),
    file: maybe('Path in the theme, with `/`.'),
  } satisfies Described<FindingPlace>,
  { description: 'One place of a finding, or of a sender.' },
);
const Places = (description: string) => Type.Array(Place, { description });

const findingFields = {
  ...Finding.properties,
  remedy: text('What to do.'),
  cause: text('What to delete or change. Findings with equal causes are charged once, at the gravest.'),
  ids: Type.Array(Type.String(), { description: 'The vendor ids that it is about.' }),
  places: Places('Every place, the page first.'),
  evidence: Type.Array(Type.String(), { description: 'What was seen that proves it, a sentence each.' }),
  source: text('The page that the rule follows.'),
  points: Type.Number({
    minimum: 0,
    description: 'What it takes off the score; 0 if another finding of the same cause is charged.',
  }),
} satisfies Described<DetailedFinding>;
const PixelFinding = Type.Object(findingFields, { description: 'A finding with its places, cause and evidence.' });

const partFields = {
  kind: oneOf(PART_KINDS, 'What it is.'),
  id: text('Id of the container or pixel, or path of the page.'),
  name: maybe('Its name.'),
};
const LookedAtPart = Type.Object(
  { ...partFields, version: maybe('Version of the container or pixel.') } satisfies Described<LookedAt>,
  { description: 'Something that was read.' },
);
const NotLookedAtPart = Type.Object(
  { ...partFields, reason: text('Why not, as a sentence.') } satisfies Described<NotLookedAt>,
  { description: 'Something that can send events and was not read.' },
);

const ScorePart = Type.Object(
  {
    category: text('Kind of fault.'),
    points: Type.Number({ minimum: 0, description: 'What it takes off.' }),
    rules: Type.Array(Type.String(), { description: 'The rules behind it.' }),
  } satisfies Described<ScoreExplanation['parts'][number]>,
  { description: 'A part of what is taken off.' },
);
const ScoreCap = Type.Object(
  {
    at: Type.Number({ minimum: 0, maximum: 100, description: 'The most that the score can be.' }),
    reason: text('Why.'),
  } satisfies Described<ScoreExplanation['caps'][number]>,
  { description: 'A bound of the score.' },
);
const Explanation = Type.Object(
  {
    parts: Type.Array(ScorePart, { description: 'What is taken off 100.' }),
    caps: Type.Array(ScoreCap, { description: 'The lowest one holds.' }),
  } satisfies Described<ScoreExplanation>,
  { description: 'How the score came about.' },
);

const PixelSender = Type.Object(
  {
    kind: oneOf(SENDER_KINDS, 'What it is.'),
    name: text('Its name, for people.'),
    window: text('Browser window in which it runs. Senders in different windows share no library.'),
    places: Places('Where it is.'),
  } satisfies Described<Sender>,
  { description: 'Who sends events.' },
);
const PixelDestination = Type.Object(
  {
    vendor: text('Key of the vendor, such as `meta` or `ga4`.'),
    id: text('Its id there.'),
    aliases: Type.Array(Type.String(), { description: 'Other ids of the same destination.' }),
  } satisfies Described<Destination>,
  { description: 'Who gets events.' },
);
const eventFields = {
  event: text('The store event, such as `checkout_completed`, or the vendor’s own name of an event that is none.'),
  destination: index('Index in `destinations`.'),
  label: maybe('Conversion label of Google Ads.'),
};
const PixelSending = Type.Object(
  {
    ...eventFields,
    sender: index('Index in `senders`.'),
    sent_as: text('The vendor’s name of the event, such as `Purchase`.'),
    grade: oneOf(
      SENDING_GRADES,
      '`always`: each time the event happens. `some`: under a condition. `perhaps`: it cannot be told. `paused`: once Shopify ' +
        'resumes the pixel.',
    ),
    when: maybe('The condition in words, for every grade but `always`.'),
  } satisfies Described<Sending>,
  { description: 'A sender sends an event to a destination.' },
);
const PixelDouble = Type.Object(
  {
    ...eventFields,
    sendings: Type.Array(index('Index in `sendings`.'), { description: 'The two or more of them.' }),
    grade: oneOf(SENDING_GRADES, 'How often it happens, as in `sendings`.'),
  } satisfies Described<DoubleSending>,
  { description: 'Two or more sendings of one event that reach one destination.' },
);
const Graph = Type.Object(
  {
    senders: Type.Array(PixelSender, { description: 'Who sends.' }),
    destinations: Type.Array(PixelDestination, { description: 'Who gets.' }),
    sendings: Type.Array(PixelSending, { description: 'What.' }),
    doubles: Type.Array(PixelDouble, { description: 'What is counted twice or more often.' }),
    left_out: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Sendings and doubles that a limit left out. Absent if there are none.',
      }),
    ),
  } satisfies Described<DestinationGraph>,
  { description: 'Who sends which event to whom.' },
);

const Page = Type.Object(
  {
    url: text('Its address, after redirects.'),
    kind: oneOf(PAGE_KINDS, 'What kind of page it is.'),
    journey: oneOf(JOURNEY_PAGES, 'Its place in the visit to a store.'),
  } satisfies Described<ScannedPage>,
  { description: 'A page that was scanned.' },
);

const reportFields = {
  state: oneOf(
    SCAN_STATES,
    'How much of the page the score speaks for. `partly_judged`: something that can send events was not read. `not_judged`: the ' +
      'shop’s tags were not seen at all. Neither is the same as a clean page.',
  ),
  page_kind: oneOf(PAGE_KINDS, 'What kind of page the address is.'),
  score: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: '100: nothing was found and everything was read. Null if the state is `not_judged`.',
  }),
  score_explanation: Explanation,
  findings: Type.Array(PixelFinding, { description: 'Ordered by severity, worst first.' }),
  severity_counts: ScanResponse.properties.severity_counts,
  pages: Type.Array(Page, { description: 'The pages that were scanned, the given one first.' }),
  looked_at: Type.Array(LookedAtPart, { description: 'What was read.' }),
  not_looked_at: Type.Array(NotLookedAtPart, { description: 'What can send events and was not read.' }),
  graph: Graph,
} satisfies Described<DetailedReport>;

export const PixelReport = Type.Object(reportFields, { description: 'Everything that a scan has to say.' });

/** The report as v0 answers it: the shape of v1 with more fields. */
export const PublicPixelReport = Type.Object(
  {
    ...reportFields,
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: '100: nothing was found and everything was read. 0 if the state is `not_judged`.',
    }),
  },
  { description: 'Everything that a scan has to say. It has the fields of the report of v1, and more.' },
);

/** Named schemas of both documents. */
const reportParts = {
  PixelFinding,
  FindingPlace: Place,
  LookedAt: LookedAtPart,
  NotLookedAt: NotLookedAtPart,
  ScoreExplanation: Explanation,
  ScorePart,
  ScoreCap,
  DestinationGraph: Graph,
  Sender: PixelSender,
  Destination: PixelDestination,
  Sending: PixelSending,
  DoubleSending: PixelDouble,
  ScannedPage: Page,
};
export const pixelReportSchemas = { PixelScanRequest, PixelReport, ...reportParts };
export const publicReportSchemas = { PixelReport: PublicPixelReport, ...reportParts };
