/**
 * Reads parsed JSON field by field. Each fault is reported with its JSON pointer and with what the value must be, never with the
 * value itself.
 */
import { pointerTo } from './json-pointer.ts';

/** Of a field, or the index of an item. */
type Name = string | number;

/**
 * Takes a fault. `name` is that of the field, unless a whole object is at fault. What it returns is read in place of the value:
 * undefined if it collects faults. If it throws, the first fault ends the reading (`never`).
 */
export type Report<Faulty extends undefined> = (pointer: string, message: string, name?: Name) => Faulty;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object, or the items of an array by their index. A message follows the name: `must be true or false`. */
export class Fields<Faulty extends undefined = never> {
  constructor(
    private readonly values: object,
    private readonly report: Report<Faulty>,
    private readonly pointer = '',
  ) {}

  /** @param value must be an object */
  static of<Faulty extends undefined>(value: unknown, report: Report<Faulty>, pointer = ''): Fields<Faulty> | Faulty {
    return isObject(value) ? new Fields(value, report, pointer) : report(pointer, 'must be an object');
  }

  /** Reports a fault of a field, or of the whole object. */
  refuse(message: string, name?: Name): Faulty {
    return this.report(name === undefined ? this.pointer : this.pointerTo(name), message, name);
  }

  pointerTo(name: Name): string {
    return pointerTo(this.pointer, name);
  }

  /** As it was sent; undefined if it is absent. */
  value(name: Name): unknown {
    return Object.hasOwn(this.values, name) ? (this.values as Record<Name, unknown>)[name] : undefined;
  }

  has(name: Name): boolean {
    return this.value(name) !== undefined;
  }

  keys(): string[] {
    return Object.keys(this.values);
  }

  /** Refuses other fields. Otherwise a misspelt `to` would leave a listing without an end. */
  only(known: readonly string[]): void {
    for (const name in this.values) {
      if (!known.includes(name)) this.refuse(`has an unknown field "${name.slice(0, 40)}"`);
    }
  }

  /** @param lengthMax in UTF-16 units */
  text(name: Name, lengthMax = 500): string | Faulty {
    const value = this.value(name);
    if (typeof value !== 'string' || value === '') return this.refuse('must be a non-empty text', name);
    return value.length > lengthMax ? this.refuse(`must have at most ${lengthMax} characters`, name) : value;
  }

  /** @param what such as `lower-case letters` */
  matching(name: Name, pattern: RegExp, what: string): string | Faulty {
    const value = this.text(name);
    return value === undefined || pattern.test(value) ? value : this.refuse(`must be ${what}`, name);
  }

  oneOf<T extends string>(name: Name, values: readonly T[]): T | Faulty {
    const value = this.value(name) as T;
    return values.includes(value) ? value : this.refuse(`must be one of: ${values.join(', ')}`, name);
  }

  /** @param what `a whole number` admits no others */
  number(name: Name, min: number, max: number, what: 'a number' | 'a whole number' = 'a number'): number | Faulty {
    const value = this.value(name);
    const isInside = typeof value === 'number' && value >= min && value <= max;
    if (isInside && (what === 'a number' || Number.isInteger(value))) return value;
    return this.refuse(`must be ${what} from ${min} to ${max}`, name);
  }

  flag(name: Name): boolean | Faulty {
    const value = this.value(name);
    return typeof value === 'boolean' ? value : this.refuse('must be true or false', name);
  }

  object(name: Name): Fields<Faulty> | Faulty {
    return Fields.of(this.value(name), this.report, this.pointerTo(name));
  }

  /**
   * The items of an array, each as `read` reads it. A list that is too long is not read, so that its faults stay few.
   * @param what what the message calls the items
   */
  list<T>(name: Name, lengthMax: number, what: string, read: (items: Fields<Faulty>, at: number) => T): T[] | Faulty {
    const values = this.value(name);
    if (!Array.isArray(values)) return this.refuse('must be an array', name);
    if (values.length > lengthMax) return this.refuse(`must have at most ${lengthMax} ${what}`, name);
    const items = new Fields(values, this.report, this.pointerTo(name));
    return values.map((_, at) => read(items, at));
  }

  /** The objects of an array. */
  each(name: Name, lengthMax: number): (Fields<Faulty> | Faulty)[] | Faulty {
    return this.list(name, lengthMax, 'rows', (items, at) => items.object(at));
  }

  texts(name: Name, lengthMax: number): string[] | Faulty {
    const values = this.value(name);
    if (isTexts(values) && values.length <= lengthMax) return values;
    return this.refuse(`must be an array of at most ${lengthMax} texts`, name);
  }

  textLists(name: Name, lengthMax: number): string[][] | Faulty {
    const values = this.value(name);
    if (Array.isArray(values) && values.length <= lengthMax && values.every(isTexts)) return values;
    return this.refuse(`must be an array of at most ${lengthMax} arrays of texts`, name);
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
