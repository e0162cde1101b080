import { useMemo, useState, useSyncExternalStore, type FormEvent } from 'react';
import { useSearchParams } from 'wouter';
import { ClusterProvider, useAnswer, useClient } from '../../graphql/client-context';
import { ClusterDiffQuery, ClusterNamesQuery, HistoryQuery } from '../../graphql/operations.generated';
import { commands } from '../../model/actions/commands';
import { colouringBy, ColourBy } from '../../model/board/colouring';
import { filterOf } from '../../model/board/filter';
import { DARK, LIGHT } from '../../model/board/palette';
import { clusterTime } from '../../model/clock-words';
import { earlierState, figureRows, namedState, shortValue, stateText } from '../../model/compare';
import { theme } from '../../theme/theme';
import { Command } from '../cluster/actions/commands';
import { ClusterBar } from '../cluster/cluster-bar';
import { SideBoard } from './side-board';
import './compare.css';

const NO_VARIABLES = {};
const SHOWN_FIELDS = 6;
const SIGNS = { ADDED: '+ only in the second', REMOVED: '− only in the first', CHANGED: '≠ differs' } as const;

/** Two clusters, or two moments of one, side by side with their differences. */
export default function ComparePage() {
  const { cluster } = useClient();
  const [query, setQuery] = useSearchParams();
  const { data: past, isLoading: isAsking } = useAnswer(HistoryQuery, { name: cluster });
  const from = query.get('from') ?? earlierState(cluster, past?.cluster ?? undefined);
  const to = query.get('to') ?? cluster;
  const kind = query.get('kind') ?? '';
  const { data, error, isLoading, reload } = useAnswer(isAsking ? undefined : ClusterDiffQuery, {
    from,
    to,
    ...(kind === '' ? {} : { kind }),
  });
  const { data: names } = useAnswer(ClusterNamesQuery, NO_VARIABLES);
  const isDark = useSyncExternalStore(theme.subscribe, theme.isDark);
  const palette = isDark ? DARK : LIGHT;
  const [nowMs] = useState(() => Date.now());
  const look = useMemo(
    () => ({ palette, colouring: colouringBy(ColourBy.Application, palette, () => nowMs), filter: filterOf('') }),
    [palette, nowMs],
  );
  const compare = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = ['from', 'to', 'kind'].map((key) => [key, String(form.get(key)).trim()] as const);
    setQuery(said.filter(([, value]) => value !== '') as [string, string][]);
    reload();
  };
  const diff = data?.clusterDiff;
  return (
    <div className="compare">
      <ClusterBar view="compare" />
      {/* Not before the states are known: a form that is made again forgets what was typed. */}
      {!isAsking && (
        <form key={`${from} ${to}`} className="tool-bar" aria-label="What is compared" onSubmit={compare}>
          <label>
            First
            <input name="from" list="states" defaultValue={from} />
          </label>
          <label>
            Second
            <input name="to" list="states" defaultValue={to} />
          </label>
          <label>
            Kind
            <input name="kind" placeholder="all" defaultValue={kind} size={12} />
          </label>
          <button>Compare</button>
          <span className="quiet small">A cluster, or NAME@MOMENT: a revision, a time, or how long ago (-10m).</span>
          <datalist id="states">
            {names?.clusters.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </form>
      )}
      <main className="compare-main">
        {error && (
          <p role="alert" className="error-text">
            {error.message}
          </p>
        )}
        {!data && isLoading && <p className="quiet">Comparing…</p>}
        {diff && (
          <>
            <div className="compare-boards">
              {[diff.from, diff.to].map((state, index) => {
                const { moment } = namedState(index === 0 ? from : to, cluster);
                return (
                  <section key={index} className="card" aria-label={index === 0 ? 'First state' : 'Second state'}>
                    <h2>
                      {stateText({ cluster: state.cluster, moment })}{' '}
                      <span className="quiet small mono">
                        {clusterTime(state.time)} · revision {state.resourceVersion}
                      </span>
                    </h2>
                    <ClusterProvider cluster={state.cluster}>
                      <SideBoard revision={moment === '' ? undefined : state.resourceVersion} look={look} />
                    </ClusterProvider>
                  </section>
                );
              })}
            </div>
            <div className="compare-tables">
              <table className="card" aria-label="Figures">
                <thead>
                  <tr>
                    <td />
                    <th scope="col">First</th>
                    <th scope="col">Second</th>
                    <th scope="col">Difference</th>
                  </tr>
                </thead>
                <tbody>
                  {figureRows(diff.from, diff.to).map(({ name, before, after, difference }) => (
                    <tr key={name}>
                      <th scope="row">{name}</th>
                      <td>{before}</td>
                      <td>{after}</td>
                      <td className="strong">{difference}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <section aria-label="Differences">
                <h2>
                  {diff.added} added, {diff.removed} removed, {diff.changed} changed
                </h2>
                <Command command={commands.compare(from, to, kind)} />
                <ul className="differences">
                  {diff.objects.map(({ change, kind: of, namespace, name, fields }) => (
                    <li key={`${of}${namespace}${name}`}>
                      <span className={change === 'CHANGED' ? 'pill' : change === 'ADDED' ? 'pill good' : 'pill bad'}>
                        {SIGNS[change]}
                      </span>{' '}
                      <span className="mono">
                        {of} {namespace ? `${namespace}/` : ''}
                        {name}
                      </span>
                      {fields.slice(0, SHOWN_FIELDS).map(({ path, before, after }) => (
                        <div key={path} className="difference small">
                          <span className="quiet">{path}</span> {shortValue(before)} → {shortValue(after)}
                        </div>
                      ))}
                      {fields.length > SHOWN_FIELDS && (
                        <div className="difference small quiet">and {fields.length - SHOWN_FIELDS} more fields</div>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            </div>
          </>
        )}
      </main>
    </div>
  );
}
