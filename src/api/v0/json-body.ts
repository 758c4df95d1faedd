import { PortsideError } from '../../domain/errors.ts';
import { readBoundedText } from '../../http/bounded-body.ts';
import { BODY_BYTES_MAX, isJson } from '../../http/request-checks.ts';

/**
 * The parsed JSON body of a request, after the same checks as in v1 and in the same order.
 * @throws PortsideError `payload_too_large`, `unsupported_media_type` or `invalid_json`
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length')) > BODY_BYTES_MAX) throw new PortsideError('payload_too_large');
  if (!isJson(request.headers.get('content-type'))) throw new PortsideError('unsupported_media_type');
  const body = await readBoundedText(request, BODY_BYTES_MAX);
  try {
    return JSON.parse(body);
  } catch {
    throw new PortsideError('invalid_json');
  }
}
