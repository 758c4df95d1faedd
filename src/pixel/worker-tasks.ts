/** What a worker process does for scans. All reading of what a storefront sent is here; the server reads only the results. */
import type { TaskGroup, TaskOutput } from '../domain/isolated-tasks.ts';
import type { ShopAddresses } from '../domain/scan-report.ts';
import { containerFacts } from './containers/container-facts.ts';
import type { ContainerReference } from './containers/reference.ts';
import type { CustomPixelReference } from './custom-pixels/address.ts';
import { customPixelFacts } from './custom-pixels/read-custom-pixel.ts';
import { childReferences, scriptReferences } from './deep/references.ts';
import { unreadPixel, unreadScript } from './deep/unread.ts';
import { decodeBody } from './fetch/body.ts';
import { PageDecoder } from './fetch/charset.ts';
import { connectionFault, EMPTY_PAGE, NOT_HTML } from './fetch/fetch-errors.ts';
import type { SentBody } from './fetch/page-fetch.ts';
import { isAllowed, isPage, parseRobots } from './fetch/robots.ts';
import type { RobotsAnswer } from './fetch/robots-answer.ts';
import { trackingReport } from './files/read-tracking-file.ts';
import type { TrackingInput } from './files/tracking-kind.ts';
import { ContainedLinks } from './journey/page-links.ts';
import { sitemapLinks } from './journey/sitemap.ts';
import { createMatcher } from './matcher.ts';
import { decodeFacts, encodeFacts, REPORT_CHARS_MAX } from './page-output.ts';
import { ReaderFaults } from './reader-faults.ts';
import { boundedReport } from './report/bounded-report.ts';
import { detailedReport } from './report/detailed-report.ts';
import type { Fact } from './tags/facts.ts';
import { readTheme } from './theme/read-theme.ts';
import { themeReport } from './theme/theme-report.ts';
import { type ThemeInput, themeFiles } from './theme/theme-source.ts';
import { ThemeFault } from './theme/unzip.ts';

/** A body whose bytes are in an attachment. */
export type BodyInput = Omit<SentBody, 'bytes'>;

export interface PageInput {
  /** Final address of the page after redirects. */
  url: string;
  body: BodyInput;
  /** Also find the links of a visit. */
  withLinks?: boolean;
}

export interface ContainerInput {
  reference: ContainerReference;
  shop: ShopAddresses;
  body: BodyInput;
}

export interface CustomPixelInput {
  reference: CustomPixelReference;
  body: BodyInput;
}

export interface SitemapInput {
  url: string;
  body: BodyInput;
}

export interface RulesInput {
  /** For each attachment, the path of the page that its facts are from, if several pages were scanned. */
  pages: (string | null)[];
}

export interface RobotsInput {
  /** `productToken` of our user agent. */
  token: string;
  /** Paths with their queries. */
  paths: string[];
  body: BodyInput;
}

/** For a part whose reader threw. The server logs why. */
const NOT_READ = 'It could not be read because of a fault of this program.';
/** Code of a custom pixel runs in a frame without a page of its own, so a relative address leads nowhere. */
const NO_PAGE = 'https://sandbox.invalid/';

