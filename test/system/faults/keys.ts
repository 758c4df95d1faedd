import type { Fault } from './fault.ts';

export const keys: Fault[] = [
  {
    name: 'a key that expired is accepted from the cache',
    file: 'src/keys/key-cache.ts',
    find: 'if (caller) return isExpired(caller, this.#clock.now()) ? undefined : caller;\n    this.misses++;',
    replace: 'if (caller) return caller;\n    this.misses++;',
    tests: ['src/keys/key-lifecycle.test.ts'],
  },
  {
    name: 'a key works in the millisecond of its expiry',
    file: 'src/domain/key.ts',
    find: 'return expiresAt !== null && expiresAt <= nowMs;',
    replace: 'return expiresAt !== null && expiresAt < nowMs;',
    tests: ['src/keys/key-lifecycle.test.ts'],
  },
  {
    name: 'a revoked key is usable',
    file: 'src/domain/key.ts',
    find: 'return key.revokedAt === null && !isExpired(key, nowMs);',
    replace: 'return !isExpired(key, nowMs);',
    tests: ['src/keys/key-lifecycle.test.ts'],
  },
  {
    name: 'every scope covers every product',
    file: 'src/domain/key.ts',
    find: "return scope === 'all' || scope === product;",
    replace: "return scope === 'all' || product !== undefined;",
    tests: ['src/http/api-guard.test.ts'],
  },
  {
    name: 'a key that was read before the cache was cleared is remembered',
    file: 'src/keys/key-cache.ts',
    find: 'if (generation === this.#generation) this.#callers.set(hash, caller);',
    replace: 'this.#callers.set(hash, caller);',
    tests: ['src/keys/key-cache.test.ts'],
  },
  {
    name: 'a network is compared by whole bytes only',
    file: 'src/keys/allowed-networks.ts',
    find: 'return (bits & 7) === 0 || (a[whole]! ^ b[whole]!) >> (8 - (bits & 7)) === 0;',
    replace: 'return true;',
    tests: ['src/keys/allowed-networks.test.ts'],
  },
  {
    name: 'a revoked key can be given a wider scope',
    file: 'src/keys/key-edit.ts',
    find: 'if (row.revokedAt !== null && changed.some((field) => !DESCRIPTIONS.includes(field))) {',
    replace: 'if (row.revokedAt !== null && changed.every((field) => !DESCRIPTIONS.includes(field))) {',
    tests: ['src/keys/key-edit.test.ts'],
  },
  {
    name: 'an expired key works again without being asked for',
    file: 'src/keys/key-edit.ts',
    find: 'if (isExpired(row, nowMs) && !revive) {',
    replace: 'if (isExpired(row, nowMs) && row.successorId !== null) {',
    tests: ['src/keys/key-edit.test.ts'],
  },
  {
    name: 'rotation gives a key that was about to expire more time',
    file: 'src/keys/key-issuer.ts',
    find: 'set: { expiresAt: Math.min(before.expiresAt ?? overlapEnd, overlapEnd) },',
    replace: 'set: { expiresAt: overlapEnd },',
    tests: ['src/keys/key-issuer.test.ts'],
  },
  {
    name: 'the day of a last day is over when it begins',
    file: 'src/keys/key-expiry.ts',
    find: '!== day ? undefined : start + DAY_MS;',
    replace: '!== day ? undefined : start;',
    tests: ['src/keys/key-edit.test.ts'],
  },
  {
    name: 'a mistyped key is looked up in the database',
    file: 'src/keys/key-text.ts',
    find: 'return checksumOf(body) === text.slice(-CHECKSUM_LENGTH);',
    replace: 'return checksumOf(body).length === text.slice(-CHECKSUM_LENGTH).length;',
    tests: ['src/keys/key-text.test.ts'],
  },
  {
    name: 'a file of keys with one bad row issues the others',
    file: 'src/keys/key-file.ts',
    find: '      problems.push(problemAt(line, error, KEY_FILE_COLUMNS));\n    }\n  }\n  if (problems.length > 0) throw',
    replace:
      '      problems.push(problemAt(line, error, KEY_FILE_COLUMNS));\n    }\n  }\n  if (keys.length === 0) throw',
    tests: ['src/keys/key-file.test.ts'],
  },
];
