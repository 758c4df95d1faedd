import { afterAll, spyOn } from 'bun:test';

const { hash } = Bun.password;

/**
 * Until the file ends, a new hash of a password takes no time. The real cost is a tenth of a second, and as much for each sign-in:
 * the cost is part of the hash.
 */
export function makeHashesCheap(): void {
  const made = spyOn(Bun.password, 'hash').mockImplementation((password) =>
    hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
  );
  afterAll(() => made.mockRestore());
}
