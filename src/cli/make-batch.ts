/** Makes the certificates of a batch into a folder. Whatever ends it, the same command with `--resume` goes on. */
import type { Storage } from '../domain/storage.ts';
import type { AcceptedBatch } from '../entry/batch/accept-batch.ts';
import { type LineOutcome, type MakeParts, makeLine } from '../entry/batch/make-line.ts';
import type { PreparedLine } from '../entry/batch/prepare-line.ts';
import { batchLineKey } from '../entry/issue/certificate-issuer.ts';
import { unpackRows } from '../spreadsheet/row-chunk.ts';
import { type BatchFolder, type BatchInput, type BatchManifest, pdfName } from './batch-folder.ts';
import { CommandError } from './command-error.ts';
import { say } from './output.ts';

/** A line, and the PDF that it has or would have. */
export interface DoneLine extends LineOutcome {
  file: string;
}

export function linesOf({ chunks }: AcceptedBatch): PreparedLine[] {
  return chunks.flatMap(({ input }) => unpackRows<PreparedLine>(input));
}

/**
 * The id of the batch to make or to go on with. Its manifest is in the folder then.
 * @throws CommandError when the folder holds another batch, or another state of this one than was asked for
 */
export async function beginBatch(
  folder: BatchFolder,
  input: BatchInput,
  lines: readonly PreparedLine[],
  { certificates }: Pick<Storage, 'certificates'>,
  { resume, nowMs }: { resume: boolean; nowMs: number },
): Promise<string> {
  const manifest = folder.manifest();
  if (manifest && !resume) {
    throw new CommandError(
      `${folder.path} holds the batch of ${manifest.file}. Go on with it by --resume, or name another folder.`,
    );
  }
  if (!manifest && !folder.isEmpty) {
    throw new CommandError(`${folder.path} is not empty, and holds no batch. Name another folder.`);
  }
  if (manifest) requireSame(manifest, input);
  const batch = manifest?.batch ?? folder.idOf(input);
  const linesMax = lines.at(-1)!.line;
  let made = 0;
  for (const { line, sku } of lines) {
    const { lineage, idempotencyKey } = batchLineKey({ batch, line });
    if (await certificates.recall(lineage, idempotencyKey, nowMs)) made++;
    else if (folder.has(pdfName(line, sku, linesMax))) {
      throw new CommandError(
        `${folder.path} has the PDF of line ${line}, and the database has no certificate of it. Another database made this ` +
          'batch: name its folder with --data-dir, or name another folder for the batch.',
      );
    }
  }
  if (made > 0 && !resume) {
    throw new CommandError(
      `${made} certificates of this sheet were made into ${folder.path} before, and the files are gone. Write them again with ` +
        '--resume, or name another folder to make new certificates.',
    );
  }
  if (resume) {
    if (made > 0) say(`${made} certificates are made already.`);
    else say(`No certificate of this sheet was made into ${folder.path} yet. This begins the batch.`);
  }
  folder.writeManifest({ ...input, batch, state: 'running' });
  return batch;
}

/** What each line came to, in order. @throws CommandError that says how to go on */
export async function makeBatch(
  lines: readonly PreparedLine[],
  parts: MakeParts,
  { folder, storage, atOnce }: { folder: BatchFolder; storage: Storage; atOnce: number },
  onDone: (done: number) => void,
): Promise<DoneLine[]> {
  const done: DoneLine[] = Array(lines.length);
  const linesMax = lines.at(-1)!.line;
  let next = 0;
  let count = 0;
  let stopped = false;
  const work = async (): Promise<void> => {
    while (!stopped && next < lines.length) {
      const at = next++;
      const outcome = await makeLine(lines[at]!, parts);
      const file = outcome.certificate ? pdfName(outcome.line, outcome.sku, linesMax) : '';
      if (outcome.certificate && folder.sha256(file) !== outcome.certificate.sha256) {
        folder.put(file, (await storage.certificates.pdf(outcome.certificate.id))!);
      }
      done[at] = { ...outcome, file };
      onDone(++count);
    }
  };
  const working = Array.from({ length: atOnce }, () =>
    work().catch((error) => {
      stopped = true;
      throw error;
    }),
  );
  const ends = await Promise.allSettled(working);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return done;
}

/** @throws CommandError that names what has changed since the batch began */
function requireSame(manifest: BatchManifest, input: BatchInput): void {
  const change =
    manifest.sha256 !== input.sha256
      ? `${input.file} is not the file that the batch began with (SHA-256 ${manifest.sha256})`
      : manifest.sheet !== input.sheet
        ? `The batch began with ${manifest.sheet === undefined ? 'no --sheet' : `--sheet "${manifest.sheet}"`}`
        : manifest.base_url !== input.base_url
          ? `The batch began with --base-url ${manifest.base_url}`
          : JSON.stringify(manifest.defaults) !== JSON.stringify(input.defaults)
            ? 'The batch began with other values of --default'
            : undefined;
  if (change === undefined) return;
  throw new CommandError(
    `${change}. Nothing was made. A batch goes on only with what it began with; name another folder for a new batch.`,
  );
}
