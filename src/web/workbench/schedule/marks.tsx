/** @jsxImportSource preact */
/** How the lists mark a number, as words. */
import { STANDINGS } from '../../../domain/tariff-standing.ts';
import { Status } from '../shell/elements.tsx';
import { programmeName } from '../shell/tariff-words.ts';
import type { Node } from './answers.ts';

interface MarksProps {
  listed: Node['listed'] | undefined;
  status: Node['status'];
}

/** Which programmes list all or some of it. Without any: whether its neighbours are listed. */
export function Marks({ listed, status }: MarksProps) {
  if (listed === undefined) return <span class="quiet">lists not read</span>;
  if (listed.length > 0) {
    return (
      <span class="marks">
        {listed.map(({ programme, mark }) => (
          <Status key={programme} tone={mark === 'hit' ? 'bad' : 'mild'}>
            {`${programmeName(programme)}: ${mark === 'hit' ? 'all' : 'some'}`}
          </Status>
        ))}
      </span>
    );
  }
  if (status === 'adjacent') return <Status tone="info">{STANDINGS.near.label}</Status>;
  return <span class="quiet">on no list</span>;
}

/** What the marks mean, under a table of them. */
export function MarksHint({ asOf, lawReadTo }: { asOf: string; lawReadTo: string }) {
  return (
    <p class="hint">
      Marks are of the Section 232 lists on {asOf}; the law was read to {lawReadTo}. <strong>all</strong>: all goods of
      the number are listed. <strong>some</strong>: some of them, or something below it.{' '}
      <strong>{STANDINGS.near.label}</strong>: a number beside it is listed. Duties other than Section 232 are not
      marked.
    </p>
  );
}
