/** Checks that certificates are kept: in the database, and in a backup (16 CFR 1110.17: five years at least). */
import { DamagedBytes } from '../../adapters/faults.ts';
import {
  type BackedUpCertificates,
  backupAt,
  lastBackup,
  readBackedUpCertificates,
} from '../../adapters/sqlite/backup-certificates.ts';
import { type Config, databasePath } from '../../config.ts';
import type { CertificateRecord, CertificateStore } from '../../domain/certificate-store.ts';
import { type Clock, DAY_MS } from '../../domain/clock.ts';
import type { Storage } from '../../domain/storage.ts';
import { failed, type Outcome, ok, skipped, warning } from './check-result.ts';

const PAGE = 500;
/** Ids that a message names. */
const NAMED_MAX = 3;
/** A certificate gets its time before it is drawn and stored, so a backup may lack one that looks a little older. */
const DRAWING_MS = 60_000;
/** Certificates that are in no backup for longer than this are a warning. */
const UNSAVED_MS = 7 * DAY_MS;
const KEEPING = 'docs/operations.md, "Keeping certificates".';

/** @param whole whether to read every PDF and compare it with its SHA-256 */
export async function checkCertificates(storage: Storage | undefined, whole: boolean): Promise<Outcome> {
  if (!storage) return skipped('the database cannot be used');
  const store = storage.certificates;
  const count = await store.countSince(0);
  if (count === 0) return ok('none was made yet');
  const [oldest] = await store.list({ sinceMs: 0, limit: 1 });
  const since = oldest ? `, the oldest of ${dayOf(oldest.issuedAtMs)}` : '';
  const text = `${countText(count)}${since}`;
  if (!whole) return ok(`${text}; their PDFs were not read`);
  const lost: string[] = [];
  let revoked = 0;
  let seen = 0;
  for await (const { gccId, revokedAtMs } of allCertificates(store)) {
    seen++;
    if (revokedAtMs !== undefined) revoked++;
    if (!(await isWhole(store, gccId))) lost.push(gccId);
  }
  // One without its PDF is in no list. Some may have been made meanwhile.
  const withoutPdf = Math.max(0, count - seen);
  if (lost.length > 0 || withoutPdf > 0) {
    const which = lost.length > 0 ? `: ${named(lost)}` : '';
    return failed(
      `${text}; ${lost.length + withoutPdf} of them have no PDF, or another one than their SHA-256 says${which}`,
      `Restore them from a backup: ${KEEPING}`,
    );
  }
  return ok(`${text}, ${revoked} of them revoked or superseded; every PDF has its SHA-256`);
}

/** Whether the PDF is there and has its SHA-256: the store compares them. */
async function isWhole(store: CertificateStore, gccId: string): Promise<boolean> {
  try {
    return (await store.pdf(gccId)) !== undefined;
  } catch (error) {
    if (error instanceof DamagedBytes) return false;
    throw error;
  }
}

/** @param path a backup, or a folder of them; without it only what this machine remembers of its last backup is checked */
export async function checkBackup(
  config: Config,
  storage: Storage | undefined,
  clock: Clock,
  path: string | undefined,
): Promise<Outcome> {
  if (config.database_url) {
    return skipped('the data is in PostgreSQL, whose backups are not read here; keep them five years');
  }
  if (!storage) return skipped('the database cannot be used');
  const database = databasePath(config);
  if (path !== undefined)
    return compare(storage.certificates, readBackedUpCertificates(backupAt(path), database), clock);
  const store = storage.certificates;
  const last = lastBackup(database);
  const unsaved = last ? await store.countSince(Date.parse(last.made)) : await store.countSince(0);
  const advice = `Make one, keep it on another machine, and check it with \`portside doctor --backup FILE\`: ${KEEPING}`;
  if (!last) {
    return unsaved === 0
      ? ok('none is known; no certificate needs one yet')
      : warning(`none is known, so ${countText(unsaved)} may exist only here`, advice);
  }
  const text = `the last one of this machine was made on ${dayOf(Date.parse(last.made))}, with ${countText(last.certificates)}`;
  if (unsaved === 0) return ok(`${text}; none was made since`);
  const [first] = await store.list({ sinceMs: Date.parse(last.made), limit: 1 });
  const since = `${text}; ${countText(unsaved)} since are not in it`;
  return first && clock.now() - first.issuedAtMs > UNSAVED_MS ? warning(since, advice) : ok(since);
}

async function compare(store: CertificateStore, backup: BackedUpCertificates, clock: Clock): Promise<Outcome> {
  const madeMs = Date.parse(backup.made);
  const notInBackup: string[] = [];
  const different: string[] = [];
  const gone = new Map(backup.certificates);
  let newer = 0;
  for await (const { gccId, sha256, issuedAtMs } of allCertificates(store)) {
    const saved = backup.certificates.get(gccId);
    gone.delete(gccId);
    if (saved && saved.sha256 !== sha256) different.push(gccId);
    else if (!saved && issuedAtMs > madeMs - DRAWING_MS) newer++;
    else if (!saved) notInBackup.push(gccId);
  }
  // What is older than five years need not be kept.
  const lost = [...gone].filter(([, { issuedAtMs }]) => clock.now() < keptUntilMs(issuedAtMs)).map(([gccId]) => gccId);
  const text = `${backup.file} of ${dayOf(madeMs)} has ${countText(backup.certificates.size)}`;
  const faults = [
    ...(different.length > 0 ? [`another PDF than the database for ${named(different)}`] : []),
    ...(notInBackup.length > 0 ? [`not ${notInBackup.length} that were made before it: ${named(notInBackup)}`] : []),
  ];
  if (lost.length > 0) {
    return failed(
      `${text}, and the database lacks ${lost.length} of them: ${named(lost)}`,
      `They must be kept five years. Restore them from the backup: ${KEEPING}`,
    );
  }
  if (faults.length > 0) {
    return failed(`${text}, ${faults.join(', and ')}`, `Make another backup, and keep this one too: ${KEEPING}`);
  }
  const all = `${text}, each as it is in the database${newer > 0 ? `; ${countText(newer)} made since are not in it` : ''}`;
  if (!backup.signed)
    return warning(`${all}; the key of this data folder did not sign it`, `Find out who made it: ${KEEPING}`);
  return ok(all);
}

/** Five years after an issue (16 CFR 1110.17). */
function keptUntilMs(issuedAtMs: number): number {
  const issued = Temporal.Instant.fromEpochMilliseconds(issuedAtMs).toZonedDateTimeISO('UTC');
  return issued.add({ years: 5, days: 1 }).epochMilliseconds;
}

async function* allCertificates(store: CertificateStore): AsyncGenerator<CertificateRecord> {
  for (let after: CertificateRecord | undefined; ; ) {
    const page = await store.list({ sinceMs: 0, after, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

function named(ids: readonly string[]): string {
  const more = ids.length > NAMED_MAX ? `, and ${ids.length - NAMED_MAX} more` : '';
  return `${ids.slice(0, NAMED_MAX).join(', ')}${more}`;
}

function countText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'certificate' : 'certificates'}`;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
