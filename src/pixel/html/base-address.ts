/** Resolves the addresses of a page against its `<base href>`. The base is parsed once, however many addresses there are. */

/** Every address costs the length of the base again, so it is limited. Real ones have some 30 characters. */
const BASE_CHARS_MAX = 512;

const ABSOLUTE = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
/** Stands for the host of the page, which an extractor does not know. */
const NO_HOST = 'https://base.invalid';

export class BaseAddress {
  /** Units of work to resolve one address. */
  static readonly work = BASE_CHARS_MAX / 8;
  readonly isTooLong: boolean;
  private readonly resolved: string | undefined;

  /** `href`: the value of the attribute. One that is too long or not an address resolves nothing. */
  constructor(readonly href: string) {
    this.isTooLong = href.length > BASE_CHARS_MAX;
    this.resolved = this.isTooLong ? undefined : URL.parse(href, `${NO_HOST}/`)?.href;
  }

  /** The address as the page uses it. A path stays a path if the base has no host. */
  resolve(address: string): string {
    if (this.resolved === undefined || ABSOLUTE.test(address)) return address;
    return URL.parse(address, this.resolved)?.href.replace(NO_HOST, '') ?? address;
  }
}
