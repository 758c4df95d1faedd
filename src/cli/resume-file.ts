/**
 * The journal of an audit: each finished store is a line of a file beside the output, so that an interrupted audit goes on where it was,
 * and so that thousands of reports need not be in memory. Lines are only appended: several processes cannot destroy it.
 */
import { closeSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { fileCause } from '../adapters/faults.ts';
import { type StoreOutcome, type StoreStanding, standingOf } from '../pixel/audit/store-outcome.ts';
import { CommandError } from './command-error.ts';

const FORM = 2;
const READ_BYTES = 1 << 20;
const NEWLINE = 10;

/** A process that began, or went on. */
interface Header {
  form: number;
  fingerprint: string;
  pid: number;
}

interface Line {
  value: Header | StoreOutcome | undefined;
  offset: number;
  length: number;
}

export interface ResumeOptions {
  /** The file that the audit writes. The journal is beside it. */
  out: string;
  /** Go on with an interrupted audit. */
  resume: boolean;
  /** Of the list, the options and the version of the program. Another one cannot go on with the audit. */
  fingerprint: string;
}

export class ResumeFile {
  readonly standings = new Map<number, StoreStanding>();
  readonly #path: string;
  readonly #file: number;

  /** @throws CommandError if an earlier audit of the same output was interrupted, is still running, or was another one */
  constructor({ out, resume, fingerprint }: ResumeOptions) {
    this.#path = `${out}.progress`;
    this.#file = this.#open(out, resume);
    const end = this.#load(fingerprint);
    // A line that was torn by a crash ends here, and says nothing.
    this.#write(`\n${JSON.stringify({ form: FORM, fingerprint, pid: process.pid } satisfies Header)}\n`);
    this.#requireFirst(end);
  }

  add(outcome: StoreOutcome): void {
    this.#write(`${JSON.stringify(outcome)}\n`);
    this.standings.set(outcome.line, standingOf(outcome));
  }

  /** Reads outcomes by their line in the list. Call it when all are there. */
  reader(): (line: number) => StoreOutcome {
    const places = new Map<number, Line>();
    for (const place of this.#lines(0))
      if (isOutcome(place.value)) places.set(place.value.line, { ...place, value: undefined });
    return (line) => {
      const { offset, length } = places.get(line)!;
      const bytes = Buffer.alloc(length);
      readSync(this.#file, bytes, 0, length, offset);
      return JSON.parse(bytes.toString('utf8')) as StoreOutcome;
    };
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The audit is finished and its output written. */
  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }

  #open(out: string, resume: boolean): number {
    const exists = statSync(this.#path, { throwIfNoEntry: false }) !== undefined;
    try {
      return openSync(this.#path, exists && resume ? 'a+' : 'ax+', 0o600);
    } catch (error) {
      if ((error as { code?: string }).code === 'EEXIST')
        throw new CommandError(
          `An audit that writes ${out} was interrupted or is running. Go on with --resume, or delete ${this.#path}.`,
        );
      throw new CommandError(`${this.#path} cannot be written: ${fileCause(error)}. Nothing was scanned.`);
    }
  }

  /** A whole line, or a torn one that the next process ends. @throws CommandError */
  #write(text: string): void {
    const bytes = Buffer.from(text);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      throw new CommandError(
        `${this.#path} cannot be written: ${fileCause(error)}. ${this.standings.size} stores are kept: go on with --resume.`,
      );
    }
  }

  /** Reads what was done. @returns the end of what was read */
  #load(fingerprint: string): number {
    let end = 0;
    const pids = new Set<number>();
    for (const { value, offset, length } of this.#lines(0)) {
      end = offset + length + 1;
      if (isHeader(value)) {
        if (value.form !== FORM || value.fingerprint !== fingerprint)
          throw new CommandError(
            `${this.#path} is of another list, of other options or of another version. Give the same ones, or delete it and start anew.`,
          );
        pids.add(value.pid);
      } else if (pids.size === 0 && length > 0)
        throw new CommandError(`${this.#path} is not the journal of an audit. Delete it and start anew.`);
      else if (isOutcome(value)) this.standings.set(value.line, standingOf(value));
    }
    for (const pid of pids) requireEnded(pid);
    return end;
  }

  /** Of processes that went on at the same moment, the one whose header was written first does. @throws CommandError */
  #requireFirst(end: number): void {
    for (const { value } of this.#lines(end)) {
      if (!isHeader(value)) continue;
      if (value.pid === process.pid) return;
      requireEnded(value.pid);
    }
  }

  /** Whole lines from an offset on. */
  *#lines(from: number): Generator<Line> {
    const parts: Buffer[] = [];
    let offset = from;
    for (let at = from; ; ) {
      const part = Buffer.alloc(READ_BYTES);
      const read = readSync(this.#file, part, 0, READ_BYTES, at);
      if (read === 0) return;
      at += read;
      let begin = 0;
      for (let end = part.indexOf(NEWLINE); end >= 0 && end < read; end = part.indexOf(NEWLINE, begin)) {
        const text = Buffer.concat([...parts.splice(0), part.subarray(begin, end)]);
        yield { value: parsed(text), offset, length: text.length };
        offset += text.length + 1;
        begin = end + 1;
      }
      parts.push(part.subarray(begin, read));
    }
  }
}

function parsed(text: Buffer): Line['value'] {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Header | StoreOutcome) : undefined;
  } catch {
    return undefined;
  }
}

function isHeader(value: Line['value']): value is Header {
  return value !== undefined && 'fingerprint' in value;
}

function isOutcome(value: Line['value']): value is StoreOutcome {
  return value !== undefined && 'line' in value;
}

/** @throws CommandError if an audit with this process id is running */
function requireEnded(pid: number): void {
  if (isAudit(pid)) throw new CommandError(`Process ${pid} is running this audit. Wait until it has ended.`);
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
