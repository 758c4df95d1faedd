/**
 * Checks what a worker process says about a page. The process has read what a storefront sent, so its answers are checked like
 * a request from the network: their shape, their sizes, and only the known fields.
 */
import type { DetailedReport } from '../domain/scan-report.ts';
import { BadOutput, listOf, objectOf, oneOf, optional, stringOf } from './checked-fields.ts';
import type { ContainerReference } from './containers/reference.ts';
import { CUSTOM_PIXELS_MAX, type CustomPixelReference, isReference } from './custom-pixels/address.ts';
import { BODY_FAULTS } from './fetch/fetch-errors.ts';
import type { PageLinks } from './journey/page-links.ts';
import type { SitemapLinks } from './journey/sitemap.ts';
import { parseReport } from './report-output.ts';
import type { Fact } from './tags/facts.ts';

/** Four times the longest report of a saved store, with its places and its graph. */
const TEXT_CHARS_MAX = 2 * 1024 * 1024;
/** The rest of the text is for what else a page names. */
export const REPORT_CHARS_MAX = TEXT_CHARS_MAX - 256 * 1024;
const CONTAINERS_MAX = 40;
const FAULTS_MAX = 5;

export interface PageOutput {
  /** A sentence of `BODY_FAULTS`: the body cannot be read. */
  fault?: string;
  /** Of tasks that evaluate rules. */
  report?: DetailedReport;
  containers: ContainerReference[];
  customPixels: CustomPixelReference[];
  /** Of a page or sitemap from which a visit goes on. */
  links: PageLinks & SitemapLinks;
  truncated: boolean;
  /** Stack traces of exceptions that were contained: faults of this program. */
  faults: string[];
}

/** @throws BadOutput */
export function parseOutput(text: string): PageOutput {
  const { fault, report, containers, customPixels, links = {}, truncated, faults } = objectOf(parse(text));
  if (fault !== undefined && !BODY_FAULTS.has(fault as string)) throw new BadOutput('fault');
  return {
    ...(fault !== undefined && { fault: fault as string }),
    ...(report !== undefined && { report: parseReport(report) }),
    containers: listOf(containers, CONTAINERS_MAX, containerOf),
    customPixels: listOf(customPixels, CUSTOM_PIXELS_MAX, customPixelOf),
    links: optional<Required<PageOutput['links']>>(objectOf(links), {
      product: stringOf,
      collection: stringOf,
      products: stringOf,
    }),
    truncated: truncated === true,
    faults: listOf(faults, FAULTS_MAX, stringOf),
  };
}

function parse(text: string): unknown {
  if (text.length > TEXT_CHARS_MAX) throw new BadOutput('too long');
  try {
    return JSON.parse(text);
  } catch {
    throw new BadOutput('not JSON');
  }
}

const containerKindOf = oneOf<ContainerReference['kind']>(['gtm', 'google_tag', 'first_party_loader']);

function containerOf(value: unknown): ContainerReference {
  const container = objectOf(value);
  return {
    kind: containerKindOf(container.kind),
    ...optional<{ id: string; pixel: string }>(container, { id: stringOf, pixel: stringOf }),
    url: stringOf(container.url),
  };
}

/** The server makes an address of it, so each part must have its shape. */
function customPixelOf(value: unknown): CustomPixelReference {
  const { pixelId, version, hash, base, name } = objectOf(value);
  const reference: CustomPixelReference = {
    pixelId: stringOf(pixelId),
    version: stringOf(version),
    hash: stringOf(hash),
    ...(base !== undefined && { base: stringOf(base) }),
    ...(name !== undefined && { name: stringOf(name) }),
  };
  if (!isReference(reference)) throw new BadOutput('custom pixel');
  return reference;
}

/** Facts as they are passed between tasks. Only a task decodes them. */
export function encodeFacts(facts: readonly Fact[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(facts));
}

export function decodeFacts(bytes: Uint8Array): Fact[] {
  return bytes.length === 0 ? [] : JSON.parse(new TextDecoder().decode(bytes));
}