export const pixelTasks: TaskGroup = {
  tasks: {
    async page({ url, body, withLinks }: PageInput, [bytes]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      const faults = new ReaderFaults();
      const matcher = createMatcher({ faults });
      const links = withLinks ? new ContainedLinks(url, faults) : undefined;
      let hasTag = false;
      let last = '';
      const read = await readText({ ...body, bytes: bytes! }, (text) => {
        hasTag ||= /<[a-z]/i.test(last + text);
        last = text.slice(-1);
        matcher.push(text);
        links?.push(text);
      });
      if (read.fault !== undefined) return outputOf({ fault: read.fault });
      // Nothing was looked at. A report without findings would say that all is well.
      if (!hasTag) return outputOf({ fault: read.blank ? EMPTY_PAGE : NOT_HTML });
      const { report: whole, containers, customPixels, facts } = matcher.finish({ url, truncated: read.truncated });
      const report = boundedReport(whole, REPORT_CHARS_MAX);
      return outputOf({ report, containers, customPixels, ...(links && { links: links.end() }) }, facts, faults);
    },

    async container({ reference, shop, body }: ContainerInput, [bytes]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      const { text, truncated, fault } = await wholeText({ ...body, bytes: bytes! });
      if (fault !== undefined) return outputOf({ fault });
      const window = reference.pixel === undefined ? {} : { pixel: reference.pixel };
      const faults = new ReaderFaults();
      const read = faults.contain(
        () => containerFacts(text, reference, shop),
        () => [unreadScript(reference, NOT_READ)],
      );
      const facts = read.map((fact) => ({ ...fact, ...window }));
      return outputOf({ truncated, containers: childReferences(facts, reference) }, facts, faults);
    },

    async custom_pixel({ reference, body }: CustomPixelInput, [bytes]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      const { text, truncated, fault } = await wholeText({ ...body, bytes: bytes! });
      if (fault !== undefined) return outputOf({ fault });
      const faults = new ReaderFaults();
      const facts = faults.contain(
        () => customPixelFacts(text, reference),
        () => [unreadPixel(reference, NOT_READ)],
      );
      return outputOf({ truncated, containers: scriptReferences(facts, NO_PAGE) }, facts, faults);
    },

    /** The links of a sitemap, which may be a gzip file. */
    async sitemap({ url, body }: SitemapInput, [bytes]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      const isFile = body.contentEncoding === undefined && bytes![0] === 0x1f && bytes![1] === 0x8b;
      const sent = { ...body, bytes: bytes!, ...(isFile && { contentEncoding: 'gzip' }) };
      const { text, fault } = await wholeText(sent);
      if (fault !== undefined) return outputOf({ fault });
      const faults = new ReaderFaults();
      const links = faults.contain(
        () => sitemapLinks(text, url),
        () => ({}),
      );
      return outputOf({ links }, [], faults);
    },

    /** Says `RobotsAnswer`. A body that cannot be read, or is a page, allows nothing. */
    async robots({ token, paths, body }: RobotsInput, [bytes]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      const parts: string[] = [];
      const read = await readText({ ...body, bytes: bytes! }, (text) => void parts.push(text));
      const text = parts.join('');
      if (read.fault !== undefined || isPage(text)) {
        const none: RobotsAnswer = { outcome: 'given', allowed: paths.map(() => false), sitemaps: [] };
        return outputOf(none);
      }
      const faults = new ReaderFaults();
      const answer = faults.contain<RobotsAnswer>(
        () => {
          const robots = parseRobots(text, token, read.truncated);
          const { crawlDelaySeconds, sitemaps } = robots;
          return {
            outcome: 'read',
            allowed: paths.map((path) => isAllowed(robots, path)),
            ...(crawlDelaySeconds !== undefined && { crawlDelaySeconds }),
            sitemaps,
          };
        },
        // A file that cannot be read allows nothing.
        () => ({ outcome: 'given', allowed: paths.map(() => false), sitemaps: [] }),
      );
      return outputOf(answer, [], faults);
    },

    /** Says `ThemeOutput`. */
    async theme(input: ThemeInput, [bytes]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      try {
        const faults = new ReaderFaults();
        const theme = readTheme(await themeFiles(input, bytes!), faults);
        if (theme.files === 0) return outputOf({ fault: 'There is no file of a theme in it.' });
        return outputOf({ report: themeReport(theme, faults) }, [], faults);
      } catch (error) {
        if (error instanceof ThemeFault) return outputOf({ fault: error.message });
        throw error;
      }
    },

    /** Says a report. */
    tracking_file({ kind, name }: TrackingInput, [bytes]: Uint8Array[]): Partial<TaskOutput> {
      const faults = new ReaderFaults();
      const isWide = bytes![0] === 0xfe || bytes![0] === 0xff;
      const encoding = isWide ? (bytes![0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
      const report = trackingReport(kind, new TextDecoder(encoding).decode(bytes), name, faults);
      return outputOf({ report: boundedReport(report, REPORT_CHARS_MAX) }, [], faults);
    },

    /** The report of all facts of a scan together: a tag that is in the page and in a container is a double install. */
    rules({ pages }: RulesInput, parts: Uint8Array[]): Partial<TaskOutput> {
      const facts = parts.flatMap((part, i) => {
        const page = pages[i];
        return page ? decodeFacts(part).map((fact) => ({ ...fact, page })) : decodeFacts(part);
      });
      const faults = new ReaderFaults();
      const report = detailedReport(facts, undefined, faults);
      return outputOf({ report: boundedReport(report, REPORT_CHARS_MAX) }, [], faults);
    },
  },
};

/** The facts stay bytes for the server, which only passes them on to the next task. */
function outputOf(result: object, facts: Fact[] = [], { texts }: Partial<ReaderFaults> = {}): Partial<TaskOutput> {
  return { text: JSON.stringify(texts?.length ? { ...result, faults: texts } : result), bytes: encodeFacts(facts) };
}

/** The text of a body that is read in one piece. A blank one is a fault. */
async function wholeText(body: SentBody): Promise<{ text: string; truncated: boolean; fault?: string }> {
  const parts: string[] = [];
  const { truncated, blank, fault } = await readText(body, (text) => void parts.push(text));
  const found = fault ?? (blank ? EMPTY_PAGE : undefined);
  return { text: parts.join(''), truncated, ...(found !== undefined && { fault: found }) };
}

/** The text of a body, in chunks. A `fault` is one of `BODY_FAULTS`; discard the text then. */
export async function readText(
  { bytes, contentType, contentEncoding, cut, decodedBytesMax }: SentBody,
  take: (text: string) => void,
): Promise<{ truncated: boolean; blank: boolean; fault?: string }> {
  const decoder = new PageDecoder(contentType);
  let blank = true;
  const add = (text: string) => {
    blank &&= !/\S/.test(text);
    if (text !== '') take(text);
  };
  try {
    const chunks = decodeBody(bytes, contentEncoding, decodedBytesMax, cut);
    for (;;) {
      const chunk = await chunks.next();
      add(chunk.done ? decoder.end() : decoder.push(chunk.value));
      if (chunk.done) return { truncated: chunk.value, blank };
    }
  } catch (error) {
    // The code of the decoder's error, if it has one. Any other error is a fault of this program.
    if (typeof (error as { code?: unknown }).code !== 'string') throw error;
    return { truncated: false, blank, fault: connectionFault(error).message };
  }
}
