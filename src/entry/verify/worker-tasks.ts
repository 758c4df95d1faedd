/** What a worker process does with a PDF file of unknown origin. */
import type { TaskGroup, TaskOutput } from '../../domain/isolated-tasks.ts';
import { readPdfSignature } from './pdf-signature.ts';

/** How many different ids are looked up for one file. A certificate contains only its own. */
const IDS_MAX = 16;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

export const pdfFileTasks: TaskGroup = {
  tasks: {
    /** The certificate ids in the uncompressed text of a file, one a line. */
    ids(_: unknown, [pdf]: Uint8Array[]): Partial<TaskOutput> {
      const text = Buffer.from(pdf!.buffer, pdf!.byteOffset, pdf!.byteLength).toString('latin1');
      const ids = new Set<string>();
      for (const [gccId] of text.matchAll(UUID)) {
        ids.add(gccId);
        if (ids.size === IDS_MAX) break;
      }
      return { text: [...ids].join('\n') };
    },
    /** The signature of a file (`PdfSignature`), as JSON. */
    async signature(_: unknown, [pdf]: Uint8Array[]): Promise<Partial<TaskOutput>> {
      return { text: JSON.stringify(await readPdfSignature(pdf!)) };
    },
  },
};
