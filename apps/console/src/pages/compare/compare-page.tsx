import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ClusterProvider, useAnswer, useClient } from '../../graphql/client-context';
import { ClusterDiffQuery, ClusterNamesQuery, HistoryQuery } from '../../graphql/operations.generated';
import { colouringBy, ColourBy } from '../../model/board/colouring';
import { filterOf } from '../../model/board/filter';
import { clusterTime } from '../../model/clock-words';
import { earlierState, namedState, stateText } from '../../model/compare';
import { usePalette } from '../../theme/use-palette';
import { ClusterBar } from '../cluster/cluster-bar';
import { CompareForm, type Compared } from './compare-form';
import { DifferenceList, FigureTable, type Diff } from './difference-tables';
import { SideBoard } from './side-board';
import './compare.css';

const NO_VARIABLES = {};

/** Two clusters, or two moments of one, side by side with their differences. */
export default function ComparePage() {
  const { cluster } = useClient();
  const [query, setQuery] = useSearchParams();
  const { data: past, isLoading: isAskingPast } = useAnswer(HistoryQuery, { name: cluster });
  const { data: names, isLoading: isAskingNames } = useAnswer(ClusterNamesQuery, NO_VARIABLES);
  const isAsking = isAskingPast || isAskingNames;
  const from =
    query.get('from') ??
    earlierState(
      cluster,
      past?.cluster ?? undefined,
      names?.clusters.map(({ name }) => name),
    );
  const to = query.get('to') ?? cluster;
  const kind = query.get('kind') ?? '';
  const { data, error, isLoading, reload } = useAnswer(isAsking ? undefined : ClusterDiffQuery, {
    from,
    to,
    ...(kind === '' ? {} : { kind }),
  });
  const compare = (compared: Compared): void => {
    setQuery(Object.entries(compared).filter(([, value]) => value !== ''));
    reload();
  };
  const diff = data?.clusterDiff;
  return (
    <div className="compare">
      <ClusterBar view="compare" />
      {/* Not before the states are known: a form that is made again forgets what was typed. */}
      {!isAsking && <CompareForm key={`${from} ${to}`} from={from} to={to} kind={kind} onCompare={compare} />}
      <main className="compare-main">
        {error && (
          <p role="alert" className="error-text">
            {error.message}
          </p>
        )}
        {!data && isLoading && <p className="quiet">Comparing…</p>}
        {diff && (
          <>
            <Boards diff={diff} from={from} to={to} />
            <div className="compare-tables">
              <FigureTable diff={diff} />
              <DifferenceList diff={diff} compared={{ from, to, kind }} />
            </div>
          </>
        )}
      </main>
    </div>
  );
}

interface BoardsProps {
  readonly diff: Diff;
  /** Names of the two states, as the user gave them. */
  readonly from: string;
  readonly to: string;
}

/** The boards of both states. */
function Boards({ diff, from, to }: BoardsProps) {
  const { cluster } = useClient();
  const palette = usePalette();
  const [nowMs] = useState(() => Date.now());
  const look = useMemo(
    () => ({ palette, colouring: colouringBy(ColourBy.Application, palette, () => nowMs), filter: filterOf('') }),
    [palette, nowMs],
  );
  const states = [
    { label: 'First state', state: diff.from, ...namedState(from, cluster) },
    { label: 'Second state', state: diff.to, ...namedState(to, cluster) },
  ];
  return (
    <div className="compare-boards">
      {states.map(({ label, state, moment }) => (
        <section key={label} className="card" aria-label={label}>
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
      ))}
    </div>
  );
}
