/** @jsxImportSource preact */
import { ButtonLink, Empty, Heading, Pages, Status, Table, Time } from '../shell/elements.tsx';
import { Button, SelectField, TextField } from '../shell/fields.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { CERTIFICATE_STYLE } from './assets.ts';
import { type CertificateList, FILINGS, STATES, STATUSES } from './certificate-data.ts';

export const FILTERS = ['product', 'sku', 'status', 'from', 'to', 'cursor'] as const;
export type ListFilters = Partial<Record<(typeof FILTERS)[number], string>>;

type ListProps = CertificateList & { filters: ListFilters };

export function listPage(request: SignedInRequest, { filters, certificates, next_cursor }: ListProps): Response {
  const { cursor, ...others } = filters;
  const query = (more: Record<string, string> = {}) => {
    const text = new URLSearchParams({ ...others, ...more }).toString();
    return `/work/certificates${text && `?${text}`}`;
  };
  const isFiltered = Object.keys(others).length > 0;
  return page(request, {
    title: 'Certificates',
    section: 'certificates',
    styles: [CERTIFICATE_STYLE],
    body: (
      <>
        <Heading
          title="Certificates"
          lead="General Certificates of Conformity that this key has issued: what each states, and whether it is in effect and filed."
        >
          <ButtonLink primary href="/work/certificates/new">
            New certificate
          </ButtonLink>
          <ButtonLink href="/work/certificates/batches">From a sheet</ButtonLink>
          <ButtonLink href="/work/certificates/parties">Parties</ButtonLink>
        </Heading>
        <form method="get" action="/work/certificates" class="filters" aria-label="Filter">
          <TextField id="product" type="search" label="Product" value={filters.product} maxLength={200} />
          <TextField id="sku" label="SKU" value={filters.sku} maxLength={200} />
          <SelectField
            id="status"
            label="Status"
            value={filters.status}
            options={[['', 'All'], ...Object.entries(STATUSES).map(([name, { text }]) => [name, text] as const)]}
          />
          <TextField id="from" type="date" label="Issued from" value={filters.from} />
          <TextField id="to" type="date" label="to" value={filters.to} />
          <Button>Show</Button>
        </form>
        {certificates.length === 0 && (
          <Empty title={isFiltered ? 'No certificate fits' : 'No certificates yet'}>
            {isFiltered ? (
              <a href="/work/certificates">Show all</a>
            ) : (
              <p>Fill the form, or send a sheet with a line for each product.</p>
            )}
          </Empty>
        )}
        {certificates.length > 0 && (
          <Table label="Certificates" stacked>
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col">States</th>
                <th scope="col">Status</th>
                <th scope="col">Registry</th>
                <th scope="col">Issued</th>
              </tr>
            </thead>
            <tbody>
              {certificates.map(({ id, product, state, status, filing, issued_at }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={`/work/certificates/${id}`}>{product.name}</a>
                    <span class="under">{[product.model, product.sku].filter(Boolean).join(' · ')}</span>
                  </th>
                  <td data-label="States">
                    <Status tone={STATES[state].tone}>{STATES[state].text}</Status>
                  </td>
                  <td data-label="Status">
                    <Status tone={STATUSES[status].tone}>{STATUSES[status].text}</Status>
                  </td>
                  <td data-label="Registry">
                    <Status tone={FILINGS[filing].tone}>{FILINGS[filing].text}</Status>
                  </td>
                  <td data-label="Issued">
                    <Time at={issued_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        <Pages
          label="Pages of certificates"
          first={cursor ? query() : undefined}
          next={next_cursor ? query({ cursor: next_cursor }) : undefined}
        />
      </>
    ),
  });
}
