/** Horizontal bars and ranges as an SVG: readable on light and dark, as wide as a README, without external resources. */

export interface Bar {
  label: string;
  /** Length of the bar, in the unit of the axis. */
  value: number;
  /** `min` and `max` are drawn as a thin line over the end of the bar. */
  min: number;
  max: number;
  /** Columns at the right: the value as text, and the measured value with its unit. */
  text: string;
  figure: string;
  /** Marks Portside. */
  accent?: boolean;
}

export interface Bars {
  title: string;
  bars: Bar[];
}

/** A line from the first to the last of three values, on an axis whose steps are powers of ten. */
export interface Range {
  label: string;
  values: [low: number, middle: number, high: number];
  /** Columns at the right, one for each value. */
  texts: [string, string, string];
  accent?: boolean;
}

export interface Ranges {
  title: string;
  /** Headings of the columns. */
  names: [string, string, string];
  unit: string;
  ranges: Range[];
}

export type Panel = Bars | Ranges;

const WIDTH = 860;
const MARGIN = 24;
/** Upper bound for the width of a character of a label, in any of the fonts. */
const CHARACTER = 7.7;
const RATIOS = 70;
const FIGURES = 150;
const BAR = 14;
const ROW = 26;
const RIGHT = WIDTH - MARGIN;
/** How the line shows the three values: a ring, a dot and its end. */
const MARKS = ['○ ', '● ', ''];
/** Width of one of three columns. */
const COLUMN = (RATIOS + FIGURES) / 3;

const STYLE = `
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: 600 } .panel { font-weight: 600 } .ours { font-weight: 600 }
.quiet { fill: #59636e; font-size: 12px } .figure { text-anchor: end; font-variant-numeric: tabular-nums }
.card { fill: #fff; stroke: #d1d9e0 } .bar { fill: #b6bfca } .bar.ours { fill: #0f766e }
.range { stroke: #b6bfca; stroke-width: 6; stroke-linecap: round } .range.ours { stroke: #0f766e }
.low { fill: #fff; stroke: #59636e; stroke-width: 1.5 } .middle { fill: #1f2328 } .grid { stroke: #d1d9e0 }
.spread { stroke: #1f2328; stroke-width: 1.25 } .one { stroke: #0f766e; stroke-dasharray: 2 3 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .quiet { fill: #9198a1 } .card { fill: #0d1117; stroke: #3d444d }
  .range { stroke: #4b5563 } .range.ours { stroke: #2dd4bf } .low { fill: #0d1117; stroke: #9198a1 } .middle { fill: #e6edf3 }
  .grid { stroke: #3d444d } .bar { fill: #4b5563 } .bar.ours { fill: #2dd4bf } .spread { stroke: #e6edf3 } .one { stroke: #2dd4bf }
}`;

/** Each panel has its own axis: bars from 0, with a dotted line at 1. */
export function barsSvg(title: string, subtitle: string, panels: Panel[], footer: string[]): string {
  const labels = panels
    .flatMap((panel): { label: string }[] => ('bars' in panel ? panel.bars : panel.ranges))
    .map(({ label }) => label);
  const axisFrom = Math.round(MARGIN + Math.max(...labels.map(({ length }) => length)) * CHARACTER);
  const parts: string[] = [];
  let y = MARGIN + 16;
  const line = (className: string, x: number, text: string) => parts.push(textAt(className, x, y, text));
  line('title', MARGIN, title);
  y += 22;
  line('quiet', MARGIN, subtitle);
  for (const panel of panels) {
    y += 34;
    line('panel', MARGIN, panel.title);
    const { drawn, height } = 'bars' in panel ? drawBars(panel, axisFrom, y) : drawRanges(panel, axisFrom, y);
    parts.push(...drawn);
    y += height;
  }
  y += 12;
  for (const text of footer) {
    y += 18;
    line('quiet', MARGIN, text);
  }
  const height = y + MARGIN - 6;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="card" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function drawBars({ bars }: Bars, axisFrom: number, titleY: number) {
  let y = titleY + 12;
  const scale = (RIGHT - RATIOS - FIGURES - axisFrom) / Math.max(1, ...bars.map(({ max }) => max));
  const x = (value: number) => (axisFrom + value * scale).toFixed(1);
  const drawn = [`<line class="one" x1="${x(1)}" x2="${x(1)}" y1="${y}" y2="${y + bars.length * ROW}"/>`];
  for (const bar of bars) {
    const middle = y + ROW / 2;
    const ours = bar.accent ? ' ours' : '';
    drawn.push(
      textAt(`label${ours}`, MARGIN, middle + 4.5, bar.label),
      `<rect class="bar${ours}" x="${axisFrom}" y="${middle - BAR / 2}" width="${Math.max(1, bar.value * scale).toFixed(1)}" height="${BAR}" rx="2"/>`,
      textAt(`figure${ours}`, RIGHT - FIGURES, middle + 4.5, bar.text),
      textAt(`figure${ours}`, RIGHT, middle + 4.5, bar.figure),
    );
    if (bar.max > bar.min) {
      drawn.push(`<line class="spread" x1="${x(bar.min)}" x2="${x(bar.max)}" y1="${middle}" y2="${middle}"/>`);
    }
    y += ROW;
  }
  return { drawn, height: y - titleY };
}

function drawRanges({ ranges, names, unit }: Ranges, axisFrom: number, titleY: number) {
  const columns = names.map((_, i) => RIGHT - (names.length - 1 - i) * COLUMN);
  const drawn = names.map((name, i) => textAt('quiet figure', columns[i]!, titleY, `${MARKS[i]}${name}`));
  let y = titleY + 12;
  const values = ranges.flatMap(({ values }) => values);
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const step = (RIGHT - 3 * COLUMN - 16 - axisFrom) / (last - first);
  const x = (value: number) => (axisFrom + (Math.log10(value) - first) * step).toFixed(1);
  const bottom = y + ranges.length * ROW;
  for (let power = first; power <= last; power++) {
    const at = x(10 ** power);
    drawn.push(
      `<line class="grid" x1="${at}" x2="${at}" y1="${y}" y2="${bottom}"/>`,
      `<text class="quiet" text-anchor="middle" x="${at}" y="${bottom + 14}">${(10 ** power).toLocaleString('en')}${power === first ? ` ${unit}` : ''}</text>`,
    );
  }
  for (const { label, values, texts, accent } of ranges) {
    const middle = y + ROW / 2;
    const ours = accent ? ' ours' : '';
    const [low, most, high] = values.map(x);
    drawn.push(
      textAt(`label${ours}`, MARGIN, middle + 4.5, label),
      `<line class="range${ours}" x1="${low}" x2="${high}" y1="${middle}" y2="${middle}"/>`,
      `<circle class="low" cx="${low}" cy="${middle}" r="4"/>`,
      `<circle class="middle" cx="${most}" cy="${middle}" r="4"/>`,
      ...texts.map((text, i) => textAt(`figure${ours}`, columns[i]!, middle + 4.5, text)),
    );
    y += ROW;
  }
  return { drawn, height: bottom + 14 - titleY };
}

function textAt(className: string, x: number, y: number, text: string): string {
  return `<text class="${className}" x="${x}" y="${y}">${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
