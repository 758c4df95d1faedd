/** The log of faults and requests. It takes only the fields named here: no key, URL, body or personal address. */
export interface Log {
  /** One line for each request, if `PORTSIDE_LOG=requests`. */
  request(fields: { id: string; method: string; route: string; status: number; keyId?: number }): void;
  /** Something failed on our side. `error` is only for the operator. */
  fault(message: string, error: unknown, fields?: Record<string, string | number>): void;
  info(message: string, fields?: Record<string, string | number>): void;
}
