/** One cleaned row of the tariff schedule, as an official export has it. */
export interface ScheduleRow {
  /** Null for a row that only groups others. */
  digits: string | null;
  indent: number;
  /** Empty only for a number that is known from a change record alone. */
  description: string;
  units: string[];
  /** Column 1 general, column 1 special and column 2 rates as printed; empty if the row inherits them from a row above. */
  general: string;
  special: string;
  other: string;
}

/** Official files are indented far less than this. A deeper outline is not a tariff schedule. */
export const INDENT_MAX = 20;
