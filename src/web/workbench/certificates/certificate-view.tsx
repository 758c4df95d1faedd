/** @jsxImportSource preact */
import { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Card, Copyable, Facts, Heading, Notice, Status, Table, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf, SelectField, TextField } from '../shell/fields.tsx';
import { formatBytes } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { CERTIFICATE_STYLE } from './assets.ts';
import {
  type Certificate,
  type CertificateList,
  FILINGS,
  type Filings,
  type Link,
  STATES,
  STATUSES,
} from './certificate-data.ts';
import { SECTIONS } from './form-fields.ts';
import { fieldOf } from './request-of-form.ts';

/** A certificate that can replace another. */
export type Successor = CertificateList['certificates'][number] & { isSameProduct: boolean };

export interface CertificateView {
  certificate: Certificate;
  successors: readonly Successor[];
  /** It is about to end: what is asked first. */
  ending?: { successor?: Successor; confirm: string } | undefined;
  filings: Filings | ApiFailure;
  /** A fresh one, which is shown once. */
  link?: Link | undefined;
  failure?: ApiFailure | undefined;
}

interface Props {
  request: SignedInRequest;
  view: CertificateView;
}

export function certificatePage(request: SignedInRequest, view: CertificateView): Response {
  const { certificate, failure, link } = view;
  const { id, product, status } = certificate;
  const address = `/work/certificates/${id}`;
  return page(request, {
    title: product.name,
    section: 'certificates',
    styles: [CERTIFICATE_STYLE],
    status: failure?.status ?? 200,
    isError: failure !== undefined,
    body: (
      <>
        <Heading
          title={product.name}
          up={{ href: '/work/certificates', text: 'Certificates' }}
          lead={<span class="mono">{id}</span>}
        >
          <ButtonLink primary href={`${address}/pdf`}>
            Download PDF
          </ButtonLink>
          <ButtonLink href={`/work/certificates/new?from=${id}`}>Duplicate</ButtonLink>
          <form method="post" action={`${address}/links`}>
            <Csrf request={request} />
            <Button>Make a link</Button>
          </form>
        </Heading>
        {request.url.searchParams.has('issued') && <Notice tone="good">The certificate is issued.</Notice>}
        {failure && <FailureNotice request={request} failure={failure} />}
        {link && (
          <Card id="link-title" title="Link">
            <Copyable id="link" label="Address of the PDF" text={link.gcc_pdf_url} />
            <p class="hint">
              Whoever has this address can read the PDF until <Time at={link.gcc_pdf_url_expires_at} />.
            </p>
          </Card>
        )}
        <div class="columns">
          <FactsCard view={view} />
          <LacksCard view={view} />
        </div>
        <PublicCard request={request} view={view} />
        <RegistryCard request={request} view={view} />
        {status === 'active' && <EndCard request={request} view={view} />}
      </>
    ),
  });
}

function FactsCard({ view: { certificate } }: { view: CertificateView }) {
  const {
    state,
    status,
    issued_at,
    product,
    sha256,
    pdf_bytes,
    verify_url,
    revoked_at,
    revocation_reason,
    successor_id,
  } = certificate;
  return (
    <Card id="facts-title" title="Certificate">
      <Facts
        facts={[
          [
            'Status',
            <Status key="s" tone={STATUSES[status].tone}>
              {STATUSES[status].text}
            </Status>,
          ],
          ...(revoked_at ? ([['Ended', <Time key="r" at={revoked_at} />]] as const) : []),
          ...(revocation_reason ? ([['Reason', revocation_reason]] as const) : []),
          ...(successor_id
            ? ([
                [
                  'Superseded by',
                  <a key="n" class="mono" href={`/work/certificates/${successor_id}`}>
                    {successor_id}
                  </a>,
                ],
              ] as const)
            : []),
          [
            'States',
            <Status key="t" tone={STATES[state].tone}>
              {STATES[state].text}
            </Status>,
          ],
          ['Issued', <Time key="i" at={issued_at} />],
          ...(product.model ? ([['Model', product.model]] as const) : []),
          ...(product.sku ? ([['SKU', product.sku]] as const) : []),
          ['PDF', formatBytes(pdf_bytes)],
          [
            'SHA-256',
            <code key="h" class="hash">
              {sha256}
            </code>,
          ],
          [
            'Verify',
            <a key="v" class="hash" href={verify_url}>
              {verify_url}
            </a>,
          ],
        ]}
      />
    </Card>
  );
}

