/** Draws the charts: how fast each peer is compared with Portside, with the spread over the rounds, and how long its answers take. */
import { join } from 'node:path';
import { BARE_PEERS, SAME_WORK } from './lookup-servers.ts';
import type { Machine } from './machine.ts';
import { formatNumber, type Results } from './results.ts';
import { ratiosOf, spread, type TableResult, valuesOf } from './rounds.ts';
import { type Bar, barsSvg, type Panel, type Range } from './svg-bars.ts';

interface Chart {
  file: string;
  title: string;
  /** Speed relative to Portside by default. */
  subtitle?: string;
  panels: ChartPanel[];
}

interface ChartPanel {
  table: string;
  title: string;
  metric: string;
  unit: string;
  lessIsBetter?: boolean;
  /** Bars show what is spent instead of the speed: shorter is better. */
  isCost?: boolean;
  /** Two more metrics: the panel shows the range of the three instead of bars. */
  upTo?: [string, string];
  rows?: string[];
}

const requests = { metric: 'requests_per_second', unit: 'requests/s' };
const codes = { metric: 'codes_per_second', unit: 'codes/s' };
const megabytes = { metric: 'mb_per_second', unit: 'MB/s' };
const certificates = { metric: 'per_second', unit: 'certificates/s' };

const COMPARED = ['Portside', ...SAME_WORK, 'Bun.serve, bare'];
const BARE = ['Portside', ...BARE_PEERS];

const CHARTS: Chart[] = [
  {
    file: 'lookup.svg',
    title: 'Tariff lookups beside servers that do the same work, one core',
    subtitle:
      'Each finds the key, keeps an exact limit and counts durably before its answer; bare Bun.serve does none of it.',
    panels: [
      {
        table: 'lookup-5',
        title: 'Processor time of a lookup, databases included: shorter is better',
        metric: 'cpu_us',
        unit: 'µs',
        isCost: true,
        rows: COMPARED,
      },
      {
        table: 'steady-5000',
        title: 'Time to the answer at 5,000 lookups a second: further left is better',
        metric: 'p50_ms',
        upTo: ['p99_ms', 'p999_ms'],
        unit: 'ms',
        rows: COMPARED,
      },
    ],
  },
  {
    file: 'lookup-bare.svg',
    title: 'Tariff lookups beside bare servers, one core',
    panels: [
      {
        table: 'lookup-5',
        title: '5 codes: Portside authenticates, limits and counts; the others do not',
        ...requests,
        rows: BARE,
      },
      { table: 'lookup-50', title: '50 codes', ...requests, rows: BARE },
    ],
  },
  {
    file: 'trie.svg',
    title: 'From a code to its answer, in process',
    panels: [
      { table: 'trie', title: 'The list in force', ...codes },
      { table: 'trie-100000', title: 'A synthetic list of 100,000 rows', ...codes },
    ],
  },
  {
    file: 'scan.svg',
    title: 'From a storefront page to its report',
    panels: [
      { table: 'scan-typical', title: 'A typical page, 0.5 MB', ...megabytes },
      { table: 'scan-huge', title: 'A huge page, 10 MB', ...megabytes },
    ],
  },
  {
    file: 'certificates.svg',
    title: 'Certificates, all different',
    panels: [
      { table: 'certificates-latin', title: 'Latin', ...certificates },
      { table: 'certificates-chinese', title: 'Chinese', ...certificates },
    ],
  },
  {
    file: 'start.svg',
    title: 'From the start of the program to its first answer',
    panels: [{ table: 'cold-start', title: 'In an empty folder', metric: 'answer_ms', unit: 'ms', lessIsBetter: true }],
  },
];

/** Writes each chart whose tables were all measured. */
export async function writeCharts(folder: string, results: Results): Promise<void> {
  for (const { file, title, subtitle, panels } of CHARTS) {
    const drawn = panels.flatMap((panel): Panel[] => {
      const table = results.tables.find(({ name }) => name === panel.table);
      if (!table) return [];
      return [panel.upTo ? rangesOf(table, panel, panel.upTo) : { title: panel.title, bars: barsOf(table, panel) }];
    });
    if (drawn.length < panels.length) continue;
    const usual = 'Speed relative to Portside in the same round. Longer is faster; the dotted line is Portside.';
    await Bun.write(join(folder, file), barsSvg(title, subtitle ?? usual, drawn, footer(results)));
  }
}

/** In the order of `rows`, without those that were not measured. */
function contendersOf(table: TableResult, { rows }: ChartPanel): string[] {
  const all = table.rows.map(({ contender }) => contender);
  return rows?.filter((name) => all.includes(name)) ?? all;
}

function barsOf(table: TableResult, panel: ChartPanel): Bar[] {
  const { metric, unit, lessIsBetter, isCost } = panel;
  return contendersOf(table, panel).map((contender) => {
    const ratios = ratiosOf(table, contender, metric).map((ratio) => (lessIsBetter ? ratio : 1 / ratio));
    const { median, min, max } = spread(ratios);
    return {
      label: contender,
      value: median,
      min,
      max,
      text: isCost && contender === 'Portside' ? '' : `${median.toFixed(isCost ? 1 : 2)} ×`,
      figure: `${formatNumber(spread(valuesOf(table, contender, metric)).median)} ${unit}`,
      accent: contender.startsWith('Portside'),
    };
  });
}

function rangesOf(table: TableResult, panel: ChartPanel, upTo: [string, string]): Panel {
  const metrics = [panel.metric, ...upTo] as const;
  const ranges = contendersOf(table, panel).map((contender) => {
    const values = metrics.map((metric) => spread(valuesOf(table, contender, metric)).median) as Range['values'];
    const texts = values.map((value) => formatNumber(value)) as Range['texts'];
    return { label: contender, values, texts, accent: contender.startsWith('Portside') };
  });
  const names = metrics.map((metric) => table.metrics.find(({ name }) => name === metric)!.title) as Range['texts'];
  return { title: panel.title, names, unit: panel.unit, ranges };
}

function footer({ machine, rounds, secondsEach, takenAt }: Results): string[] {
  return [
    `Medians of usually ${rounds} interleaved rounds of about ${secondsEach} s; thin line over a bar: lowest to highest.`,
    machineLine(machine, takenAt),
  ];
}

function machineLine({ cpu, cores, memoryGiB, kernel, versions }: Machine, takenAt: string): string {
  const { portside, revision } = versions;
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${kernel}. Portside ${portside} (${revision}), ${takenAt.slice(0, 10)}.`;
}
