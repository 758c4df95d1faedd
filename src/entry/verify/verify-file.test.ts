import { expect, test } from 'bun:test';
import { NOW_MS, recordOf, validBody } from '../../../test/support/certificate-fixtures.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { type FileSignature, type FileVerdict, fileFault, verifyFile } from './verify-file.ts';

const SIGNED = {
  kind: 'intact',
  isOurs: true,
  signer: { name: 'Harbor Signer', fingerprint: 'ab'.repeat(32), notAfterMs: NOW_MS },
  signedAtMs: NOW_MS,
} as const satisfies FileSignature;
const record = recordOf(validBody());
const NONE = { kind: 'none' } as const;

test.each<[verdict: FileVerdict, fault: string | undefined]>([
  [{ kind: 'genuine', record, signature: SIGNED }, undefined],
  // From before there were signatures.
  [{ kind: 'genuine', record, signature: NONE }, undefined],
  [{ kind: 'genuine', record: { ...record, signer: 'ab' }, signature: NONE }, 'not in the file'],
  [{ kind: 'genuine', record, signature: { ...SIGNED, isOurs: false } }, 'somebody else'],
  [{ kind: 'genuine', record, signature: { kind: 'broken', reason: 'r' } }, 'broken'],
  [{ kind: 'genuine', record, signature: { ...SIGNED, kind: 'signed_again' } }, 'signed again'],
  [{ kind: 'altered', record, signature: { ...SIGNED, kind: 'signed_again' } }, 'not the certificate on record'],
  // 0 is a valid time.
  [{ kind: 'genuine', record: { ...record, revokedAtMs: 0 }, signature: SIGNED }, 'was revoked'],
  [{ kind: 'genuine', record: { ...record, revokedAtMs: 0, successorId: 'x' }, signature: SIGNED }, 'superseded by x'],
  [{ kind: 'altered', record, signature: SIGNED }, 'not the certificate on record'],
  [{ kind: 'unknown', signature: SIGNED }, 'not the certificate on record'],
])('nobody should rely on a file with the verdict %j without the reason', (verdict, fault) => {
  if (fault === undefined) expect(fileFault(verdict)).toBeUndefined();
  else expect(fileFault(verdict)).toContain(fault);
});

test.each([
  ['ab', true, 'intact'],
  ['cd', false, 'intact'],
  ['ab', true, 'signed_again'],
  ['cd', false, 'signed_again'],
] as const)('a signature is ours only if its certificate has signed here: %s, %s, %s', async (known, isOurs, kind) => {
  const { isOurs: _, ...signed } = SIGNED;
  const intact = { ...signed, kind };
  const tasks = new InlineTasks({ tasks: {} });
  tasks.answer = () => JSON.stringify(intact);
  const storage = {
    certificates: { findBySha256: async () => record, get: async () => undefined },
    signingCertificates: { list: async () => [{ fingerprint: known.repeat(32), pem: '', firstUsedMs: 0 }] },
  };
  expect((await verifyFile(new Uint8Array(), storage, tasks)).signature).toEqual({ ...intact, isOurs });
});
