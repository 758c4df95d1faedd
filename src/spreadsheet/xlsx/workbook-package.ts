/** The parts of a workbook, by their names in its ZIP file. */
import { ZipFault, type ZipFaultKind, type ZipMember, ZipReader } from '../../zip/zip-reader.ts';
import { PARTS_MAX, UNPACKED_BYTES_MAX } from '../limits.ts';
import { refuse } from '../table-refused.ts';

const NO_DIRECTORY = 'The file is damaged or incomplete: it has no readable directory of its parts. Save it again.';
const REFUSALS: Readonly<Record<ZipFaultKind, string>> = {
  no_directory: NO_DIRECTORY,
  damaged_directory: NO_DIRECTORY,
  too_many_members: `The workbook has more than ${PARTS_MAX} parts.`,
  damaged_header: 'The ZIP file is damaged.',
  incomplete: 'The ZIP file is incomplete.',
  encrypted: 'This part is encrypted. Save the workbook without a password.',
  unknown_method: 'This part is compressed in a way that is not read. Save the workbook again.',
  damaged_content: 'This part is damaged.',
  // One wrong digit of a tariff number is another product.
  wrong_checksum: 'This part is damaged: its checksum is wrong. Send the file again.',
  too_large: 'The workbook unpacks to more than 600 MB. Split it.',
};

export class WorkbookPackage {
  readonly #zip: ZipReader;
  readonly #parts = new Map<string, ZipMember>();

  private constructor(zip: ZipReader) {
    this.#zip = zip;
    for (const member of zip.members) {
      const key = member.name.toLowerCase();
      if (this.#parts.has(key)) refuse('Two parts have this name.', { part: member.name });
      this.#parts.set(key, member);
    }
  }

  /** @throws TableRefused if this is not a ZIP file that can be read */
  static async open(bytes: Uint8Array): Promise<WorkbookPackage> {
    const limits = { members: PARTS_MAX, memberBytes: UNPACKED_BYTES_MAX, bytes: UNPACKED_BYTES_MAX };
    return new WorkbookPackage(await ZipReader.open(bytes, limits).catch((error) => refuseZip(error)));
  }

  /** Names as they are written. */
  get names(): readonly string[] {
    return this.#zip.members.map(({ name }) => name);
  }

  /** Names of parts do not depend on case. */
  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  /**
   * The content of a part in slices. If it turns out to be damaged at its end, what was read before is not to be used.
   * @throws TableRefused naming the part
   */
  async *content(part: string): AsyncGenerator<Uint8Array> {
    const member = this.#parts.get(part.toLowerCase());
    if (!member) refuse('The workbook lacks this part.', { part });
    try {
      yield* this.#zip.content(member);
    } catch (error) {
      refuseZip(error, { part });
    }
  }
}

function refuseZip(error: unknown, place: { part?: string } = {}): never {
  if (!(error instanceof ZipFault)) throw error;
  return refuse(REFUSALS[error.kind], place);
}
