/** The key or the certificate cannot be used. The message says why and holds nothing of the key. */
export class SignerFault extends Error {}
