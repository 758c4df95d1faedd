/**
 * The key and certificate that sign: the operator's, or a pair made once and kept in the database, so that all processes of one
 * database share it and every backup has it.
 */
import type { Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import { DOCUMENT_SIGNER, type SettingsStore } from '../../domain/settings-store.ts';
import type { SigningCertificateStore } from '../../domain/signing-certificate-store.ts';
import { DocumentSigner } from './document-signer.ts';
import { readIdentity, type SignerIdentity, validityFault } from './identity.ts';
import { makeIdentity } from './make-identity.ts';
import { SignerFault } from './signer-fault.ts';
import { TimestampClient } from './timestamp-client.ts';

export interface SignerConfig {
  /** PEM; both or neither. */
  signer_key: string;
  signer_certificate: string;
  /** Empty: no time stamps. */
  timestamp_url: string;
}

export interface SignerStorage {
  settings: SettingsStore;
  signingCertificates: SigningCertificateStore;
}

/**
 * The signer of a server or a command. Its certificate is on record before it signs anything.
 * @throws SignerFault when the configured key or certificate cannot be used
 */
export async function loadSigner(
  config: SignerConfig,
  storage: SignerStorage,
  clock: Pick<Clock, 'now' | 'monotonic' | 'random'>,
  log: Pick<Log, 'fault'>,
): Promise<DocumentSigner> {
  const configured = configuredIdentity(config, clock.now());
  const identity = configured ?? (await ownIdentity(storage.settings, clock));
  const { fingerprint, chainPem: pem } = identity;
  await storage.signingCertificates.keep({ fingerprint, pem, firstUsedMs: clock.now() });
  const client = config.timestamp_url ? new TimestampClient(config.timestamp_url, { clock, log }) : undefined;
  return new DocumentSigner(identity, {
    log,
    ...(client && { getTimestamp: (signature, gccId) => client.get(signature, gccId) }),
  });
}

/** The operator's; undefined if none is configured. @throws SignerFault when it cannot be used, or is not in force */
export function configuredIdentity(config: SignerConfig, nowMs: number): SignerIdentity | undefined {
  const { signer_key: key, signer_certificate: certificate } = config;
  if (!key && !certificate) return undefined;
  if (!key) throw new SignerFault('PORTSIDE_SIGNER_CERTIFICATE is set and PORTSIDE_SIGNER_KEY is not. Set both.');
  if (!certificate)
    throw new SignerFault('PORTSIDE_SIGNER_KEY is set and PORTSIDE_SIGNER_CERTIFICATE is not. Set both.');
  const identity = readIdentity(key, certificate);
  const fault = validityFault(identity, nowMs);
  if (fault) throw new SignerFault(fault);
  return identity;
}

/** The one of the database, made if there is none. Not refused if a clock is wrong: a server that signs nothing still answers. */
async function ownIdentity(settings: SettingsStore, clock: Pick<Clock, 'now' | 'random'>): Promise<SignerIdentity> {
  const stored = await settings.keep(DOCUMENT_SIGNER, () => {
    const { keyPem, certificatePem } = makeIdentity(clock.now(), clock.random(16));
    return keyPem + certificatePem;
  });
  return readStored(stored);
}

/** The identity that the settings store holds as one text: the key, then the certificate. @throws SignerFault */
export function readStored(stored: string): SignerIdentity {
  return readIdentity(stored, stored);
}
