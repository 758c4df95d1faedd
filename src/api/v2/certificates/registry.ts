/** `GET /api/v2/entry/certificates/{id}/registry`: a certificate as the CPSC Product Registry imports it. */
import type { GccRequest } from '../../../domain/certificate.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { citationCodes } from '../../../entry/registry/citation-codes.ts';
import { importedCodes } from '../../../entry/registry/code-table.ts';
import { CANNOT_BE_FILED, detailOf, requireActive } from '../../../entry/registry/filer.ts';
import { loadHistory } from '../../../entry/registry/load-history.ts';
import { draftEnvelope } from '../../../entry/registry/registry-envelope.ts';
import { requireCaller } from '../../../http/caller.ts';
import { operation } from '../../../http/operation.ts';
import { pointerList } from '../../../http/pointer-list.ts';
import type { EntryParts } from '../../certificate-links.ts';
import { requireOwned } from './owned.ts';
import { RegistryEnvelope } from './registry-schema.ts';
import { CERTIFICATE_PATH, ONE_ERRORS } from './routes.ts';
import { CertificateParams } from './schema.ts';

export const REGISTRY = operation({
  path: `${CERTIFICATE_PATH}/registry`,
  method: 'get',
  product: 'entry',
  params: CertificateParams,
  text: {
    operationId: 'readRegistryEnvelope',
    tag: 'entry',
    summary: 'Get the registry record of a certificate',
    description:
      'The import envelope of the CPSC Product Registry, as far as public clients show its format: CPSC’s own specification was ' +
      'not read. Nothing is sent and nothing is certified. A certificate that cannot be filed is a 409, whose `details` name ' +
      'everything that is missing. Nothing is cut to fit.',
    answer: {
      description: 'The envelope.',
      schema: RegistryEnvelope,
      headers: ['X-Inferred-Citation-Codes', 'X-Left-Out'],
    },
    errors: [...ONE_ERRORS, 'conflict'],
  },
  handler:
    (parts: EntryParts) =>
    async ({ caller, params, set }) => {
      const { filings, registryAccount, clock } = parts;
      const record = await requireOwned(parts, requireCaller(caller).lineageId, params.id);
      requireActive(record);
      const certificates = [{ gccId: record.gccId, request: JSON.parse(record.requestJson) as GccRequest }];
      const codes = citationCodes(importedCodes(await filings.codes()));
      const history = await loadHistory(filings, registryAccount, certificates);
      const { drafts, envelope } = draftEnvelope(certificates, history, codes, clock.now());
      const { gaps, inferredCodes, leftOut } = drafts[0]!;
      if (!envelope) throw new PortsideError('conflict', { message: CANNOT_BE_FILED, details: gaps.map(detailOf) });
      if (inferredCodes.length > 0) set.headers['x-inferred-citation-codes'] = inferredCodes.join(', ');
      if (leftOut.length > 0) set.headers['x-left-out'] = pointerList(leftOut.map(({ field }) => field));
      return envelope;
    },
});
