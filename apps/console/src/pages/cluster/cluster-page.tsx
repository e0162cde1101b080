import { lazy, Suspense, useState } from 'react';
import { useSpans } from '../../live/use-spans';
import { useTimeline } from '../../live/use-timeline';
import { ColourBy } from '../../model/board/colouring';
import { BoardCanvas } from './board/board-canvas';
import { BoardNote } from './board/board-note';
import { Legend } from './board/legend';
import { useSelection } from './board/use-selection';
import { useBoardView } from './board/use-board-view';
import { BoardTools } from './board-tools';
import { ClusterBar } from './cluster-bar';
import { ClockBar } from './clock/clock-bar';
import { Timeline } from './clock/timeline';
import { FaultBar } from './faults/fault-bar';
import { useFaultPalette } from './faults/use-fault-palette';
import { Creation } from './create/creation';
import { ForkDialog } from './forks/fork-dialog';
import { Inspector } from './inspector/inspector';
import { useShownCluster } from './use-shown-cluster';
import './cluster.css';
import './create/create.css';
import './narrow.css';

/** Loaded when it is opened: it brings the samples. */
const CreateDialog = lazy(() => import('./create/create-dialog'));

/** Page of a cluster: its board now or at a past moment, its clock, and the selection. In a lesson it offers nothing else. */
export function ClusterPage({ isLesson = false }: { readonly isLesson?: boolean }) {
  const { board, facts, liveFacts, moment, setMoment } = useShownCluster();
  const { entries, isReading, hasEarlier, readEarlier } = useTimeline();
  const spans = useSpans(liveFacts, entries[0]?.revision);
  const { search, filter, selected, near, setSearch, select, find } = useSelection();
  const [by, setBy] = useState<ColourBy>(ColourBy.Application);
  const [creation, setCreation] = useState<Creation>();
  const [isForking, setIsForking] = useState(false);
  const faults = useFaultPalette();
  const nowMs = liveFacts.clock ? Date.parse(liveFacts.clock.now) : 0;
  const view = useBoardView({ board, facts, filter, by, nowMs: moment?.timeMs ?? nowMs });
  const { palette, colouring } = view.look;
  return (
    <div className="cluster">
      <ClusterBar view="" />
      <BoardTools
        board={board}
        search={search}
        filter={filter}
        selected={selected}
        by={by}
        hasFaultBar={faults.isOpen}
        onSearch={setSearch}
        onFound={find}
        onColour={setBy}
        onCreate={() => setCreation(board.state.nodes.size === 0 ? Creation.Nodes : Creation.Application)}
        onFork={() => setIsForking(true)}
        onFaultBar={faults.toggle}
      />
      {faults.isOpen && (
        <FaultBar
          selected={selected}
          hasFaults={liveFacts.faults.size > 0}
          seconds={faults.seconds}
          onSeconds={faults.setSeconds}
          onInject={faults.inject}
          refusal={faults.problem}
        />
      )}
      <div className="cluster-parts">
        <div className="cluster-whole">
          <main className="board-side">
            <BoardCanvas
              board={board}
              view={view}
              selected={selected}
              near={near}
              onSelect={select}
              onFault={faults.inject}
              note={<BoardNote board={board} isOffering={!isLesson && !moment} onCreate={setCreation} />}
            >
              <Legend board={board} colouring={colouring} />
            </BoardCanvas>
          </main>
          <footer className="dock">
            <ClockBar clock={liveFacts.clock} />
            <Timeline
              entries={entries}
              isReading={isReading}
              onEarlier={hasEarlier ? readEarlier : undefined}
              spans={spans}
              nowMs={nowMs}
              at={moment}
              palette={palette}
              onMoment={setMoment}
              onSelect={select}
            />
          </footer>
        </div>
        {selected && (
          <Inspector
            subject={selected}
            board={board}
            facts={facts}
            moment={moment}
            onSelect={select}
            onMoment={setMoment}
          />
        )}
      </div>
      {creation && (
        <Suspense>
          <CreateDialog
            first={creation}
            board={board}
            isPaused={liveFacts.clock?.mode === 'MANUAL'}
            onClose={() => setCreation(undefined)}
          />
        </Suspense>
      )}
      {isForking && (
        <ForkDialog moment={moment} onRewound={() => location.reload()} onClose={() => setIsForking(false)} />
      )}
    </div>
  );
}
