import { certificateStatus } from '../../domain/certificate-life.ts';
import type { CertificateRecord, CertificateStore } from '../../domain/certificate-store.ts';
import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedTasks, type TaskBudget, TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { SigningCertificateStore } from '../../domain/signing-certificate-store.ts';
import type { PdfSignature } from './pdf-signature.ts';

/** What the signature in a file says. `isOurs`: its certificate signs, or once signed, the certificates on record here. */
export type FileSignature =
  | Extract<PdfSignature, { kind: 'none' | 'broken' }>
  | (Exclude<PdfSignature, { kind: 'none' | 'broken' }> & { isOurs: boolean });

/** What a PDF file turned out to be. */
export type FileVerdict = { signature: FileSignature } & (
  | { kind: 'genuine'; record: CertificateRecord }
  /** The file names a stored certificate, but its bytes differ from it. */
  | { kind: 'altered'; record: CertificateRecord }
  | { kind: 'unknown' }
);

export interface VerifyStorage {
  certificates: Pick<CertificateStore, 'findBySha256' | 'get'>;
  signingCertificates: Pick<SigningCertificateStore, 'list'>;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FILE_BUDGET: TaskBudget = {
  cpuMs: 5000,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 4096,
  wallMs: 60_000,
};

/**
 * Which certificate a PDF file is: found by its SHA-256, otherwise by a certificate id in its uncompressed text. The id alone
 * proves nothing, so such a file counts as altered. The file may be anybody's, so its text and its signature are read by `work`.
 * @throws PortsideError `invalid_request` if the file cannot be searched within the limits
 */
export async function verifyFile(pdf: Uint8Array, storage: VerifyStorage, tasks: IsolatedTasks): Promise<FileVerdict> {
  const signature = await signatureIn(pdf, storage, tasks);
  const record = await storage.certificates.findBySha256(sha256Hex(pdf));
  if (record) return { kind: 'genuine', record, signature };
  const ids = (await inspect('ids', pdf, tasks)).split('\n').filter((id) => ID.test(id));
  for (const gccId of ids) {
    const claimed = await storage.certificates.get(gccId);
    if (claimed) return { kind: 'altered', record: claimed, signature };
  }
  return { kind: 'unknown', signature };
}

/**
 * Why nobody should rely on the file, in one sentence; undefined if there is no reason. A certificate from before there were
 * signatures has none.
 */
export function fileFault(verdict: FileVerdict): string | undefined {
  if (verdict.kind !== 'genuine') return 'The file is not the certificate on record.';
  const { record, signature } = verdict;
  const status = certificateStatus(record);
  if (status === 'superseded') return `The certificate was superseded by ${record.successorId}. Do not rely on it.`;
  if (status === 'revoked') return 'The certificate was revoked. Do not rely on it.';
  if (signature.kind === 'broken') return 'The signature in the file is broken.';
  if (signature.kind === 'signed_again') return 'The file was signed again. What was added was not checked.';
  if (signature.kind === 'intact' && !signature.isOurs) return 'The file was signed by somebody else.';
  if (signature.kind === 'none' && record.signer !== undefined) return 'The signature on record is not in the file.';
  return undefined;
}

async function signatureIn(pdf: Uint8Array, storage: VerifyStorage, tasks: IsolatedTasks): Promise<FileSignature> {
  const signature = JSON.parse(await inspect('signature', pdf, tasks)) as PdfSignature;
  if (signature.kind === 'none' || signature.kind === 'broken') return signature;
  const { signer } = signature;
  const known = await storage.signingCertificates.list();
  return { ...signature, isOurs: known.some(({ fingerprint }) => fingerprint === signer.fingerprint) };
}

async function inspect(task: 'ids' | 'signature', pdf: Uint8Array, tasks: IsolatedTasks): Promise<string> {
  try {
    return (await tasks.run({ task, input: {}, attachments: [pdf], budget: FILE_BUDGET, owners: ['file'] })).text;
  } catch (error) {
    if (!(error instanceof TaskOverrun || error instanceof TaskFault)) throw error;
    const message = 'The file cannot be searched within the limits.';
    throw new PortsideError('invalid_request', { message, cause: error });
  }
}
