import type { HeaderFields } from './request-checks.ts';

/**
 * The header fields of answers that differ in few of them. Changing two fields of a `Headers` and copying it takes Bun a third of the
 * time that it takes to make one of an object with nine fields.
 */
export class RepeatedHeaders {
  readonly #headers = new Headers();
  #fields: HeaderFields = {};

  /** A `Headers` of these fields. The next call changes it: give it to a `Response`, which copies it, at once. */
  of(fields: HeaderFields): Headers {
    const before = this.#fields;
    for (const name in before) if (!(name in fields)) this.#headers.delete(name);
    for (const name in fields) if (fields[name] !== before[name]) this.#headers.set(name, String(fields[name]));
    this.#fields = fields;
    return this.#headers;
  }
}
