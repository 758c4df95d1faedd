/** Reads a file with tracking code, and makes its report. */
import { Effort } from '../../domain/effort.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { containerFacts, exportedContainerFacts } from '../containers/container-facts.ts';
import { containerOf } from '../containers/resource.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { customPixelDocument } from '../custom-pixels/sandbox-document.ts';
import { WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import type { ReaderFaults } from '../reader-faults.ts';
import { detailedReport } from '../report/detailed-report.ts';
import type { Fact, UnreadFact } from '../tags/facts.ts';
import { exportedContainer } from './container-export.ts';
import { harFacts } from './har.ts';
import type { TrackingKind } from './tracking-kind.ts';

const NOWHERE = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
/** A file does not say under which number the pixel is saved. */
const PIXEL_ID = '0';
const ID_CHARS_MAX = 40;
const IN_DOCUMENT = /createShopifyExtend\(['"](\d{1,20})['"]/g;

/** What of the shop is not in a file of the kind, for the report. A HAR file has the pages themselves. */
const ELSEWHERE: Readonly<Record<Exclude<TrackingKind, 'har'>, string>> = {
  custom_pixel: 'Only the code of one custom pixel was read: no page, app pixel or other pixel of the shop.',
  container: 'Only the container was read: no page and no pixel of the shop.',
  container_export: 'Only the container was read: no page and no pixel of the shop.',
};

/**
 * @param name of the file, for the report
 * @param faults contains exceptions. By default they pass
 */
export function trackingReport(kind: TrackingKind, text: string, name: string, faults?: ReaderFaults): DetailedReport {
  const read = () => trackingFacts(kind, text, name, faults);
  const facts = faults ? faults.contain(read, () => [broken(kind, name)]) : read();
  const all = kind === 'har' ? facts : [...facts, elsewhere(ELSEWHERE[kind])];
  return detailedReport([...all, { ...NOWHERE, kind: 'mark', name: 'source', value: kind }], undefined, faults);
}

/** The facts of a file of a known kind. A custom pixel that does not say its id has the name of the file instead. */
export function trackingFacts(kind: TrackingKind, text: string, name = PIXEL_ID, faults?: ReaderFaults): Fact[] {
  const effort = new Effort(WORK_MIN + WORK_PER_CHAR * text.length);
  switch (kind) {
    case 'custom_pixel': {
      // The id in the document of a pixel is its own.
      const own = [...text.matchAll(IN_DOCUMENT)].at(-1)?.[1];
      const document = own === undefined ? customPixelDocument(text, PIXEL_ID) : text;
      const facts = customPixelFacts(document, { pixelId: own ?? PIXEL_ID });
      if (own !== undefined) return facts;
      const pixel = pixelName(name);
      return facts.map((fact) => ({
        ...fact,
        ...(fact.pixel && { pixel }),
        ...(fact.kind === 'unread' && { id: pixel }),
      }));
    }
    case 'container': {
      const id = containerOf(text, effort)?.id;
      const reference = { kind: id?.startsWith('GTM-') ? ('gtm' as const) : ('google_tag' as const), url: 'container' };
      return containerFacts(text, id === undefined ? reference : { ...reference, id });
    }
    case 'container_export': {
      const container = exportedContainer(JSON.parse(text), effort);
      return container ? exportedContainerFacts(container, effort) : [];
    }
    case 'har':
      return harFacts(JSON.parse(text), effort, faults);
  }
}

/** The name of a file as the id of a pixel: short, and without signs that a message would not show. */
function pixelName(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/[^\w. -]/g, '-');
  return name.length > ID_CHARS_MAX ? `${name.slice(0, ID_CHARS_MAX - 1)}…` : name;
}

function elsewhere(reason: string): UnreadFact {
  return { ...NOWHERE, kind: 'unread', what: 'page', id: 'the shop', reason };
}

function broken(kind: TrackingKind, name: string): UnreadFact {
  const what = kind === 'custom_pixel' ? 'custom_pixel' : kind === 'har' ? 'page' : 'container';
  return {
    ...NOWHERE,
    kind: 'unread',
    what,
    id: name,
    reason: 'It could not be read because of a fault of this program.',
  };
}
