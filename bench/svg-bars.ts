/** Horizontal bars as an SVG: readable on light and dark, as wide as a README, without external resources. */

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

export interface Panel {
  title: string;
  bars: Bar[];
}

const WIDTH = 860;
const MARGIN = 24;
/** Upper bound for the width of a character of a label, in any of the fonts. */
const CHARACTER = 7.7;
const RATIOS = 70;
const FIGURES = 150;
const BAR = 14;
const ROW = 26;
const RIGHT = WIDTH - MARGIN;

const STYLE = `
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: 600 } .panel { font-weight: 600 } .ours { font-weight: 600 }
.quiet { fill: #59636e; font-size: 12px } .figure { text-anchor: end; font-variant-numeric: tabular-nums }
.card { fill: #fff; stroke: #d1d9e0 } .bar { fill: #b6bfca } .bar.ours { fill: #0f766e }
.spread { stroke: #1f2328; stroke-width: 1.25 } .one { stroke: #0f766e; stroke-dasharray: 2 3 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .quiet { fill: #9198a1 } .card { fill: #0d1117; stroke: #3d444d }
  .bar { fill: #4b5563 } .bar.ours { fill: #2dd4bf } .spread { stroke: #e6edf3 } .one { stroke: #2dd4bf }
}`;

/** Each panel has its own axis from 0, with a dotted line at 1. */
export function barsSvg(title: string, subtitle: string, panels: Panel[], footer: string[]): string {
  const parts: string[] = [];
  const longest = Math.max(...panels.flatMap(({ bars }) => bars.map(({ label }) => label.length)));
  const axisFrom = Math.round(MARGIN + longest * CHARACTER);
  const axisWidth = RIGHT - RATIOS - FIGURES - axisFrom;
  let y = MARGIN + 16;
  const line = (className: string, x: number, text: string) =>
    parts.push(`<text class="${className}" x="${x}" y="${y}">${escapeXml(text)}</text>`);
  line('title', MARGIN, title);
  y += 22;
  line('quiet', MARGIN, subtitle);
  for (const { title, bars } of panels) {
    y += 34;
    line('panel', MARGIN, title);
    y += 12;
    const scale = axisWidth / Math.max(1, ...bars.map(({ max }) => max));
    const x = (value: number) => (axisFrom + value * scale).toFixed(1);
    parts.push(`<line class="one" x1="${x(1)}" x2="${x(1)}" y1="${y}" y2="${y + bars.length * ROW}"/>`);
    for (const bar of bars) {
      const middle = y + ROW / 2;
      const ours = bar.accent ? ' ours' : '';
      parts.push(
        `<text class="label${ours}" x="${MARGIN}" y="${middle + 4.5}">${escapeXml(bar.label)}</text>`,
        `<rect class="bar${ours}" x="${axisFrom}" y="${middle - BAR / 2}" width="${Math.max(1, bar.value * scale).toFixed(1)}" height="${BAR}" rx="2"/>`,
        `<text class="figure${ours}" x="${RIGHT - FIGURES}" y="${middle + 4.5}">${escapeXml(bar.text)}</text>`,
        `<text class="figure${ours}" x="${RIGHT}" y="${middle + 4.5}">${escapeXml(bar.figure)}</text>`,
      );
      if (bar.max > bar.min) {
        parts.push(`<line class="spread" x1="${x(bar.min)}" x2="${x(bar.max)}" y1="${middle}" y2="${middle}"/>`);
      }
      y += ROW;
    }
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

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
