/** What a worker process does for scans. All reading of what a storefront sent is here; the server reads only the results. */
import type { WorkOutput, WorkTaskGroup } from '../domain/isolated-work.ts';
import type { CustomPixelReference } from './custom-pixels/address.ts';
import { customPixelFacts } from './custom-pixels/read-custom-pixel.ts';
import { decodeBody } from './fetch/body.ts';
import { PageDecoder } from './fetch/charset.ts';
import { connectionFault, EMPTY_PAGE, NOT_HTML } from './fetch/fetch-errors.ts';
import type { SentBody } from './fetch/page-fetch.ts';
import { isAllowed, isPage, parseRobots } from './fetch/robots.ts';
import type { RobotsAnswer } from './fetch/robots-answer.ts';
import { createMatcher } from './matcher.ts';
import { decodeFacts, encodeFacts } from './page-output.ts';
import { detailedReport } from './report/detailed-report.ts';
import { type ContainerReference, containerFacts } from './tags/container.ts';
import type { Fact } from './tags/facts.ts';

/** A body whose bytes are in an attachment. */
export type BodyInput = Omit<SentBody, 'bytes'>;

export interface PageInput {
  /** Final address of the page after redirects. */
  url: string;
  body: BodyInput;
}

export interface ContainerInput {
  reference: ContainerReference;
  body: BodyInput;
}

export interface CustomPixelInput {
  reference: CustomPixelReference;
  body: BodyInput;
}

export interface RobotsInput {
  /** `productToken` of our user agent. */
  token: string;
  /** Paths with their queries. */
  paths: string[];
  body: BodyInput;
}

export const pixelTasks: WorkTaskGroup = {
  tasks: {
    async page({ url, body }: PageInput, [bytes]: Uint8Array[]): Promise<Partial<WorkOutput>> {
      const matcher = createMatcher();
      let hasTag = false;
      let last = '';
      const read = await readText({ ...body, bytes: bytes! }, (text) => {
        hasTag ||= /<[a-z]/i.test(last + text);
        last = text.slice(-1);
        matcher.push(text);
      });
      if (read.fault !== undefined) return outputOf({ fault: read.fault });
      // Nothing was looked at. A report without findings would say that all is well.
      if (!hasTag) return outputOf({ fault: read.blank ? EMPTY_PAGE : NOT_HTML });
      const { report, containers, customPixels, facts } = matcher.finish({ url, truncated: read.truncated });
      return outputOf({ report, containers, customPixels }, facts);
    },

    async container({ reference, body }: ContainerInput, [bytes]: Uint8Array[]): Promise<Partial<WorkOutput>> {
      const parts: string[] = [];
      const read = await readText({ ...body, bytes: bytes! }, (text) => void parts.push(text));
      if (read.fault !== undefined || read.blank) return outputOf({ fault: read.fault ?? EMPTY_PAGE });
      return outputOf({ truncated: read.truncated }, containerFacts(parts.join(''), reference));
    },

    async custom_pixel({ reference, body }: CustomPixelInput, [bytes]: Uint8Array[]): Promise<Partial<WorkOutput>> {
      const parts: string[] = [];
      const read = await readText({ ...body, bytes: bytes! }, (text) => void parts.push(text));
      if (read.fault !== undefined || read.blank) return outputOf({ fault: read.fault ?? EMPTY_PAGE });
      return outputOf({ truncated: read.truncated }, customPixelFacts(parts.join(''), reference));
    },

    /** Says `RobotsAnswer`. A body that cannot be read, or is a page, allows nothing. */
    async robots({ token, paths, body }: RobotsInput, [bytes]: Uint8Array[]): Promise<Partial<WorkOutput>> {
      const parts: string[] = [];
      const read = await readText({ ...body, bytes: bytes! }, (text) => void parts.push(text));
      const text = parts.join('');
      if (read.fault !== undefined || isPage(text)) {
        const none: RobotsAnswer = { outcome: 'given', allowed: paths.map(() => false), sitemaps: [] };
        return outputOf(none);
      }
      const robots = parseRobots(text, token, read.truncated);
      const { crawlDelaySeconds, sitemaps } = robots;
      const answer: RobotsAnswer = {
        outcome: 'read',
        allowed: paths.map((path) => isAllowed(robots, path)),
        ...(crawlDelaySeconds !== undefined && { crawlDelaySeconds }),
        sitemaps,
      };
      return outputOf(answer);
    },

    /** The report of all facts of a scan together: a tag that is in the page and in a container is a double install. */
    rules(_: unknown, facts: Uint8Array[]): Partial<WorkOutput> {
      return outputOf({ report: detailedReport(facts.flatMap(decodeFacts)) });
    },
  },
};

/** The facts stay bytes for the server, which only passes them on to the next task. */
function outputOf(result: object, facts: Fact[] = []): Partial<WorkOutput> {
  return { text: JSON.stringify(result), bytes: encodeFacts(facts) };
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
