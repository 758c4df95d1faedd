/** @jsxImportSource preact */
import { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Card, Facts, Heading, Table } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { page } from '../shell/layout.tsx';
import { dutyPage, newListPage, schedulePage } from '../shell/links.ts';
import { programmeName, rateText } from '../shell/tariff-words.ts';
import { covered, type SignedInRequest } from '../workbench-request.ts';
import type { Explained, History, Node, Tree } from './answers.ts';
import { SCHEDULE_STYLE } from './assets.ts';
import { HistoryCard } from './history-view.tsx';
import { Marks, MarksHint } from './marks.tsx';
import { SearchForm } from './search-view.tsx';

const NEIGHBOURS_SHOWN = 8;

interface NumberProps {
  tree: Tree;
  /** Undefined for a chapter, which has none. */
  history: History | ApiFailure | undefined;
  explained: Explained | ApiFailure | undefined;
}

export function numberPage(request: SignedInRequest, { tree, history, explained }: NumberProps): Response {
  const node = tree.node!;
  const isChapter = node.level === 'chapter';
  const title = isChapter ? `Chapter ${node.code}` : node.code;
  return page(request, {
    title,
    section: 'schedule',
    styles: [SCHEDULE_STYLE],
    body: (
      <>
        <Crumbs path={node.path} />
        <Heading title={title} lead={node.description ?? undefined}>
          {!isChapter && covered(request, 'tariff') && (
            <>
              <ButtonLink href={dutyPage(node.code)} primary>
                Work out the duty
              </ButtonLink>
              <ButtonLink href={newListPage([node.code])}>Add to a list</ButtonLink>
            </>
          )}
        </Heading>
        {node.described_by && (
          <p class="quiet">This number has no row of its own. The words are of {node.described_by}.</p>
        )}
        {isChapter ? <ChapterLists tree={tree} node={node} /> : <Answer {...{ request, tree, node, history }} />}
        {tree.children.length > 0 && <Below tree={tree} />}
        {explained !== undefined && <Neighbours request={request} node={node} explained={explained} />}
        {history !== undefined && <HistoryCard request={request} history={history} />}
        <SearchForm />
      </>
    ),
  });
}

