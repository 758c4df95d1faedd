/**
 * Runs the script of a GTM container in headless Chromium, as a page of a made-up store would, with the network cut: every request is
 * answered from inside and written down. The library in the script is Google's, so it is the judge of what fires.
 */
import type { Browser, Page, Route } from 'playwright-core';

/** Where the settings of a container begin and end in its script. */
function resourceRange(script: string): [number, number] {
  const open = script.indexOf('{', script.indexOf('"resource"'));
  let depth = 0;
  for (let i = open; i < script.length; i++) {
    const c = script[i];
    if (c === '"') {
      for (i++; script[i] !== '"'; i++) if (script[i] === '\\') i++;
    } else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return [open, i + 1];
  }
  throw new Error('the script has no resource');
}

/** A script with the same library and other settings. */
export function withResource(script: string, resource: object): string {
  const [from, to] = resourceRange(script);
  const text = JSON.stringify(resource).replaceAll('<', '\\u003C').replaceAll('/', '\\/');
  return script.slice(0, from) + text + script.slice(to);
}

export interface StorePage {
  url: string;
  /** Runs in the page before the container. */
  before?: string;
  /** Custom events, pushed one after the other when the page has loaded. */
  events?: readonly string[];
}

/** Answers for requests that a container makes, by address. Any other request is written down and gets an empty answer. */
export type Answer = (url: string) => string | undefined;

const CONTAINER = 'https://www.googletagmanager.com/gtm.js?id=GTM-UNDER1TEST';
/** The tag of this id fires last on the load of a page. */
export const LAST_TAG = 999_999;

/** A page in which a container runs. It can be visited again and again. */
export class ContainerBrowser {
  readonly #page: Page;
  #script = '';
  #visited: StorePage = { url: '' };
  #answer: Answer = () => undefined;
  /** Requests of the last visit, without the page and the container. */
  requests: { url: string; body: string }[] = [];

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(browser: Browser): Promise<ContainerBrowser> {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    const self = new ContainerBrowser(page);
    await page.route('**/*', (route) => self.#fulfil(route));
    return self;
  }

  /** Visits a page. Gives the value of `result`, an expression, once `until` is true, an expression too. */
  async visit<T>(
    script: string,
    visited: StorePage,
    { until, result, answer }: { until: string; result: string; answer?: Answer },
  ): Promise<T> {
    this.#script = script;
    this.#visited = visited;
    this.#answer = answer ?? (() => undefined);
    this.requests = [];
    await this.#page.goto(visited.url, { waitUntil: 'load' });
    await this.#page.waitForFunction(until, undefined, { polling: 20 });
    for (const event of visited.events ?? []) {
      await this.#page.evaluate(
        (name) =>
          new Promise<void>((done) => {
            const { dataLayer } = window as unknown as { dataLayer: { push(entry: object): void } };
            dataLayer.push({ event: name, eventCallback: () => done(), eventTimeout: 2000 });
          }),
        event,
      );
    }
    return this.#page.evaluate(result) as Promise<T>;
  }

  async #fulfil(route: Route): Promise<void> {
    const url = route.request().url();
    if (route.request().isNavigationRequest() && route.request().frame() === this.#page.mainFrame()) {
      const start = "window.dataLayer=window.dataLayer||[];dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'})";
      const body = `<!doctype html><html><head><script>${this.#visited.before ?? ''};${start}</script><script src="${CONTAINER}"></script></head><body><p>Cups</p></body></html>`;
      return route.fulfill({ contentType: 'text/html', body });
    }
    if (url === CONTAINER) return route.fulfill({ contentType: 'text/javascript', body: this.#script });
    this.requests.push({ url, body: route.request().postData() ?? '' });
    return route.fulfill({ contentType: 'text/javascript', body: this.#answer(url) ?? '' });
  }
}
