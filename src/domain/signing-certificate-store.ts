/** The certificates that ever signed a document. The key is elsewhere: in the configuration, or in the settings store. */
export interface SigningCertificate {
  /** Lower-case hexadecimal SHA-256 of the signer's certificate. */
  fingerprint: string;
  /** The signer's certificate, and those of its issuers after it. */
  pem: string;
  /** Unix milliseconds. */
  firstUsedMs: number;
}

export interface SigningCertificateStore {
  /** Keeps a certificate for good. One with a known fingerprint changes nothing. */
  keep(certificate: SigningCertificate): Promise<void>;
  /** Newest first. */
  list(): Promise<SigningCertificate[]>;
}
