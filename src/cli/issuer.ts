/** What commands need to make certificates. */
import { systemClock as clock } from '../adapters/system/clock.ts';
import type { Config } from '../config.ts';
import type { IsolatedTasks } from '../domain/isolated-tasks.ts';
import type { Storage } from '../domain/storage.ts';
import { CertificateIssuer } from '../entry/issue/certificate-issuer.ts';
import { CertificateRenderer } from '../entry/pdf/renderer.ts';
import { loadSigner } from '../entry/sign/load-signer.ts';
import { SignerFault } from '../entry/sign/signer-fault.ts';
import { asCommandError, UsageError } from './command-error.ts';
import { say } from './output.ts';

/** A certificate links to its verify page for good. A guessed address would be dead on every other machine. */
const NO_BASE_URL =
  'Say where people can verify the certificate: --base-url or PORTSIDE_BASE_URL. Its PDF links to that address for good. ' +
  'For a trial use --base-url http://127.0.0.1:8080.';

/** A certificate without its time stamp is made all the same, and the user is told. */
const signerLog = {
  fault: (message: string, error: unknown) => say(`${message}: ${(error as Error).message}`),
};

/** @throws UsageError if nobody said where certificates are verified */
export function requireBaseUrl(config: Config): void {
  if (!config.base_url) throw new UsageError(NO_BASE_URL);
}

/** @throws CommandError if the key that signs cannot be used */
export async function openIssuer(config: Config, storage: Storage, tasks: IsolatedTasks): Promise<CertificateIssuer> {
  const signer = await loadSigner(config, storage, clock, signerLog).catch((error) => {
    throw asCommandError(error, SignerFault);
  });
  const renderer = new CertificateRenderer(tasks);
  return new CertificateIssuer({
    render: (...args) => renderer.render(...args),
    signer,
    store: storage.certificates,
    requireRoom: () => storage.disk?.require('storing'),
    clock,
  });
}
