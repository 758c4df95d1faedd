/**
 * The key that signs backups (Ed25519). The private half is a file in the data folder, beside the database and not in it, so that
 * it is in no backup. The public half is enough to verify a backup on another machine, and is no secret.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileCause } from '../faults.ts';
import { BackupError, syncFolderOf } from './backup-file.ts';

const PUBLIC_KEY = /^[0-9a-f]{64}$/;

export interface BackupSigner {
  /** 32 bytes, hexadecimal. */
  publicKey: string;
  /** True if this call made the key. */
  made: boolean;
  /** The signature of `text`: 64 bytes, hexadecimal. */
  sign(text: string): string;
}

export function backupKeyPath(database: string): string {
  return join(dirname(database), 'backup.key');
}

/** Opens the key beside the database, and makes it first if there is none. @throws BackupError */
export function openBackupSigner(database: string): BackupSigner {
  const path = backupKeyPath(database);
  const stored = readIfPresent(path);
  if (stored !== undefined) return signer(parsePrivateKey(stored, path), false);
  const { privateKey } = generateKeyPairSync('ed25519');
  const made = store(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  return made ? signer(privateKey, true) : signer(parsePrivateKey(readFileSync(path, 'utf8'), path), false);
}

/** The public half of the key beside the database; undefined if there is none. @throws BackupError if the file holds no key */
export function ownPublicKey(database: string): string | undefined {
  const path = backupKeyPath(database);
  const stored = readIfPresent(path);
  return stored === undefined ? undefined : publicHalf(parsePrivateKey(stored, path));
}

/** Reads a public key as `portside backup` prints it, or the public half of a `backup.key`. @throws BackupError */
export function readPublicKey(path: string): string {
  const text = readIfPresent(path)?.trim();
  if (text === undefined) throw new BackupError(`${path} does not exist. It must hold the public key of the backup.`);
  return PUBLIC_KEY.test(text) ? text : publicHalf(parsePrivateKey(text, path));
}

/** @param signature 64 bytes, hexadecimal */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}

function signer(privateKey: KeyObject, made: boolean): BackupSigner {
  return {
    publicKey: publicHalf(privateKey),
    made,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  };
}

function publicHalf(privateKey: KeyObject): string {
  const { x } = privateKey.export({ format: 'jwk' });
  return Buffer.from(x!, 'base64url').toString('hex');
}

function parsePrivateKey(pem: string, path: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw new BackupError(`${path} holds no key that signs backups. Put the right file there, or name another one.`);
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT') return undefined;
    throw new BackupError(`${path} cannot be read: ${fileCause(error)}.`);
  }
}

/**
 * Writes the file complete and durable, or not at all. Returns false if another process made it meanwhile: with a link, unlike a
 * rename, the first one stays.
 */
function store(path: string, pem: string): boolean {
  const partial = `${path}.partial-${process.pid}`;
  try {
    const file = openSync(partial, 'wx', 0o600);
    try {
      writeSync(file, pem);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(partial, path);
    syncFolderOf(path);
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST') return false;
    throw new BackupError(`${path} cannot be written: ${fileCause(error)}.`);
  } finally {
    rmSync(partial, { force: true });
  }
}
