/** Three scripts of containers for each rule about containers, like the pages of `pages.ts`. Each is `GTM-ABC1234` unless it says otherwise. */
import type { Fixture } from './pages.ts';

const EVENT = { function: '__e' };
const PATH = { function: '__u', vtp_component: 'PATH' };
const LOADED = { function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' };
const THANKS = { function: '_cn', arg0: ['macro', 1], arg1: '/thank-you' };
const CONFIG = { function: '__googtag', vtp_tagId: 'G-ABCDE12345' };
const PAGE_VIEW = { function: '__gaawe', vtp_eventName: 'page_view', vtp_measurementIdOverride: 'G-ABCDE12345' };
const QUIET = {
  ...CONFIG,
  vtp_configSettingsTable: ['list', ['map', 'parameter', 'send_page_view', 'parameterValue', 'false']],
};

interface Resource {
  tags: object[];
  macros?: object[];
  predicates?: object[];
  rules?: unknown[];
}

/** Without rules of its own, every tag fires on every page. */
function script({ tags, macros = [], predicates = [], rules }: Resource, id = 'GTM-ABC1234', aliases = id): string {
  const resource = {
    version: '3',
    macros: [EVENT, PATH, ...macros],
    tags: tags.map((tag, i) => ({ ...tag, tag_id: i + 1 })),
    predicates: [LOADED, THANKS, ...predicates],
    rules: rules ?? [
      [
        ['if', 0],
        ['add', ...tags.keys()],
      ],
    ],
  };
  return `var data = {"resource": ${JSON.stringify(resource)},"runtime":[]};var me={ctid:"${id}",canonicalContainerId:"7000001",Ab:"${aliases}",Ac:"${id}"};`;
}

const found = (text: string): Fixture['adversarial'] => ({ page: text, is: 'found' });
const notFound = (text: string): Fixture['adversarial'] => ({ page: text, is: 'not found' });
const html = (code: string): object => ({
  function: '__html',
  vtp_html: `<script type="text/gtmscript">${code}</script>`,
});
const zone = (id: string): object => ({
  function: '__zone',
  vtp_childContainers: ['list', ['map', 'publicId', id]],
});
const setting = (name: string, fields: object): object => ({ function: name, ...fields });
const payload = (...tags: object[]): Resource => ({
  tags: [{ function: '__gct', vtp_trackingId: 'G-ABCDE12345' }, ...tags],
});

export const CONTAINER_SCRIPTS: Record<string, Fixture> = {
  container_tags_fire_together: {
    fires: script({ tags: [CONFIG, PAGE_VIEW] }),
    nearMiss: script({ tags: [QUIET, PAGE_VIEW] }),
    // Each fires where the other does not.
    adversarial: notFound(
      script({
        tags: [PAGE_VIEW, PAGE_VIEW],
        rules: [
          [
            ['if', 0, 1],
            ['add', 0],
          ],
          [
            ['if', 0],
            ['unless', 1],
            ['add', 1],
          ],
        ],
      }),
    ),
  },
  container_loads_itself: {
    fires: script({
      tags: [html("var s=document.createElement('script');s.src='https://x.example/gtm.js?id=GTM-ABC1234'")],
    }),
    nearMiss: script({ tags: [CONFIG] }),
    adversarial: notFound(script({ tags: [html('/* https://x.example/gtm.js?id=GTM-ABC1234 */')] })),
  },
  container_waits_for_consent: {
    fires: script({ tags: [{ ...CONFIG, consent: ['list', 'analytics_storage'] }] }),
    nearMiss: script({ tags: [CONFIG] }),
    // The load of every page begins with an event of this name.
    adversarial: notFound(
      script({
        tags: [CONFIG],
        predicates: [{ function: '_eq', arg0: ['macro', 0], arg1: 'gtm.init_consent' }],
        rules: [
          [
            ['if', 2],
            ['add', 0],
          ],
        ],
      }),
    ),
  },
  container_empty: {
    fires: script({ tags: [] }),
    nearMiss: script({ tags: [CONFIG] }),
    adversarial: found(
      script({ tags: [{ function: '__paused', vtp_originalTagType: 'googtag' }, { function: '__cl' }] }),
    ),
  },
  container_tag: {
    fires: script({ tags: [CONFIG] }),
    nearMiss: script({ tags: [CONFIG], rules: [] }),
    adversarial: notFound(script({ tags: [{ function: '__googtag', vtp_tagId: ['macro', 9] }] })),
  },
  container_event_name: {
    fires: script({ tags: [{ ...PAGE_VIEW, vtp_eventName: ['macro', 0] }] }),
    nearMiss: script({ tags: [PAGE_VIEW] }),
    // Google's tag does not send a name like this one.
    adversarial: notFound(script({ tags: [{ ...PAGE_VIEW, vtp_eventName: '_Bad name' }] })),
  },
  container_loads_container: {
    fires: script({ tags: [zone('GTM-CHILD12')] }),
    nearMiss: script({ tags: [zone('GTM-CHILD12')], rules: [] }),
    adversarial: notFound(script({ tags: [zone('a child')] })),
  },
  google_tag_aliases: {
    fires: script(payload(), 'G-ABCDE12345', 'G-ABCDE12345|GT-ABC1234'),
    nearMiss: script(payload(), 'G-ABCDE12345'),
    adversarial: notFound(`${script(payload(), 'G-ABCDE12345')}var list=["G-ABCDE12345|GT-ABC1234"]`),
  },
  google_tag_settings: {
    fires: script(
      payload(setting('__ogt_1p_data_v2', { vtp_isEnabled: true, vtp_autoEmailEnabled: true })),
      'G-ABCDE12345',
    ),
    nearMiss: script(
      payload(setting('__ogt_1p_data_v2', { vtp_isEnabled: false, vtp_autoEmailEnabled: true })),
      'G-ABCDE12345',
    ),
    adversarial: found(script(payload(setting('__ccd_em_page_view', { vtp_historyEvents: true })), 'G-ABCDE12345')),
  },
};

/** The id that a script of this file was made for. */
export function idOfScript(text: string): string {
  return /ctid:"([\w-]+)"/.exec(text)![1]!;
}
