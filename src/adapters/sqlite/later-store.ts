/** Stores that are opened by their first call, so that a start does not load them. All methods of a store return promises. */

type Methods<T> = { [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** @param ready the methods that need not wait */
export function laterStore<T extends Methods<T>, R extends keyof T = never>(
  open: () => Promise<Omit<T, R>>,
  ready = {} as Pick<T, R>,
): T {
  const opened = once(open);
  return new Proxy(ready as object, {
    get(known, name) {
      if (name in known) return known[name as never];
      // Promises and `JSON.stringify` ask whether any object has these.
      if (name === 'then' || name === 'toJSON' || typeof name === 'symbol') return undefined;
      return async (...args: never[]) => (await opened())[name as Exclude<keyof T, R>](...args);
    },
  }) as T;
}

/** Opens at the first call, and again after one that failed: the database may have been locked. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
