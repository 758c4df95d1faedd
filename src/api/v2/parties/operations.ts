/** The operations on parties, as the document describes them. `routes.ts` answers them. */
import { V1_ERRORS } from '../../../http/openapi/operation.ts';
import type { V2Operation } from '../operation.ts';
import { READ_ERRORS } from '../watches/operations.ts';
import { DeletedParty, Party, PartyList, PartyParams, PartyQuery, PartyRequest } from './schema.ts';

const COLLECTION = '/api/v2/entry/parties';
const ONE = `${COLLECTION}/{alternate_id}`;
const product = 'entry';
const tag = 'entry';

export const LIST = {
  path: COLLECTION,
  method: 'get',
  product,
  query: PartyQuery,
  text: {
    operationId: 'listParties',
    tag,
    summary: 'List parties',
    description:
      'The certifiers, manufacturers, laboratories and keepers of records that this key keeps, or a key it was rotated from or ' +
      'to, the newest first.',
    answer: { description: 'A page of parties.', schema: PartyList },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: { laboratories: { summary: 'Laboratories', parameters: { role: 'testing_lab' } } },
  },
} as const satisfies V2Operation;

export const READ = {
  path: ONE,
  method: 'get',
  product,
  params: PartyParams,
  text: {
    operationId: 'readParty',
    tag,
    summary: 'Read a party',
    description: 'What is kept of it.',
    answer: { description: 'The party.', schema: Party },
    errors: [...READ_ERRORS, 'not_found'],
  },
} as const satisfies V2Operation;

export const PUT = {
  path: ONE,
  method: 'put',
  product,
  params: PartyParams,
  body: PartyRequest,
  text: {
    operationId: 'putParty',
    tag,
    summary: 'Keep a party',
    description:
      'Adds the party, or replaces all that is kept of it. Texts are cleaned as those of a certificate. Certificates that were ' +
      'made before stay as they are. 409 if there are too many.',
    answer: { description: 'The party as it is kept.', schema: Party },
    errors: [...V1_ERRORS, 'conflict'],
    examples: {
      factory: {
        summary: 'A manufacturer',
        body: {
          roles: ['manufacturer'],
          name: 'Shenzhen Helmet Works Co., Ltd.',
          address_parts: { line1: '12 Gongye Road', city: 'Shenzhen', postal_code: '518000', country: 'CN' },
          email: 'quality@helmets.example',
          phone: '+86 755 5550 100',
        },
      },
    },
  },
} as const satisfies V2Operation;

export const DELETE = {
  path: ONE,
  method: 'delete',
  product,
  params: PartyParams,
  text: {
    operationId: 'deleteParty',
    tag,
    summary: 'Delete a party',
    description: 'It is offered no more. Certificates that state it stay as they are.',
    answer: { description: 'It is gone.', schema: DeletedParty },
    errors: [...READ_ERRORS, 'not_found', 'payload_too_large', 'unsupported_media_type'],
  },
} as const satisfies V2Operation;

export const PARTY_OPERATIONS = [LIST, READ, PUT, DELETE] as const;
