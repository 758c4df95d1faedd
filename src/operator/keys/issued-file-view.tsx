/** @jsxImportSource preact */
/** The keys that a file asked for, shown once. They are stored nowhere. */
import { Copyable } from '../elements.tsx';
import { plural } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

/** @param csv with the keys themselves */
export function issuedFilePage(request: OperatorRequest, count: number, csv: string): Response {
  return page(request, {
    title: 'New keys',
    section: 'keys',
    body: (
      <dialog class="issued" open aria-labelledby="issued-title" data-stays>
        <h1 id="issued-title">{plural(count, 'new key')}</h1>
        <p>They are shown only this once. Store them now. They cannot be shown again.</p>
        <p>
          <a
            class="button primary"
            download="portside-issued-keys.csv"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
          >
            Download them (CSV)
          </a>
        </p>
        <Copyable id="keys" label="The same as text" text={csv} />
        <p>
          <a class="button" href="/operator/keys">
            I stored them
          </a>
        </p>
      </dialog>
    ),
  });
}
