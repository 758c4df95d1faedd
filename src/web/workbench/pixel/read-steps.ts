/** The lines of a scan that is under way, as the API sends them. */
import type { DetailedReport } from '../../../domain/scan-report.ts';
import type { ScanStep } from '../../../domain/scan-step.ts';
import type { errorBody } from '../../../http/error-response.ts';
import { ApiFailure } from '../ask/api-failure.ts';

export type ScanLine = ({ type: 'step' } & ScanStep) | { type: 'report'; report: DetailedReport } | undefined;

/** Undefined stands for an empty line. @throws ApiFailure if there is no report, also when the stream ends without one */
export async function* scanLines(answer: Response): AsyncGenerator<ScanLine> {
  const requestId = answer.headers.get('x-request-id') ?? '';
  let rest = '';
  for await (const text of answer.body!.pipeThrough(
    new TextDecoderStream() as never,
  ) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const told = line === '' ? undefined : JSON.parse(line);
      if (told?.type === 'error') throw failureOf(told, requestId);
      yield told;
      if (told?.type === 'report') return;
    }
  }
  throw new ApiFailure(500, 'internal', 'The scan ended without a report.', requestId);
}

type ErrorLine = { status: number } & ReturnType<typeof errorBody>;

function failureOf({ status, error, message, details }: ErrorLine, requestId: string): ApiFailure {
  return new ApiFailure(status, error, message, requestId, details);
}
