/** The words at the top of every page of a certificate whose verify page cannot be opened by others. */
import { isPublicAddress } from '../verify/public-address.ts';

/** Undefined if the verify page is at a public address. The address itself is printed with the certificate's id. */
export function testBanner(verifyUrl: string): string | undefined {
  if (isPublicAddress(verifyUrl)) return undefined;
  return 'TEST DOCUMENT: its verify address is not public, so it cannot be checked from elsewhere.';
}
