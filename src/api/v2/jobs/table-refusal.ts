/** A table that cannot be read, as an error of the API: the whole upload is refused, and the answer says where and what was expected. */
import { PortsideError } from '../../../domain/errors.ts';
import type { TableRefused } from '../../../spreadsheet/table-refused.ts';

/** The pointer goes into the table: `/12/C` is line 12, column C. */
export function tableRefusal({ message, fault }: Pick<TableRefused, 'message' | 'fault'>): PortsideError {
  const { part, line, column, reason } = fault;
  const steps = [part, line, column].filter((step) => step !== undefined);
  const path = steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return new PortsideError('invalid_request', { message, details: [{ path, message: reason }] });
}
