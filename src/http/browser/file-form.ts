/**
 * A form with a file, read as a stream: its fields come first, and the file is passed on while it arrives. So the fields are checked before
 * the file is read, and a file of 30 MB is not held here.
 */
import { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { PortsideError } from '../../domain/errors.ts';
import { FORM_BYTES_MAX } from './form.ts';
import { PageError } from './page-error.ts';

export interface SentFile {
  /** As the browser names it, without folders. A stranger wrote it. */
  name: string;
  body: ReadableStream<Uint8Array>;
}

export interface SentForm {
  form: URLSearchParams;
  file?: SentFile;
}

const FIELDS_MAX = 100;
/** A list that was pasted. Some 60,000 lines of one number. */
const FIELD_BYTES_MAX = 1024 * 1024;
const NAME_BYTES_MAX = 200;
const BROKE_OFF = 'The form broke off before its end. Nothing was changed.';

/**
 * Resolves at the beginning of the file, or at the end of a form without one. Fields behind the file are not read.
 * @param fileBytesMax only the declared length of the form is compared with it; who reads the file must count
 * @throws PageError 400, 413
 */
export function readFileForm(request: Request, fileBytesMax: number): Promise<SentForm> {
  if (Number(request.headers.get('content-length')) > fileBytesMax + FORM_BYTES_MAX) {
    const size = Math.floor(fileBytesMax / 1024 / 1024);
    throw new PageError(413, 'Too large', `The file is larger than ${size} MB. Nothing was changed.`);
  }
  const { promise, resolve, reject } = Promise.withResolvers<SentForm>();
  const unreadable = () => reject(new PageError(400, 'Refused', 'The form cannot be read. Nothing was changed.'));
  const parser = openParser(request);
  if (!parser || !request.body) {
    unreadable();
    return promise;
  }
  const form = new URLSearchParams();
  let open: Readable | undefined;
  const fail = (error: unknown) => {
    unreadable();
    // Otherwise who reads the file would wait for an end that does not come, or take what has come for the whole.
    open?.destroy(error instanceof Error ? error : new Error('The form broke off.'));
  };
  const source = Readable.fromWeb(request.body as never);
  parser.on('field', (name, value, _, isCut) => {
    if (isCut) {
      reject(
        new PageError(
          413,
          'Too large',
          'A text of this form is longer than 1 MB. Send it as a file. Nothing was changed.',
        ),
      );
      return;
    }
    form.append(name, value);
  });
  parser.on('file', (_, stream, name) => {
    if (!name) {
      stream.resume();
      return;
    }
    open = stream;
    stream.on('error', () => source.destroy());
    resolve({
      form,
      file: { name: name.slice(-NAME_BYTES_MAX), body: Readable.toWeb(Readable.from(wholeOnly(stream))) as never },
    });
  });
  parser.on('finish', () => resolve({ form }));
  parser.on('error', fail);
  source.on('error', fail);
  source.pipe(parser);
  return promise;
}

/** Passes the pieces of a file on. One that breaks off is the sender's fault, not ours. @throws PortsideError `invalid_request` */
async function* wholeOnly(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (cause) {
    throw new PortsideError('invalid_request', { message: BROKE_OFF, cause });
  }
}

/** Undefined if the request is not a form of this kind. */
function openParser({ headers }: Request): InstanceType<typeof Busboy> | undefined {
  try {
    const limits = { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, parts: FIELDS_MAX + 1, headerPairs: 20 };
    return new Busboy({ headers: Object.fromEntries(headers) as BusboyHeaders, limits });
  } catch {
    return undefined;
  }
}
