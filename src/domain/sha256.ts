/** Lower-case hexadecimal, 64 characters. A string is hashed as UTF-8. For a stream, keep a `Bun.CryptoHasher`. */
export function sha256Hex(data: string | Uint8Array): string {
  return Bun.SHA256.hash(data, 'hex');
}
