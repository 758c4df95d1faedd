/** Draws the bar charts of the README: how fast each peer is compared with Portside, with the spread over the rounds. */
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { formatNumber, type Results } from './results.ts';
import { ratiosOf, spread, type TableResult, valuesOf } from './rounds.ts';
import { type Bar, barsSvg, type Panel } from './svg-bars.ts';

interface Chart {
  file: string;
  title: string;
  panels: { table: string; title: string; metric: string; unit: string; lessIsBetter?: boolean }[];
}

const requests = { metric: 'requests_per_second', unit: 'requests/s' };
const codes = { metric: 'codes_per_second', unit: 'codes/s' };
const megabytes = { metric: 'mb_per_second', unit: 'MB/s' };
const certificates = { metric: 'per_second', unit: 'certificates/s' };

const CHARTS: Chart[] = [
  {
    file: 'lookup.svg',
    title: 'Tariff lookups over HTTP, one core',
    panels: [
      {
        table: 'lookup-5',
        title: '5 codes: Portside authenticates, limits and counts; the others do not',
        ...requests,
      },
      { table: 'lookup-50', title: '50 codes', ...requests },
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
  for (const { file, title, panels } of CHARTS) {
    const drawn = panels.flatMap((panel): Panel[] => {
      const table = results.tables.find(({ name }) => name === panel.table);
      return table ? [{ title: panel.title, bars: barsOf(table, panel) }] : [];
    });
    if (drawn.length < panels.length) continue;
    const subtitle = 'Speed relative to Portside in the same round. Longer is faster; the dotted line is Portside.';
    await Bun.write(join(folder, file), barsSvg(title, subtitle, drawn, footer(results)));
  }
}

function barsOf(table: TableResult, { metric, unit, lessIsBetter }: Chart['panels'][number]): Bar[] {
  return table.rows.map(({ contender }) => {
    const ratios = ratiosOf(table, contender, metric).map((ratio) => (lessIsBetter ? ratio : 1 / ratio));
    const { median, min, max } = spread(ratios);
    return {
      label: contender,
      value: median,
      min,
      max,
      text: `${median.toFixed(2)} ×`,
      figure: `${formatNumber(spread(valuesOf(table, contender, metric)).median)} ${unit}`,
      accent: contender.startsWith('Portside'),
    };
  });
}

function footer({ machine, rounds, secondsEach, takenAt }: Results): string[] {
  return [
    `Bar: median of usually ${rounds} interleaved rounds of about ${secondsEach} s; thin line: lowest to highest.`,
    machineLine(machine, takenAt),
  ];
}

function machineLine({ cpu, cores, memoryGiB, kernel, versions }: Machine, takenAt: string): string {
  const { portside, revision } = versions;
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${kernel}. Portside ${portside} (${revision}), ${takenAt.slice(0, 10)}.`;
}
