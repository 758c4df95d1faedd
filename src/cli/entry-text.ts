/** Terminal text of `portside entry generate` and `portside entry verify`: no colour, no newline at the end. */
import type { Certificate, CertificateState } from '../domain/certificate.ts';
import { certificateStatus } from '../domain/certificate-life.ts';
import type { CertificateRecord } from '../domain/certificate-store.ts';
import type { FileSignature, FileVerdict } from '../entry/verify/verify-file.ts';
import { columnsOf, type TextOptions, wrap, wrapBehind } from './terminal.ts';

const STATE_TEXTS: Record<CertificateState, string> = {
  incomplete: 'Incomplete. Not stated in the request:',
  stated_with_defects: 'All elements of 16 CFR 1110.11(a) are stated, with defects:',
  stated:
    'All elements of 16 CFR 1110.11(a) are stated, and none of the defects that are looked for was found. The certifier is ' +
    'responsible for what is stated.',
};

/**
 * The certificate, what it does not state, and its notes.
 * @param ignored JSON pointers of the fields of the request file that are unknown
 */
export function formatCertificate(
  certificate: Certificate,
  record: CertificateRecord,
  { file, ignored }: { file: string; ignored: readonly string[] },
  options: TextOptions = {},
): string {
  const { notes } = certificate;
  const columns = columnsOf(options);
  return [
    ...field('Certificate', certificate.gccId),
    ...field('Issued', utc(certificate.issuedAtMs)),
    ...field('Product', certificate.request.product_info.name),
    ...field('SHA-256', record.sha256),
    ...field('File', `${file} (${Math.ceil(record.pdfBytes / 1000)} kB)`),
    ...field('Verify at', certificate.verifyUrl),
    '',
    ...stateLines(certificate, columns),
    ...(ignored.length === 0
      ? []
      : ['', 'Ignored, because a request has no such field:', ...ignored.map((path) => `  ${printable(path)}`)]),
    ...(notes.length === 0
      ? []
      : ['', 'Notes:', ...notes.flatMap(({ path, message }) => wrapBehind('  ', `${path}: ${message}`, columns))]),
  ].join('\n');
}

/** The state, then each missing element, then each defect with its source. */
function stateLines({ state, missing, defects }: Certificate, columns: number): string[] {
  return [
    ...wrap(STATE_TEXTS[state], columns),
    ...missing.map((path) => `  ${path}`),
    ...(missing.length > 0 && defects.length > 0 ? ['', 'Defects:'] : []),
    ...defects.flatMap(({ path, message, source }) => wrapBehind('  ', `${path}: ${message} (${source})`, columns)),
  ];
}

export function formatVerdict(verdict: FileVerdict, options: TextOptions = {}): string {
  const columns = columnsOf(options);
  if (verdict.kind === 'unknown') {
    const unknown = 'Unknown: the file is no certificate on record, and does not contain the id of one.';
    return [...wrap(unknown, columns), '', ...signatureFields(verdict.signature, columns)].join('\n');
  }
  const { record } = verdict;
  const status = certificateStatus(record);
  const match =
    status === 'active'
      ? 'Match: this file is the certificate on record, byte for byte.'
      : `Match, but the certificate was ${status}: this file is the one on record. Do not rely on it.`;
  const noMatch =
    'No match: this file contains the id of a certificate on record, but it is another document or was changed.';
  return [
    ...wrap(verdict.kind === 'genuine' ? match : noMatch, columns),
    '',
    ...field('Certificate', record.gccId),
    ...field('Issued', utc(record.issuedAtMs)),
    ...field('SHA-256', record.sha256),
    ...field('Verify at', record.verifyUrl),
    ...field('State', STATE_WORDS[record.state]),
    ...field(
      status === 'superseded' ? 'Superseded' : 'Revoked',
      record.revokedAtMs === undefined ? 'no' : utc(record.revokedAtMs),
    ),
    ...(record.successorId === undefined ? [] : field('Superseded by', record.successorId)),
    ...signatureFields(verdict.signature, columns),
  ].join('\n');
}

const STATE_WORDS: Record<CertificateState, string> = {
  incomplete: 'incomplete',
  stated_with_defects: 'all elements stated, with defects',
  stated: 'all elements stated',
};

/** What the signature of a file says. Names in the certificate of a stranger can be any text. */
function signatureFields(signature: FileSignature, columns: number): string[] {
  if (signature.kind === 'none') return field('Signature', 'none');
  if (signature.kind === 'broken') return wrapBehind('Signature     ', `broken: ${signature.reason}`, columns);
  const { kind, signer, timestamp, isOurs } = signature;
  const whose = isOurs ? 'intact, of this server' : 'intact, but of a signer that is unknown here';
  const since = 'The file was signed again since. Neither that signature nor what came with it was checked';
  return [
    ...wrapBehind('Signature     ', kind === 'signed_again' ? `${whose}. ${since}.` : whose, columns),
    ...field('Signed by', printable(signer.name)),
    ...field('Its SHA-256', signer.fingerprint),
    ...field('Signed at', utc(signature.signedAtMs)),
    ...field('Time stamp', timestamp ? `${utc(timestamp.atMs)}, ${printable(timestamp.authority)}` : 'none'),
  ];
}

/** The same for `--json`. */
export function signatureJson(signature: FileSignature) {
  if (signature.kind === 'none' || signature.kind === 'broken') return signature;
  const { kind, isOurs, signer, signedAtMs, timestamp } = signature;
  return {
    kind,
    ours: isOurs,
    signer: signer.name,
    certificate_sha256: signer.fingerprint,
    signed_at: new Date(signedAtMs).toISOString(),
    ...(timestamp && { time_stamped_at: new Date(timestamp.atMs).toISOString(), authority: timestamp.authority }),
  };
}

/** The name of an unknown field can be any text. Control characters would let it control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '�').slice(0, 200);
}

function field(name: string, value: string): string[] {
  return [`${name.padEnd(13)} ${value}`];
}

function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
