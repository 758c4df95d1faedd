/** Where faults and requests are logged. Callers pass only the fields named here: never a key, a URL, a body or a personal address. */
export interface Log {
  /** One line a request; only when `PORTSIDE_LOG=requests`, or when the request failed on our side. */
  request(fields: { id: string; method: string; route: string; status: number; keyId?: number }): void;
  /** Something failed on our side; `error` is for the operator alone. */
  fault(message: string, error: unknown, fields?: Record<string, string | number>): void;
  info(message: string, fields?: Record<string, string | number>): void;
}