function LacksCard({ view: { certificate } }: { view: CertificateView }) {
  const { missing, defects, gaps } = certificate;
  const labelOf = (pointer: string) => gaps.find(({ field }) => field === pointer)?.label ?? pointerText(pointer);
  const forRegistry = gaps.filter((gap) => gap.for === 'registry');
  return (
    <Card id="lacks-title" title="What it lacks">
      {missing.length + defects.length === 0 && (
        <p>
          Every element of 16 CFR 1110.11(a) is stated, and no defect was found in it. Nobody checked whether it is
          true.
        </p>
      )}
      {missing.length > 0 && (
        <>
          <p>
            <strong>Not stated</strong> (16 CFR 1110.11(a)):
          </p>
          <ul>
            {missing.map((pointer) => (
              <li key={pointer}>{elementText(pointer)}</li>
            ))}
          </ul>
        </>
      )}
      {defects.length > 0 && (
        <>
          <p>
            <strong>Defects</strong>
          </p>
          <ul>
            {defects.map((defect) => (
              <li key={JSON.stringify(defect)}>
                <strong>{labelOf(defect.path)}</strong>: {defect.message} <span class="source">{defect.source}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {forRegistry.length > 0 && (
        <details>
          <summary>Missing for the registry alone ({forRegistry.length})</summary>
          <ul>
            {forRegistry.map(({ field, label, column, reason }) => (
              <li key={field + reason}>
                <strong>{label ?? pointerText(field)}</strong>: {reason}
                {column && <span class="under">Column of a sheet: {column}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

/** An element in the words of the form, with the paragraph that asks for it. */
function elementText(pointer: string): string {
  const name = fieldOf(pointer);
  const section = SECTIONS.find(({ fields }) => fields.some((field) => field.name === name));
  if (!section) return pointerText(pointer);
  const field = section.fields.find((each) => pointerOf(each.name) === pointer);
  return `${section.title}${field ? `, ${field.label.toLowerCase()}` : ''}: ${section.source}`;
}

const pointerOf = (name: string) => `/${name.replaceAll('.', '/')}`;

/** `/testing_labs/0/test_place` as words. */
function pointerText(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll('_', ' ')))
    .join(' › ');
}

/** What the registry said, with its number and its name of the field. */
function errorText(error: Filings['filings'][number]['errors'][number]): string {
  return Object.values(error)
    .map((text) => (text.startsWith('/') ? pointerText(text) : text))
    .join(' · ');
}

function RegistryCard({ request, view: { certificate, filings } }: Props) {
  const { id, filing, status } = certificate;
  const address = `/work/certificates/${id}`;
  return (
    <Card
      id="registry-title"
      title="CPSC Product Registry"
      aside={<Status tone={FILINGS[filing].tone}>{FILINGS[filing].text}</Status>}
    >
      {filings instanceof ApiFailure && <p>{filings.message}</p>}
      {!(filings instanceof ApiFailure) && filings.filings.length > 0 && (
        <Table label="Filings" stacked>
          <thead>
            <tr>
              <th scope="col">Sent</th>
              <th scope="col">State</th>
              <th scope="col">Import number</th>
              <th scope="col">What the registry said</th>
            </tr>
          </thead>
          <tbody>
            {filings.filings.map(({ sent_at, state, import_id, errors }) => (
              <tr key={sent_at}>
                <td data-label="Sent">
                  <Time at={sent_at} />
                </td>
                <td data-label="State">
                  <Status tone={FILINGS[state].tone}>{FILINGS[state].text}</Status>
                </td>
                <td data-label="Import number" class="mono">
                  {import_id ?? ''}
                </td>
                <td data-label="What the registry said">{errors.map(errorText).join('; ')}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div class="actions">
        {status === 'active' && filing !== 'accepted' && (
          <form method="post" action={`${address}/filings`}>
            <Csrf request={request} />
            <Button>File it</Button>
          </form>
        )}
        <ButtonLink href={`${address}/registry`}>Download the record</ButtonLink>
        <a href={address}>Refresh</a>
      </div>
    </Card>
  );
}

/** 15 U.S.C. 2063(g)(3): distributors and retailers get a copy. */
function PublicCard({ request, view: { certificate } }: Props) {
  const { id, public_pdf_url: url } = certificate;
  return (
    <Card id="public-title" title="For distributors and retailers">
      {url ? (
        <>
          <Copyable id="public-link" label="Lasting address of the PDF" text={url} />
          <p class="hint">
            Anyone who has this address, or the number of the certificate, can download the PDF without a key.
          </p>
        </>
      ) : (
        <p>
          They must be given a copy (15 U.S.C. 2063(g)(3)). Only you can download the PDF now. You can let anyone who
          has the number of the certificate download it, by an address that lasts, until you switch it off.
        </p>
      )}
      <form method="post" action={`/work/certificates/${id}/public-pdf`}>
        <Csrf request={request} />
        <Button name="public" value={url ? 'off' : 'on'}>
          {url ? 'Switch the public download off' : 'Let anyone download it'}
        </Button>
      </form>
    </Card>
  );
}

function EndCard({ request, view: { certificate, failure, successors, ending } }: Props) {
  const address = `/work/certificates/${certificate.id}`;
  const other = ending?.successor;
  return (
    <Card id="end-title" title="Revoke or supersede">
      <form
        method="post"
        action={`${address}/revocation`}
        data-draft={`revoke-${certificate.id}`}
        data-returned={failure || ending ? '' : undefined}
      >
        <Csrf request={request} />
        {ending && (
          <Notice tone="bad">
            <strong>
              {other ? 'Supersede this certificate?' : 'Revoke this certificate?'} It cannot be undone, and nothing
              happened yet.
            </strong>
            {other && (
              <p>
                {other.product.name} <span class="mono">{other.id}</span> would replace {certificate.product.name}.
              </p>
            )}
            {other && !other.isSameProduct && (
              <p>
                <strong>It is another product:</strong> neither the SKU nor the model is the same. A retailer who holds
                this certificate would be led to one of another product.
              </p>
            )}
          </Notice>
        )}
        <TextField
          id="reason"
          label="Reason"
          hint="Kept with the certificate, for you and the operator. It is not public."
          required
          maxLength={300}
          value={request.form.get('reason') ?? ''}
        />
        <SelectField
          id="successor_id"
          label="Certificate that supersedes it"
          hint="The same product first. Choose none to revoke it without one."
          value={request.form.get('successor_id') ?? ''}
          options={[
            ['', 'none: revoke it'],
            ...successors.map(({ id, product, issued_at, isSameProduct }) => {
              const names = [product.name, product.sku ?? product.model, `issued ${issued_at.slice(0, 10)}`];
              return [id, `${isSameProduct ? '' : 'Another product: '}${names.filter(Boolean).join(', ')}`] as const;
            }),
          ]}
        />
        <TextField
          id="other_successor"
          label="Or its number"
          hint="Of a certificate that is not in the list"
          maxLength={36}
          class="mono"
          value={request.form.get('other_successor') ?? ''}
        />
        {ending ? (
          <Button danger name="confirmed" value={ending.confirm}>
            {other ? 'Supersede it by another product all the same' : 'Revoke it'}
          </Button>
        ) : (
          <Button danger>End this certificate</Button>
        )}
      </form>
    </Card>
  );
}
