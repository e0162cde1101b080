import { lazy, Suspense, useMemo, useState } from 'react';
import { useSpans } from '../../live/use-spans';
import { useTimeline } from '../../live/use-timeline';
import { ColourBy } from '../../model/board/colouring';
import { filterOf } from '../../model/board/filter';
import type { Subject } from '../../model/board/subject';
import { BoardCanvas } from './board/board-canvas';
import { ReadingNote } from './board/board-notes';
import { Legend } from './board/legend';
import { useBoardView } from './board/use-board-view';
import { BoardTools } from './board-tools';
import { ClusterBar } from './cluster-bar';
import { ClockBar } from './clock/clock-bar';
import { Timeline } from './clock/timeline';
import { FaultBar } from './faults/fault-bar';
import { useFaultPalette } from './faults/use-fault-palette';
import { Creation } from './create/creation';
import { EmptyBoard } from './create/empty-board';
import { ForkDialog } from './forks/fork-dialog';
import { Inspector } from './inspector/inspector';
import { useShownCluster } from './use-shown-cluster';
import './cluster.css';

/** Loaded when it is opened: it brings the samples. */
const CreateDialog = lazy(() => import('./create/create-dialog'));

/** Page of a cluster: its board now or at a past moment, its clock, and the selection. In a lesson it offers nothing else. */
export function ClusterPage({ isLesson = false }: { readonly isLesson?: boolean }) {
  const { board, facts, liveFacts, moment, setMoment } = useShownCluster();
  const { entries, isReading, hasEarlier, readEarlier } = useTimeline();
  const spans = useSpans(liveFacts, entries[0]?.revision);
  const [search, setSearch] = useState('');
  const filter = useMemo(() => filterOf(search), [search]);
  const [by, setBy] = useState<ColourBy>(ColourBy.Application);
  const [selected, setSelected] = useState<Subject>();
  const [near, setNear] = useState<Subject>();
  const [creation, setCreation] = useState<Creation>();
  const [isForking, setIsForking] = useState(false);
  const faults = useFaultPalette();
  const nowMs = liveFacts.clock ? Date.parse(liveFacts.clock.now) : 0;
  const view = useBoardView({ board, facts, filter, by, nowMs: moment?.timeMs ?? nowMs });
  const { palette, colouring } = view.look;
  const isEmpty = !isLesson && moment === undefined && board.progress.isComplete && board.state.pods.size === 0;
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
        onFound={(subject) => {
          setSelected(subject);
          setNear(subject);
        }}
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
              onSelect={setSelected}
              onFault={faults.inject}
              note={
                isEmpty ? (
                  <EmptyBoard hasNodes={board.state.nodes.size > 0} onCreate={setCreation} />
                ) : (
                  <ReadingNote board={board} />
                )
              }
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
              onSelect={setSelected}
            />
          </footer>
        </div>
        {selected && (
          <Inspector
            subject={selected}
            board={board}
            facts={facts}
            moment={moment}
            onSelect={setSelected}
            onMoment={setMoment}
          />
        )}
      </div>
      {creation && (
        <Suspense>
          <CreateDialog
            first={creation}
            board={board}
            isPaused={liveFacts.clock?.mode === 'PAUSED'}
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
