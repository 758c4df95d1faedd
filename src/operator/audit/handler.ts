import type { OperatorDependencies } from '../dependencies.ts';
import { type OperatorRequest, queryNumber, queryText, queryWord } from '../operator-request.ts';
import { auditPage } from './view.tsx';

const ROWS_PER_PAGE = 100;
/** How the names of actions begin. */
const KINDS = ['key.', 'operator.', 'password.', 'certificate.', 'tariff.'] as const;

export async function searchAudit({ storage }: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const text = queryText(request, 'q');
  const action = queryWord(request, 'action', KINDS) ?? '';
  const before = queryNumber(request, 'before', 0, Number.MAX_SAFE_INTEGER) || undefined;
  // One more row than a page shows tells whether there is a next page.
  const found = await storage.audit.search({ text, action, before, limit: ROWS_PER_PAGE + 1 });
  const rows = found.slice(0, ROWS_PER_PAGE);
  return auditPage(request, {
    text,
    action,
    kinds: KINDS,
    rows,
    isFirst: before === undefined,
    isLast: found.length === rows.length,
  });
}
