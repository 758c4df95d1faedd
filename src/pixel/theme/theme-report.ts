/** The report on the source of a theme. It never speaks for the whole store: pixels and the code of apps are not in a theme. */
import type { DetailedReport } from '../../domain/scan-report.ts';
import type { ReaderFaults } from '../reader-faults.ts';
import { detailedReport } from '../report/detailed-report.ts';
import type { Fact, UnreadFact } from '../tags/facts.ts';
import type { ReadTheme } from './read-theme.ts';

export function themeReport({ facts, appEmbeds }: ReadTheme, faults?: ReaderFaults): DetailedReport {
  const unread: Fact[] = [
    {
      ...unreadFact('app_pixel', 'customer-events', 'They are under Settings > Customer events, not in a theme.'),
      name: 'all app pixels and custom pixels',
    },
    ...appEmbeds.map((app) => unreadFact('loader', app, `The code of the app embed ${app} comes from the app.`)),
  ];
  return detailedReport([...facts, ...unread], undefined, faults);
}

function unreadFact(what: UnreadFact['what'], id: string, reason: string): UnreadFact {
  return { kind: 'unread', what, id, reason, offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
}
