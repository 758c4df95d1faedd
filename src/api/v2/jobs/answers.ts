/** Answers of the API about jobs, as types of the schemas in the document. */
import type { Static, TUnsafe } from 'typebox';
import type { AddedCells } from '../../../tariff/audit/columns.ts';
import type { ENTRY_BATCHES } from './entry-batches.ts';
import type { headingsPage, linesPage } from './lines-schema.ts';
import type { PIXEL_AUDITS } from './pixel-audits.ts';
import type { JobList, jobSchema } from './schema.ts';
import type { TARIFF_AUDITS } from './tariff-audits.ts';

type NoFields = Record<never, never>;
type Tariff = typeof TARIFF_AUDITS;
type Pixel = typeof PIXEL_AUDITS;
type Entry = typeof ENTRY_BATCHES;

export type JobPage = Static<typeof JobList>;

export type TariffAudit = Static<ReturnType<typeof jobSchema<Tariff['fields']>>>;
/** The added cells have the names of their columns, but for those that a column of the table has already. */
export type TariffAuditLine = Static<Tariff['lines']['line']> & Partial<AddedCells>;
export type TariffAuditLines = Static<
  ReturnType<typeof linesPage<TUnsafe<TariffAuditLine>, Tariff['lines']['fields']>>
>;
export type TariffAuditHeadings = Static<ReturnType<typeof headingsPage<Tariff['lines']['outcomes'][number]>>>;

export type PixelAudit = Static<ReturnType<typeof jobSchema<NoFields>>>;
export type PixelAuditLines = Static<ReturnType<typeof linesPage<Pixel['lines']['line'], NoFields>>>;

export type EntryBatch = Static<ReturnType<typeof jobSchema<Entry['fields']>>>;
export type EntryBatchLines = Static<ReturnType<typeof linesPage<Entry['lines']['line'], NoFields>>>;
