/** @jsxImportSource preact */
/** The destination graph as a table: a row for each event, a column for each destination, and who sends it in the cells. */
import type { DestinationGraph, Sending } from '../../domain/scan-report.ts';
import { byStoreEvent } from '../../pixel/graph/store-events.ts';
import { vendorName } from '../../pixel/graph/vendor-names.ts';

export function EventTable({ graph }: { graph: DestinationGraph }) {
  const events = [...new Set(graph.sendings.map(({ event }) => event))].sort(byStoreEvent);
  const columns = [...new Set(graph.sendings.map(({ destination }) => destination))].sort((a, b) => a - b);
  const doubles = new Set(graph.doubles.flatMap(({ sendings }) => sendings));
  if (events.length === 0) return null;
  return (
    <section class="wide" tabindex={0} aria-label="Events and destinations">
      <table>
        <thead>
          <tr>
            <th scope="col">Event</th>
            {columns.map((column) => {
              const { vendor, id, aliases } = graph.destinations[column]!;
              return (
                <th key={column} scope="col">
                  {vendorName(vendor)}
                  <br />
                  <code>{id}</code>
                  {aliases.length > 0 && <small> also {aliases.join(', ')}</small>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event}>
              <th scope="row">
                <code>{event}</code>
              </th>
              {columns.map((column) => (
                <Cell
                  key={column}
                  graph={graph}
                  sendings={graph.sendings.flatMap((sending, index) =>
                    sending.event === event && sending.destination === column
                      ? { sending, isDouble: doubles.has(index) }
                      : [],
                  )}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ graph, sendings }: { graph: DestinationGraph; sendings: { sending: Sending; isDouble: boolean }[] }) {
  const isDouble = sendings.some((one) => one.isDouble);
  return (
    <td class={isDouble ? 'double' : undefined}>
      {isDouble && <strong>Counted twice</strong>}
      <ul>
        {[...Map.groupBy(sendings, ({ sending }) => lineOf(graph, sending))].map(([key, same]) => {
          const { sender, sent_as, label, grade, when } = same[0]!.sending;
          return (
            <li key={key}>
              {graph.senders[sender]!.name}: <code>{sent_as}</code>
              {label !== undefined && <small> label {label}</small>}
              {grade !== 'always' && <small> {when ?? grade}</small>}
              {same.length > 1 && <small> {same.length} times</small>}
            </li>
          );
        })}
      </ul>
    </td>
  );
}

/** What a line of a cell says. Equal lines are one, with their number. */
function lineOf(graph: DestinationGraph, { sender, sent_as, label, grade, when }: Sending): string {
  return JSON.stringify([graph.senders[sender]!.name, sent_as, label, grade, when]);
}
