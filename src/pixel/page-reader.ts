/** Has pages and containers read in isolated workers, within a budget, and says in the terms of a scan what went wrong. */
import { PortsideError } from '../domain/errors.ts';
import {
  type IsolatedTasks,
  isStarved,
  type TaskBudget,
  TaskFault,
  type TaskOrder,
  TaskOverrun,
  type TaskResult,
} from '../domain/isolated-tasks.ts';
import type { DetailedReport, ShopAddresses } from '../domain/scan-report.ts';
import { BadOutput } from './checked-fields.ts';
import type { ContainerReference } from './containers/reference.ts';
import { type CustomPixelReference, SANDBOX_BYTES_MAX } from './custom-pixels/address.ts';
import { upstreamFailed } from './fetch/fetch-errors.ts';
import { busy } from './fetch/fetch-queue.ts';
import type { SentBody } from './fetch/page-fetch.ts';
import { parseRobotsAnswer, ROBOTS_BYTES_MAX, type RobotsAnswer } from './fetch/robots-answer.ts';
import type { PageLinks } from './journey/page-links.ts';
import type { SitemapLinks } from './journey/sitemap.ts';
import { type PageOutput, parseOutput } from './page-output.ts';
import type {
  ContainerInput,
  CustomPixelInput,
  PageInput,
  RobotsInput,
  RulesInput,
  SitemapInput,
} from './worker-tasks.ts';

/** A page of 2 MB takes 100 ms. */
export const PAGE_CPU_MS = 2000;
/** For scans without a key. */
export const ANONYMOUS_PAGE_CPU_MS = 250;
export const PAGE_MEMORY_BYTES = 256 * 1024 * 1024;

const LIMITS: Omit<TaskBudget, 'cpuMs'> = {
  memoryBytes: PAGE_MEMORY_BYTES,
  outputBytes: 8 * 1024 * 1024,
  wallMs: 20_000,
};

/** For whom a page is read, and where the cost goes. */
export interface ReadFor {
  owners: readonly string[];
  onCpuMs(cpuMs: number): void;
}

export interface ReadPage {
  report: DetailedReport;
  containers: ContainerReference[];
  customPixels: CustomPixelReference[];
  /** Where a visit goes on. Empty if they were not asked for. */
  links: PageLinks;
  /** What the rules were evaluated on, as a worker wrote it. A deep scan passes it to the next worker. */
  facts: Uint8Array;
}

/** Facts of one file, as a worker wrote them. */
export interface FactPart {
  facts: Uint8Array;
  /** Path of the page that they are from, if several pages were scanned. */
  page?: string;
}

/** The script of a container, or the code of a custom pixel. */
export interface ReadScript {
  facts: Uint8Array;
  /** Scripts that it loads. */
  containers: ContainerReference[];
  truncated: boolean;
}

/** Tasks without which a scan has no report. If another one throws, only its part is not read. */
const WHOLE_SCAN: ReadonlySet<string> = new Set(['page', 'rules']);

/** A reader or rule threw on something that a stranger wrote, and the scan went on without that part. */
class ContainedFault extends Error {
  constructor(task: string, trace: string) {
    super(`A part of a scan could not be read (${task}).`);
    this.name = 'ContainedFault';
    this.stack = trace;
  }
}

export class PageReader {
  readonly #work: IsolatedTasks;
  readonly #budget: TaskBudget;
  readonly #onFault: (fault: unknown) => void;

  /** @param onFault gets the stack trace of each exception that a worker contained, for the log. Must not throw */
  constructor(tasks: IsolatedTasks, cpuMs = PAGE_CPU_MS, onFault: (fault: unknown) => void = () => {}) {
    this.#work = tasks;
    this.#budget = { ...LIMITS, cpuMs };
    this.#onFault = onFault;
  }

  /** Says that a page will come soon. */
  prepare(): void {
    this.#work.prepare();
  }

  /**
   * @param withLinks also finds where a visit of the shop goes on
   * @throws PortsideError `upstream_failed` if the page cannot be read, or not within its budget; `unavailable`
   */
  async page(url: string, { bytes, ...body }: SentBody, readFor: ReadFor, withLinks = false): Promise<ReadPage> {
    const input: PageInput = { url, body, ...(withLinks && { withLinks }) };
    const { output, facts } = await this.#run('page', input, [bytes], readFor);
    const { containers, customPixels, links } = output;
    return { report: reportOf(output), containers, customPixels, links, facts };
  }

