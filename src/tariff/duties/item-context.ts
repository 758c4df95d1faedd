/** What is known of an item without asking: its number, its date and the lists that cover it. */
export interface ItemContext {
  digits: string;
  entryDate: string;
  /** Whether a subdivision of the note lists the number, on the entry date or on another. */
  isListed(note: string, asOf?: string): boolean;
}
