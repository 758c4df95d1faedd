/**
 * The journal of an audit: each finished store is appended to a file beside the output, so that an interrupted audit goes on where it
 * was, and so that hundreds of reports need not be in memory.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { type StoreOutcome, type StoreStanding, standingOf } from '../pixel/audit/store-outcome.ts';
import { CommandError } from './command-error.ts';

const FORM = 1;
const READ_BYTES = 1 << 20;

interface Place {
  offset: number;
  length: number;
}

export interface JournalOptions {
  /** The file that the audit writes. The journal is beside it. */
  out: string;
  /** Go on with an interrupted audit. */
  resume: boolean;
  /** Of the list and the options. Another one cannot go on with the audit. */
  fingerprint: string;
}

export class AuditJournal {
  readonly standings = new Map<number, StoreStanding>();
  readonly #path: string;
  readonly #file: number;
  readonly #places = new Map<number, Place>();
  #end = 0;

  /** @throws CommandError if an earlier audit of the same output was interrupted, is still running, or was another one */
  constructor({ out, resume, fingerprint }: JournalOptions) {
    this.#path = `${out}.progress`;
    const exists = statSync(this.#path, { throwIfNoEntry: false }) !== undefined;
    if (exists && !resume)
      throw new CommandError(
        `An audit that writes ${out} was interrupted or is running. Go on with --resume, or delete ${this.#path}.`,
      );
    try {
      this.#file = openSync(this.#path, exists ? 'r+' : 'wx+');
    } catch {
      throw new CommandError(`${this.#path} cannot be written. Nothing was scanned.`);
    }
    if (exists) this.#load(fingerprint);
    this.#write({ form: FORM, fingerprint, pid: process.pid });
  }

  append(outcome: StoreOutcome): void {
    this.#places.set(outcome.line, this.#write(outcome));
    this.standings.set(outcome.line, standingOf(outcome));
  }

  read(line: number): StoreOutcome {
    const { offset, length } = this.#places.get(line)!;
    const bytes = Buffer.alloc(length);
    readSync(this.#file, bytes, 0, length, offset);
    return JSON.parse(bytes.toString('utf8')) as StoreOutcome;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The audit is finished and its output written. */
  remove(): void {
    this.close();
    rmSync(this.#path);
  }

  #write(value: object): Place {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    const place = { offset: this.#end, length: bytes.length };
    writeSync(this.#file, bytes, 0, bytes.length, this.#end);
    this.#end += bytes.length;
    return place;
  }

  /** Reads whole lines. A torn last one, of a store that was being written, is cut off: the store is scanned again. */
  #load(fingerprint: string): void {
    let pid: number | undefined;
    for (const { text, place } of this.#lines()) {
      const value = parsed(text);
      if (value && 'fingerprint' in value) {
        if (value.form !== FORM || value.fingerprint !== fingerprint)
          throw new CommandError(
            `${this.#path} is of another list or of other options. Give the same ones, or delete it and start anew.`,
          );
        pid = value.pid;
      } else if (value && 'line' in value) {
        this.#places.set(value.line, place);
        this.standings.set(value.line, standingOf(value));
      } else throw new CommandError(`${this.#path} is not the journal of an audit. Delete it and start anew.`);
    }
    if (pid !== undefined && isAudit(pid))
      throw new CommandError(`Process ${pid} is running this audit. Wait until it has ended.`);
    ftruncateSync(this.#file, this.#end);
  }

  *#lines(): Generator<{ text: string; place: Place }> {
    let rest = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const part = Buffer.alloc(READ_BYTES);
      const read = readSync(this.#file, part, 0, READ_BYTES, at);
      if (read === 0) return;
      at += read;
      rest = Buffer.concat([rest, part.subarray(0, read)]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const place = { offset: this.#end, length: end + 1 };
        this.#end += end + 1;
        yield { text: rest.subarray(0, end).toString('utf8'), place };
        rest = rest.subarray(end + 1);
      }
    }
  }
}

function parsed(text: string): StoreOutcome | { form: number; fingerprint: string; pid: number } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a process is an audit. After a crash its number may be that of any program. */
function isAudit(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('audit');
  } catch {
    return false;
  }
}
