/** @jsxImportSource preact */
/** The parties that are kept: a list, and the form of one. */
import type { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Card, Empty, Heading, Notice, Table, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, CheckField, Csrf, SelectField, TextField } from '../shell/fields.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { CERTIFICATE_STYLE } from './assets.ts';
import type { KeptParty } from './kept-parties.ts';
import { PARTY_FIELDS, type PartyForm, ROLE_TEXTS } from './party-form.ts';

const PARTIES = '/work/certificates/parties';
export const partyPage = (alternateId: string) => `${PARTIES}/one?id=${encodeURIComponent(alternateId)}`;

const layout = { section: 'certificates', styles: [CERTIFICATE_STYLE] } as const;

interface ListProps {
  parties: readonly KeptParty[];
  isRemoved: boolean;
}

export function partiesPage(request: SignedInRequest, { parties, isRemoved }: ListProps): Response {
  return page(request, {
    ...layout,
    title: 'Parties',
    body: (
      <>
        <Heading
          title="Parties"
          up={{ href: '/work/certificates', text: 'Certificates' }}
          lead="Certifiers, manufacturers, laboratories and keepers of records, kept so that nobody types them again."
        >
          <ButtonLink primary href={`${PARTIES}/new`}>
            New party
          </ButtonLink>
        </Heading>
        {isRemoved && <Notice tone="good">The party is gone. Certificates that state it stay as they are.</Notice>}
        {parties.length === 0 ? (
          <Empty title="No parties yet">
            <p>Add one here, or choose “Keep for later certificates” in the form of a certificate.</p>
          </Empty>
        ) : (
          <PartyTable parties={parties} />
        )}
      </>
    ),
  });
}

function PartyTable({ parties }: { parties: readonly KeptParty[] }) {
  return (
    <Table label="Parties" stacked>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Used as</th>
          <th scope="col">Place</th>
          <th scope="col">E-mail</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {parties.map(({ alternate_id, name, roles, address_parts: parts, address, email, updated_at }) => (
          <tr key={alternate_id}>
            <th scope="row">
              <a href={partyPage(alternate_id)}>{name}</a>
              <span class="under">{alternate_id}</span>
            </th>
            <td data-label="Used as">{roles.map((role) => ROLE_TEXTS[role as keyof typeof ROLE_TEXTS]).join(', ')}</td>
            <td data-label="Place">{parts ? [parts.city, parts.country].join(', ') : (address ?? 'not stated')}</td>
            <td data-label="E-mail">{email ?? 'not stated'}</td>
            <td data-label="Changed">
              <Time at={updated_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface OneProps {
  form: PartyForm;
  /** Absent for a new one. */
  id?: string | undefined;
  isSaved?: boolean;
  failure?: ApiFailure | undefined;
}

export function onePartyPage(request: SignedInRequest, { form, id, isSaved, failure }: OneProps): Response {
  const errorOf = (name: string) =>
    failure?.details
      .filter(({ path }) => path === `/${name.replaceAll('.', '/')}` || (name === 'roles' && path.startsWith('/roles')))
      .map(({ message }) => message)
      .join(' ') || undefined;
  return page(request, {
    ...layout,
    title: id ?? 'New party',
    status: failure?.status ?? 200,
    isError: failure !== undefined,
    body: (
      <>
        <Heading
          title={id === undefined ? 'New party' : form.values.name || id}
          up={{ href: PARTIES, text: 'Parties' }}
          lead="Certificates copy it: those that were issued do not change when the party does."
        />
        {isSaved && <Notice tone="good">The party is kept as it stands here.</Notice>}
        {failure && <FailureNotice request={request} failure={failure} />}
        <form
          method="post"
          action={id === undefined ? `${PARTIES}/new` : partyPage(id)}
          data-draft={`party ${id ?? ''}`}
          data-returned={failure ? '' : undefined}
        >
          <Csrf request={request} />
          <Card>
            {id === undefined ? (
              <div class="fields">
                <TextField
                  id="alternate_id"
                  label="Key"
                  hint="Your own, such as FACTORY-12. It is the number of the party in the registry too."
                  error={errorOf('alternate_id')}
                  value={form.alternateId}
                  maxLength={50}
                  required
                  autoComplete="off"
                />
              </div>
            ) : (
              <p>
                Key: <strong>{id}</strong>
              </p>
            )}
            <fieldset class="plain">
              <legend>Used as</legend>
              {errorOf('roles') && <p class="field-error">Choose at least one.</p>}
              <div class="checks">
                {Object.entries(ROLE_TEXTS).map(([role, text]) => (
                  <CheckField
                    key={role}
                    id={`role.${role}`}
                    label={text}
                    checked={form.roles.includes(role as keyof typeof ROLE_TEXTS)}
                  />
                ))}
              </div>
            </fieldset>
            <div class="fields">
              {PARTY_FIELDS.map(({ name, label, type = 'text', hint }) =>
                typeof type === 'string' ? (
                  <TextField
                    key={name}
                    id={name}
                    type={type === 'email' ? 'email' : 'text'}
                    label={label}
                    hint={hint}
                    error={errorOf(name)}
                    value={form.values[name] ?? ''}
                    autoComplete="off"
                  />
                ) : (
                  <SelectField
                    key={name}
                    id={name}
                    label={label}
                    hint={hint}
                    error={errorOf(name)}
                    value={form.values[name] ?? ''}
                    options={type}
                  />
                ),
              )}
            </div>
            <p>
              <Button primary>Keep the party</Button>
            </p>
          </Card>
        </form>
        {id !== undefined && (
          <form method="post" action={`${PARTIES}/removal`} class="removal">
            <Csrf request={request} />
            <input type="hidden" name="id" value={id} />
            <Button danger>Delete the party</Button>
          </form>
        )}
      </>
    ),
  });
}
