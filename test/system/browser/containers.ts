/**
 * What fires in a container, by a judge that is not ours: the library in Google's own script, run in Debian's Chromium with the network
 * cut. The scripts are other people's, so they are not part of this repository; they are read from beside it.
 *   bun test ./test/system/browser/containers.ts
 * Skipped when something is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Browser, chromium } from 'playwright-core';
import { Work } from '../../../src/domain/work.ts';
import { firingsOn } from '../../../src/pixel/containers/firing.ts';
import { containerOf } from '../../../src/pixel/containers/resource.ts';
import { ContainerBrowser, LAST_TAG, withResource } from '../../support/container-browser.ts';
import { containers, countingTag, EVENTS, type SampleResource, STORE_URLS } from '../../support/container-samples.ts';
import { shared } from '../../support/paths.ts';
import { ARGS, CHROMIUM } from './chromium.ts';

const SCRIPTS = `${shared}/pixel/containers`;
const missing = [CHROMIUM, SCRIPTS].filter((path) => !existsSync(path));
if (missing.length > 0) {
  const reason = `the containers in a browser need ${missing.join(' and ')}`;
  if (process.env.CI === 'true') throw new Error(reason);
  process.stderr.write(`skipped: ${reason}\n`);
}

const RUNS = 12;
/** Values of the data layer that a prediction cannot know. */
const PLANS = ['gold', 'silver', undefined];

/** With a tag that fires after all others on the load of a page. */
function withLastTag({ tags, predicates, rules, ...rest }: SampleResource): object {
  return {
    ...rest,
    tags: [...tags, countingTag(LAST_TAG, { priority: -100 })],
    predicates: [...predicates, { function: '_eq', arg0: ['macro', 0], arg1: 'gtm.load' }],
    rules: [
      ...rules,
      [
        ['if', predicates.length],
        ['add', tags.length],
      ],
    ],
  };
}

describe.skipIf(missing.length > 0)('a container in a browser', () => {
  let browser: Browser;
  let store: ContainerBrowser;
  const script = (name: string) => readFileSync(`${SCRIPTS}/${name}.js`, 'utf8');

  beforeAll(async () => {
    const args = [...ARGS, '--host-resolver-rules=MAP * ~NOTFOUND'];
    browser = await chromium.launch({ executablePath: CHROMIUM, args });
    store = await ContainerBrowser.open(browser);
  }, 60_000);
  afterAll(() => browser?.close());

  /** How often each tag of a made-up container fired on a page, by the library of `name`. */
  async function fired(name: string, container: string, url: string, plan: string | undefined) {
    const before = `window.fired=[];window.dataLayer=[${JSON.stringify({ plan })}]`;
    const ids = await store.visit<number[]>(
      container,
      { url, before, events: EVENTS },
      // Scripts that a tag writes run in a task of their own.
      {
        until: `window.fired.includes(${LAST_TAG})`,
        result: 'new Promise((done) => setTimeout(() => done(window.fired), 30))',
      },
    );
    expect(ids, name).toContain(LAST_TAG);
    return Map.groupBy(ids, String);
  }

  for (const open of [false, true]) {
    const what = open ? 'with conditions that only the page knows' : 'with known conditions';
    test(`${what} fires as often as predicted, on ${RUNS} random containers and ${STORE_URLS.length} pages each`, async () => {
      let exact = 0;
      let within = 0;
      await fc.assert(
        fc.asyncProperty(containers(open), fc.constantFrom(...PLANS), async (resource, plan) => {
          const made = withResource(script('aguia'), withLastTag(resource));
          const container = containerOf(made, new Work())!;
          for (const url of STORE_URLS) {
            const seen = await fired('aguia', made, url, plan);
            for (const { tag, fires, times } of firingsOn(container, { url, events: EVENTS, referrer: '' })) {
              const count = seen.get(tag.id)?.length ?? 0;
              const where = `tag ${tag.id} on ${url}, ${fires}, ${times.min} to ${times.max}`;
              expect(count, where).toBeGreaterThanOrEqual(times.min);
              expect(count, where).toBeLessThanOrEqual(times.max);
              if (!open) expect(times.min, where).toBe(times.max);
              if (times.min === times.max) exact++;
              else within++;
            }
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      process.stdout.write(`containers ${what}: ${exact} tags as predicted, ${within} within an open prediction\n`);
      expect(exact).toBeGreaterThan(10 * within);
    }, 300_000);
  }
});
