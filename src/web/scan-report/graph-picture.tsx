/** @jsxImportSource preact */
/** The destination graph as a picture: senders on the left, destinations on the right, a line for what one sends to the other. */
import type { DestinationGraph } from '../../domain/scan-report.ts';
import { vendorName } from '../../pixel/graph/vendor-names.ts';

const LABEL = 'Who sends events to which destination. The table below says the same in words.';
const WIDTH = 960;
const BOX_WIDTH = 290;
const BOX_HEIGHT = 46;
const GAP = 14;
const TOP = 8;
const NAME_CHARS = 30;
/** More lines could not be told apart. The table below the picture has all. */
const BOXES_MAX = 24;

interface Flow {
  sender: number;
  destination: number;
  events: string[];
  isDouble: boolean;
  isSure: boolean;
}

export function GraphPicture({ graph }: { graph: DestinationGraph }) {
  const flows = flowsOf(graph);
  const senders = [...new Set(flows.map(({ sender }) => sender))].slice(0, BOXES_MAX);
  const destinations = [...new Set(flows.map(({ destination }) => destination))].slice(0, BOXES_MAX);
  if (flows.length === 0) return null;
  const rows = Math.max(senders.length, destinations.length);
  const height = 2 * TOP + rows * (BOX_HEIGHT + GAP) - GAP;
  const y = (list: readonly number[], index: number) =>
    TOP + ((height - 2 * TOP) * (list.indexOf(index) + 0.5)) / list.length - BOX_HEIGHT / 2;
  const shown = flows.filter((flow) => senders.includes(flow.sender) && destinations.includes(flow.destination));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={LABEL} class="graph">
      <title>{LABEL}</title>
      {shown
        .toSorted((a, b) => Number(a.isDouble) - Number(b.isDouble))
        .map((flow) => (
          <FlowLine
            key={`${flow.sender} ${flow.destination}`}
            flow={flow}
            from={y(senders, flow.sender) + BOX_HEIGHT / 2}
            to={y(destinations, flow.destination) + BOX_HEIGHT / 2}
          />
        ))}
      {senders.map((index) => {
        const { name, window } = graph.senders[index]!;
        return <Box key={index} x={0} y={y(senders, index)} title={name} note={windowWords(window)} />;
      })}
      {destinations.map((index) => {
        const { vendor, id } = graph.destinations[index]!;
        return (
          <Box
            key={index}
            x={WIDTH - BOX_WIDTH}
            y={y(destinations, index)}
            title={vendorName(vendor)}
            note={id}
            isCode
          />
        );
      })}
    </svg>
  );
}

function FlowLine({ flow, from, to }: { flow: Flow; from: number; to: number }) {
  const left = BOX_WIDTH;
  const right = WIDTH - BOX_WIDTH;
  const middle = (left + right) / 2;
  const label = flow.isDouble ? 'counted twice' : '';
  const words = `${flow.events.join(', ')}${label && `: ${label}`}`;
  return (
    <g class={flow.isDouble ? 'flow double' : 'flow'}>
      <path
        d={`M ${left} ${from} C ${middle} ${from} ${middle} ${to} ${right} ${to}`}
        stroke-width={1.5 + Math.min(flow.events.length, 6)}
        stroke-dasharray={flow.isSure ? undefined : '6 5'}
      >
        <title>{words}</title>
      </path>
    </g>
  );
}

function Box({ x, y, title, note, isCode }: { x: number; y: number; title: string; note: string; isCode?: boolean }) {
  return (
    <g>
      <rect x={x + 0.75} y={y} width={BOX_WIDTH - 1.5} height={BOX_HEIGHT} rx="6" class="box" />
      <text x={x + 12} y={y + 20} class="box-title">
        {short(title)}
      </text>
      <text x={x + 12} y={y + 37} class={isCode ? 'box-note code' : 'box-note'}>
        {short(note)}
      </text>
    </g>
  );
}

function flowsOf({ sendings, doubles }: DestinationGraph): Flow[] {
  const doubled = new Set(
    doubles.flatMap((double) => (double.grade === 'perhaps' || double.grade === 'paused' ? [] : double.sendings)),
  );
  const flows = new Map<string, Flow>();
  sendings.forEach(({ sender, destination, sent_as, grade }, index) => {
    const key = `${sender} ${destination}`;
    const flow = flows.get(key) ?? { sender, destination, events: [], isDouble: false, isSure: false };
    flows.set(key, flow);
    if (!flow.events.includes(sent_as)) flow.events.push(sent_as);
    flow.isDouble ||= doubled.has(index);
    flow.isSure ||= grade === 'always' || grade === 'some';
  });
  return [...flows.values()];
}

function windowWords(window: string): string {
  return window === 'page' ? 'runs in the page' : `runs in the frame of ${window}`;
}

function short(text: string): string {
  const points = [...text];
  return points.length > NAME_CHARS ? `${points.slice(0, NAME_CHARS - 1).join('')}…` : text;
}
