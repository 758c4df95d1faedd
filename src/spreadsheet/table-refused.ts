import type { TableFault } from '../domain/table.ts';

/** A file that cannot be read as a table. Its message names the place and says what to do. */
export class TableRefused extends Error {
  constructor(readonly fault: TableFault) {
    super(sentence(fault));
    this.name = 'TableRefused';
  }
}

/** @throws TableRefused */
export function refuse(reason: string, place: Omit<TableFault, 'reason'> = {}): never {
  throw new TableRefused({ ...place, reason });
}

function sentence({ line, column, part, reason }: TableFault): string {
  const places = [
    ...(part === undefined ? [] : [part]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ];
  return places.length === 0 ? reason : `${places.join(', ')}: ${reason}`;
}
