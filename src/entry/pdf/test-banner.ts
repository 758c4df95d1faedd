/** The words at the top of every page of a document that nobody may rely on. */
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { isPublicAddress } from '../verify/public-address.ts';

/** Undefined if the verify page is at a public address. The address itself is printed with the certificate's id. */
export function testBanner(verifyUrl: string): string | undefined {
  if (verifyUrl.endsWith(`/${SAMPLE_ID}`)) {
    return 'SAMPLE: this is not a certificate. No such product exists, and nobody certifies it.';
  }
  if (isPublicAddress(verifyUrl)) return undefined;
  return 'TEST DOCUMENT: its verify address is not public, so it cannot be checked from elsewhere.';
}
