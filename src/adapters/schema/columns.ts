/**
 * The columns that tables are described with, in the types of PostgreSQL. Each database gives its own; SQLite's are the same functions
 * over its four types (`sqlite/columns.ts`).
 */
import type { postgresColumns } from '../postgres/columns.ts';

export type Columns = typeof postgresColumns;
