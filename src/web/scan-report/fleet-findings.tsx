/** @jsxImportSource preact */
/** What many stores have in common: an agency fixes it once. */
import type { Severity } from '../../domain/scan-report.ts';
import type { StoreStanding } from '../../pixel/audit/store-outcome.ts';
import { catalogue } from '../../pixel/rules/index.ts';

const SHOWN = 8;
const GRAVITY: Record<Severity, number> = { error: 2, warn: 1, info: 0 };
const WORDS: Record<Severity, string> = { error: 'Error', warn: 'Warning', info: 'Note' };

/** The gravest rules first, and of equals the one of most stores. @param standings stores that were judged */
export function FleetFindings({ standings }: { standings: readonly StoreStanding[] }) {
  const counts = new Map<string, number>();
  for (const { rules } of standings) for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const found = catalogue()
    .flatMap((rule) => ({ ...rule, stores: counts.get(rule.id) ?? 0 }))
    .filter(({ stores, severity }) => stores > 0 && severity !== 'info')
    .sort((a, b) => GRAVITY[b.severity] - GRAVITY[a.severity] || b.stores - a.stores);
  if (found.length === 0) return null;
  return (
    <section>
      <h2>What to fix first</h2>
      <ol class="common">
        {found.slice(0, SHOWN).map(({ id, severity, what, remedy, stores }) => (
          <li key={id} class={severity}>
            <p class="count">
              <b>{stores}</b>
              <small>{stores === 1 ? 'store' : 'stores'}</small>
            </p>
            <div>
              <p>
                <span class="severity">{WORDS[severity]}</span> {what}
              </p>
              <p class="quiet">{remedy}</p>
            </div>
          </li>
        ))}
      </ol>
      {found.length > SHOWN && (
        <p class="quiet">{found.length - SHOWN} more rules found something. The reports below have all.</p>
      )}
    </section>
  );
}
