/** How requests are admitted and counted: what the limits are decided on. */
import type { Journal } from './sqlite/journal.ts';

/** `usage/` decides, holding the journal's one write lock. */
export interface JournalAccount {
  by: 'journal';
  journal: Journal;
}

export type AccountStore = JournalAccount;
