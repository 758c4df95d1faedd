/** A scan as lines of JSON: its steps while they happen, and last its report. */
import type { ScanStep } from '../../../domain/scan-step.ts';
import { ERROR_STATUS, errorBody, toPortsideError } from '../../../http/error-response.ts';
import type { CachedScan } from '../../../pixel/scan.ts';

export const STEPS_TYPE = 'application/x-ndjson';

export interface ScanStreamParts {
  contact: string;
  isStorageFault: (error: unknown) => boolean;
  onFault: (error: unknown) => void;
}

/** An empty line keeps proxies and the listener from taking a slow shop for a dead connection. */
const EMPTY_LINE_MS = 10_000;

export function wantsSteps(request: Request): boolean {
  return (request.headers.get('accept') ?? '').split(',').some((type) => type.split(';')[0]!.trim() === STEPS_TYPE);
}

/**
 * The answer begins with the first step, or with the report if there was none. When the reader goes, the scan goes on: others may wait for it.
 *
 * @param headers of the answer. `Age` and `X-Cache` are absent once a step was sent
 * @throws what the scan throws before its first step
 */
export async function streamScan(
  { contact, isStorageFault, onFault }: ScanStreamParts,
  headers: Record<string, unknown>,
  scan: (onStep: (step: ScanStep) => void) => Promise<CachedScan>,
): Promise<ReadableStream<Uint8Array>> {
  const steps: ScanStep[] = [];
  const began = Promise.withResolvers<void>();
  let send = (step: ScanStep): void => {
    steps.push(step);
    began.resolve();
  };
  const done = scan((step) => send(step));
  await Promise.race([began.promise, done]);
  headers['content-type'] = STEPS_TYPE;
  let end = (): void => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      let isOpen = true;
      const write = (line: object | undefined) => {
        if (isOpen) controller.enqueue(encoder.encode(`${line ? JSON.stringify(line) : ''}\n`));
      };
      const beat = setInterval(() => write(undefined), EMPTY_LINE_MS);
      end = () => {
        isOpen = false;
        clearInterval(beat);
      };
      send = (step) => write({ type: 'step', ...step });
      for (const step of steps) send(step);
      done
        .then(
          ({ report }) => write({ type: 'report', report }),
          (error: unknown) => {
            const shown = toPortsideError('', error, () => undefined, isStorageFault);
            if (shown.code === 'internal') onFault(error);
            write({ type: 'error', status: ERROR_STATUS[shown.code], ...errorBody(shown, contact) });
          },
        )
        .finally(() => {
          if (isOpen) controller.close();
          end();
        });
    },
    cancel: () => end(),
  });
}