/** Where a number stands. The rows without a number only group others, so they have no page. */
function Crumbs({ path }: { path: Node['path'] }) {
  return (
    <nav aria-label="Where this number stands" class="crumbs">
      <ol>
        <li>
          <a href="/work/schedule">Schedule</a>
        </li>
        {path.map(({ code, description }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several rows can have the same words, and no number.
          <li key={i}>
            {code === null ? (
              <span class="quiet">{description}</span>
            ) : (
              <>
                <a href={schedulePage(code)} aria-current={i === path.length - 1 ? 'page' : undefined}>
                  {code}
                </a>
                {i < path.length - 1 && description && <span class="quiet"> {description}</span>}
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function ChapterLists({ tree, node }: { tree: Tree; node: Node }) {
  return (
    <Card id="lists-title" title="Section 232 lists">
      <Marks listed={node.listed} status={node.status} />
      <ListVersions tree={tree} listed={node.listed} />
    </Card>
  );
}

interface AnswerProps {
  request: SignedInRequest;
  tree: Tree;
  node: Node;
  history: NumberProps['history'];
}

function Answer({ request, tree, node, history }: AnswerProps) {
  return (
    <div class="columns">
      <Card id="rates-title" title="Column 1 and 2" aside={<span class="quiet">{tree.revision}</span>}>
        <Facts
          facts={[
            ['General', node.general || <span class="quiet">stated below</span>],
            ['Special', node.special || <span class="quiet">{node.general ? 'none' : 'stated below'}</span>],
            ['Column 2', node.other || <span class="quiet">stated below</span>],
            ['Units', node.units.join(', ') || <span class="quiet">{node.general ? 'none' : 'stated below'}</span>],
          ]}
        />
        <p class="hint">As printed. Other duties, quotas and agreements are not in these rates.</p>
      </Card>
      <Card id="lists-title" title="Section 232 lists" aside={<span class="quiet">on {tree.as_of}</span>}>
        <Marks listed={node.listed} status={node.status} />
        {history instanceof ApiFailure ? (
          <FailureNotice request={request} failure={history} />
        ) : (
          history && <Terms history={history} />
        )}
        <ListVersions tree={tree} listed={node.listed} />
      </Card>
    </div>
  );
}

/** What holds today, with where it is published. */
function Terms({ history: { periods, as_of, unsettled_law } }: { history: History }) {
  const now = periods.find(({ from, to }) => from <= as_of && (to === null || as_of <= to));
  return (
    <>
      {unsettled_law && (
        <p>
          <strong>An announced change that was not read may be in force today. Do not rely on this.</strong>
        </p>
      )}
      <ul class="terms">
        {now?.listed.map((terms) => (
          <li key={terms.programme + terms.note + terms.rate}>
            <strong>{rateText(terms)}</strong> under {terms.ch99_heading ?? 'a heading that is not published'}
            <span class="under">
              {`${programmeName(terms.programme)}: ${terms.goods}${terms.coverage === 'part' ? ', some goods of the number' : ''}`}
            </span>
            {terms.condition && <span class="under">Condition: {terms.condition}</span>}
            <span class="under">
              Note {terms.note}. {terms.source}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function ListVersions({ tree, listed }: { tree: Tree; listed: Node['listed'] }) {
  const named = new Set(listed.flatMap(({ lists }) => lists));
  const all = Object.entries(tree.list_versions).map(([list, version]) => `${list} ${version}`);
  const said = [...named].map((list) => `${list} ${tree.list_versions[list] ?? ''}`);
  return (
    <p class="hint">
      {said.length > 0 ? `Listed by ${said.join(', ')}.` : `Looked for in ${all.join(', ')}.`} The law was read to{' '}
      {tree.law_read_to}.
    </p>
  );
}

function Below({ tree }: { tree: Tree }) {
  let last = '';
  return (
    <Card id="below-title" title="Directly below">
      <Table label="Numbers directly below" stacked>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Description</th>
            <th scope="col">Section 232 lists</th>
          </tr>
        </thead>
        <tbody>
          {tree.children.map(({ code, description, groups, listed, status }) => {
            const group = groups.join(' › ');
            const isNew = group !== last && group !== '';
            last = group;
            return (
              <tr key={code}>
                <th scope="row">
                  <a class="code" href={schedulePage(code)}>
                    {code}
                  </a>
                </th>
                <td>
                  {isNew && <span class="under">{group}</span>}
                  <span class={group ? 'grouped' : undefined}>{description}</span>
                </td>
                <td data-label="Lists">
                  <Marks listed={listed} status={status} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <MarksHint asOf={tree.as_of} lawReadTo={tree.law_read_to} />
    </Card>
  );
}

interface NeighboursProps {
  request: SignedInRequest;
  node: Node;
  explained: Explained | ApiFailure;
}

/** Listed numbers that are near this one. Shown where it is on no list itself: a slip of one digit decides there. */
function Neighbours({ request, node, explained }: NeighboursProps) {
  if (explained instanceof ApiFailure) return <FailureNotice request={request} failure={explained} />;
  const { near_misses } = explained;
  if (node.listed.length > 0 || near_misses.length === 0) return null;
  return (
    <Card id="near-title" title="Listed numbers beside it">
      <ul class="terms">
        {near_misses.slice(0, NEIGHBOURS_SHOWN).map((listing) => (
          <li key={listing.code + listing.programme + listing.note}>
            <a class="code" href={schedulePage(listing.code)}>
              {listing.code}
            </a>{' '}
            {programmeName(listing.programme)}, {rateText(listing)}
            <span class="under">
              Note {listing.note}. {listing.source}
            </span>
          </li>
        ))}
      </ul>
      {near_misses.length > NEIGHBOURS_SHOWN && (
        <p class="hint">{near_misses.length - NEIGHBOURS_SHOWN} more are not shown. See the number above it.</p>
      )}
    </Card>
  );
}
