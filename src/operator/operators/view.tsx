/** @jsxImportSource preact */
import { OPERATOR_NAME_LENGTH_MAX, type Operator, ROLES, type Role } from '../../domain/operator.ts';
import { Chip, Copyable, Csrf, Field, Notice, TableBox, UtcTime } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

const ROLE_LABELS: Record<Role, string> = {
  reader: 'reader: sees everything, changes nothing',
  issuer: 'issuer: also manages keys and revokes certificates',
  owner: 'owner: also manages operators',
};

const ROLE_TONES: Record<Role, string> = { reader: 'dim', issuer: 'info', owner: 'good' };

interface OperatorsPage {
  operators: readonly Operator[];
  /** Makes what lets one form be sent once. */
  makeFormToken: () => string;
  /** What was sent, to fill the form again. */
  fields: URLSearchParams;
  done?: string;
  /** Why a form was refused. */
  problem?: string;
}

export function operatorsPage(request: OperatorRequest, options: OperatorsPage): Response {
  const { operators, makeFormToken, fields, done, problem } = options;
  return page(request, {
    title: 'Operators',
    section: 'operators',
    status: problem ? 422 : 200,
    body: (
      <>
        <div class="heading">
          <h1>Operators</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {done && <Notice tone="good">{done}</Notice>}
        <TableBox label="Operators">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Role</th>
                <th scope="col" class="wide">
                  Added
                </th>
                <th scope="col" class="wide">
                  Password set
                </th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {operators.map((operator) => (
                <Row key={operator.id} request={request} operator={operator} formToken={makeFormToken()} />
              ))}
            </tbody>
          </table>
        </TableBox>
        <AddForm request={request} fields={fields} formToken={makeFormToken()} />
      </>
    ),
  });
}

interface RowProps {
  request: OperatorRequest;
  operator: Operator;
  formToken: string;
}

function Row({ request, operator, formToken }: RowProps) {
  const { name, role, createdAt, passwordSetAt } = operator;
  const path = `/operator/operators/${name}`;
  const isSelf = request.operator?.id === operator.id;
  return (
    <tr>
      <th scope="row">
        {name} {isSelf && <span class="quiet">(you)</span>}
      </th>
      <td>
        <Chip tone={ROLE_TONES[role]}>{role}</Chip>
      </td>
      <td class="wide">
        <UtcTime ms={createdAt} />
      </td>
      <td class="wide">
        <UtcTime ms={passwordSetAt} />
      </td>
      <td class="actions">
        <details class="confirm change">
          <summary>Role</summary>
          <form method="post" action={`${path}/role`}>
            <Csrf request={request} />
            <Field id={`role-${name}`} label={`Role of ${name}`}>
              <RoleSelect id={`role-${name}`} value={role} />
            </Field>
            <button type="submit">Change the role</button>
          </form>
        </details>
        <details class="confirm change">
          <summary>Password</summary>
          <form method="post" action={`${path}/password`}>
            <Csrf request={request} />
            <input type="hidden" name="once" value={formToken} />
            <p>Makes a new password, which is shown once. The sessions of {name} end.</p>
            <button type="submit" aria-label={`Make a new password for ${name}`}>
              Make a new password
            </button>
          </form>
        </details>
        <details class="confirm">
          <summary>Remove</summary>
          <form method="post" action={`${path}/remove`}>
            <Csrf request={request} />
            <p>
              {name} is signed out at once and cannot sign in again. The audit keeps what {name} did.
            </p>
            <button type="submit" class="danger" aria-label={`Remove ${name} for good`}>
              Remove for good
            </button>
          </form>
        </details>
      </td>
    </tr>
  );
}

interface AddFormProps {
  request: OperatorRequest;
  fields: URLSearchParams;
  formToken: string;
}

function AddForm({ request, fields, formToken }: AddFormProps) {
  return (
    <section class="card" aria-labelledby="add">
      <h2 id="add">Add an operator</h2>
      <form method="post" action="/operator/operators">
        <Csrf request={request} />
        <input type="hidden" name="once" value={formToken} />
        <div class="columns">
          <Field id="name" label="Name" hint="Small letters, digits, dots, dashes and underscores.">
            <input
              id="name"
              name="name"
              value={fields.get('name') ?? ''}
              required
              maxLength={OPERATOR_NAME_LENGTH_MAX}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              aria-describedby="name-hint"
            />
          </Field>
          <Field id="role" label="Role">
            <RoleSelect id="role" value={ROLES.find((role) => role === fields.get('role')) ?? 'reader'} />
          </Field>
        </div>
        <button type="submit" class="primary">
          Add the operator
        </button>
      </form>
    </section>
  );
}

function RoleSelect({ id, value }: { id: string; value: Role }) {
  return (
    <select id={id} name="role">
      {ROLES.map((role) => (
        <option key={role} value={role} selected={role === value}>
          {ROLE_LABELS[role]}
        </option>
      ))}
    </select>
  );
}

/** The only page that shows a password: the answer to the form that made it. Only its hash is stored. */
export function newPasswordPage(
  request: OperatorRequest,
  { name, password }: { name: string; password: string },
): Response {
  return page(request, {
    title: 'A new password',
    section: 'operators',
    body: (
      <dialog class="issued" open aria-labelledby="issued-title" data-stays>
        <h1 id="issued-title">The password for {name}</h1>
        <p>It is shown only this once. Give it to {name}, who can then set another one.</p>
        <Copyable id="password" label="Password" text={password} />
        <p>
          <a class="button primary" href="/operator/operators">
            I stored it
          </a>
        </p>
      </dialog>
    ),
  });
}