  /** @param shop for the conditions of its tags. @throws like `page` */
  async container(
    reference: ContainerReference,
    shop: ShopAddresses,
    { bytes, ...body }: SentBody,
    readFor: ReadFor,
  ): Promise<ReadScript> {
    const input: ContainerInput = { reference, shop, body };
    return scriptOf(await this.#run('container', input, [bytes], readFor));
  }

  /** The sandbox document of a custom pixel. @throws like `page` */
  async customPixel(
    reference: CustomPixelReference,
    { bytes, ...body }: SentBody,
    readFor: ReadFor,
  ): Promise<ReadScript> {
    const input: CustomPixelInput = { reference, body: { ...body, decodedBytesMax: SANDBOX_BYTES_MAX } };
    return scriptOf(await this.#run('custom_pixel', input, [bytes], readFor));
  }

  /** Where the sitemap at this address leads. @throws like `page` */
  async sitemap(url: string, { bytes, ...body }: SentBody, readFor: ReadFor): Promise<SitemapLinks> {
    const input: SitemapInput = { url, body };
    return (await this.#run('sitemap', input, [bytes], readFor)).output.links;
  }

  /** Which paths a robots.txt allows to the agent with this product token. @throws like `page` */
  async robots(token: string, paths: string[], { bytes, ...body }: SentBody, readFor: ReadFor): Promise<RobotsAnswer> {
    const input: RobotsInput = { token, paths, body: { ...body, decodedBytesMax: ROBOTS_BYTES_MAX } };
    const budget = this.#budget;
    const { owners, onCpuMs } = readFor;
    const order = { task: 'robots', input, attachments: [bytes], budget, owners, size: bytes.length };
    const { text, cost } = await this.#result(order, onCpuMs);
    onCpuMs(cost.cpuMs);
    const answer = parseRobotsAnswer(text, paths.length);
    if (!answer) throw upstreamFailed('The robots.txt could not be read within the limits of a scan.');
    return answer;
  }

  /** The report of several sets of facts together. @throws like `page` */
  async rules(parts: readonly FactPart[], readFor: ReadFor): Promise<DetailedReport> {
    const input: RulesInput = { pages: parts.map(({ page }) => page ?? null) };
    const facts = parts.map((part) => part.facts);
    return reportOf((await this.#run('rules', input, facts, readFor)).output);
  }

  async #run(
    task: string,
    input: unknown,
    attachments: readonly Uint8Array[],
    { owners, onCpuMs }: ReadFor,
  ): Promise<{ output: PageOutput; facts: Uint8Array }> {
    const size = attachments.reduce((sum, { length }) => sum + length, 0);
    const { text, bytes, cost } = await this.#result(
      { task, input, attachments, budget: this.#budget, owners, size },
      onCpuMs,
    );
    onCpuMs(cost.cpuMs);
    const output = parsedOutput(text);
    for (const fault of output.faults) this.#onFault(new ContainedFault(task, fault));
    if (output.fault !== undefined) throw upstreamFailed(output.fault);
    return { output, facts: bytes };
  }

  async #result(order: TaskOrder, onCpuMs: (cpuMs: number) => void): Promise<TaskResult> {
    try {
      return await this.#work.run(order);
    } catch (error) {
      if (!(error instanceof TaskOverrun || error instanceof TaskFault)) throw error;
      onCpuMs(error.cost.cpuMs);
      if (error instanceof TaskFault && error.kind === 'threw') {
        if (WHOLE_SCAN.has(order.task)) throw new PortsideError('internal', { cause: error });
        this.#onFault(error);
        throw upstreamFailed('It could not be read because of a fault of this program.', error);
      }
      if (isStarved(error)) throw busy('Too many scans are running. Try again shortly.', error);
      throw upstreamFailed('The page could not be read within the limits of a scan.', error);
    }
  }
}

function scriptOf({ output, facts }: { output: PageOutput; facts: Uint8Array }): ReadScript {
  return { facts, containers: output.containers, truncated: output.truncated };
}

/** The tasks `page` and `rules` have a report. */
function reportOf({ report }: PageOutput): DetailedReport {
  if (!report) throw upstreamFailed('The page could not be read within the limits of a scan.');
  return report;
}

function parsedOutput(text: string): PageOutput {
  try {
    return parseOutput(text);
  } catch (error) {
    if (!(error instanceof BadOutput)) throw error;
    throw upstreamFailed('The page could not be read within the limits of a scan.', error);
  }
}
