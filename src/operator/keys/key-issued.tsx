/** @jsxImportSource preact */
/** The one answer that holds a key: to the form that made it. It is stored nowhere and cannot be asked for again. */

import type { KeyRow, Product, Scope } from '../../domain/key.ts';
import type { IssuedKey } from '../../keys/key-issuer.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { Moment } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

const EXAMPLES: Record<Product, { path: string; body: object }> = {
  tariff: { path: '/api/v1/tariff/hts/lookup', body: { codes: ['7326.90.8688'] } },
  pixel: { path: '/api/v1/pixel/scan', body: { url: 'https://www.allbirds.com/' } },
  entry: {
    path: '/api/v1/entry/gcc/generate',
    body: {
      product_info: {
        name: 'Bicycle helmet',
        model: 'BH-200',
        date_of_manufacture: '2026-08-14',
        place_of_manufacture: 'Taichung, Taiwan',
      },
      manufacturer: {
        name: 'Harbor Helmet Co., Ltd.',
        address: '12 Gongye Rd, Taichung 407, Taiwan',
        contact_email: 'quality@harbor-helmet.example',
      },
      testing_lab: { name: 'Island Impact Laboratory', test_date: '2026-09-02' },
      cpsc_rules_cited: ['16 CFR part 1203'],
    },
  },
};

/** A line to paste into a shell that works as it is. */
function curlLine(origin: string, scope: Scope, key: string): string {
  const { path, body } = EXAMPLES[scope === 'all' ? 'tariff' : scope];
  return [
    `curl -sS ${origin}${path} \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

export function issuedPage(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  { row, key, old }: IssuedKey & { old?: KeyRow },
): Response {
  const origin = dependencies.config.base_url.replace(/\/$/, '') || request.url.origin;
  return page(request, {
    title: 'A new key',
    section: 'keys',
    body: (
      <dialog class="issued" open aria-labelledby="issued-title" data-stays>
        <h1 id="issued-title">
          The key for <bdi>{row.name}</bdi>
        </h1>
        <p>It is shown this once. Store it now: nobody, and nothing here, can show it again.</p>
        <Copyable id="key" label="API key" text={key} />
        {old && (
          <dl class="facts">
            <dt>The new key works until</dt>
            <dd>
              <Moment ms={row.expiresAt} empty="it is revoked" />
            </dd>
            <dt>
              The old one, {old.prefix}…{old.lastFour}, works until
            </dt>
            <dd>
              <Moment ms={old.expiresAt} />
            </dd>
          </dl>
        )}
        <Copyable id="curl" label="A first request" text={curlLine(origin, row.scope, key)} />
        <p>
          <a class="button primary" href={`/operator/keys/${row.id}`}>
            I stored it
          </a>
        </p>
      </dialog>
    ),
  });
}

function Copyable({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <div class="copyable">
      <div class="copy-head">
        <h2 id={`${id}-label`}>{label}</h2>
        <button type="button" class="copy" data-copies={id} hidden>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them. */}
      <section class="scroll" tabIndex={0} aria-labelledby={`${id}-label`}>
        <pre id={id}>{text}</pre>
      </section>
    </div>
  );
}
