/** The operations on the account of a key, as the document describes them. `routes.ts` answers them. */
import { V1_ERRORS } from '../../../http/openapi/operation.ts';
import type { V2Operation } from '../operation.ts';
import { READ_ERRORS } from '../watches/operations.ts';
import { Account, RotatedKey, RotationHeaders, RotationRequest } from './schema.ts';

const common = { product: 'tariff', anyScope: true } as const;
const tag = 'account';

export const READ = {
  ...common,
  path: '/api/v2/account',
  method: 'get',
  text: {
    operationId: 'readAccount',
    tag,
    summary: 'Read what your key may use and has used',
    description:
      'The key, its limits, its requests of the last 90 days, its resources and its open jobs. A key of any scope may ask. ' +
      'The request itself is counted.',
    answer: { description: 'The account.', schema: Account },
    errors: [...READ_ERRORS, 'invalid_request'],
  },
} as const satisfies V2Operation;

export const ROTATE = {
  ...common,
  path: '/api/v2/account/rotation',
  method: 'post',
  headers: RotationHeaders,
  body: RotationRequest,
  text: {
    operationId: 'rotateOwnKey',
    tag,
    summary: 'Rotate the key that asks',
    description:
      'Makes a successor with the same scope, limits, networks and expiry, and shows it once. The old key works until the ' +
      'overlap ends. 409 if the operator does not allow it, or if the key has a successor already.',
    answer: { status: 201, description: 'The new key.', schema: RotatedKey },
    errors: [...V1_ERRORS, 'conflict'],
    examples: { a_day: { summary: 'The old key works for another day', body: { overlap_hours: 24 } } },
  },
} as const satisfies V2Operation;

export const ACCOUNT_OPERATIONS = [READ, ROTATE] as const;
