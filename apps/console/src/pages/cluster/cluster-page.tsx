import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useClient } from '../../graphql/client-context';
import { useBoard, type LiveBoard } from '../../live/use-board';
import { useFacts } from '../../live/use-facts';
import { usePastBoard } from '../../live/use-past-board';
import { usePastFacts } from '../../live/use-past-facts';
import { useSpans } from '../../live/use-spans';
import { useTimeline } from '../../live/use-timeline';
import { colouringBy, ColourBy } from '../../model/board/colouring';
import { filterOf } from '../../model/board/filter';
import { DARK, LIGHT } from '../../model/board/palette';
import type { Subject } from '../../model/board/subject';
import { zoneTexts } from '../../model/board/zone-words';
import type { FaultChoice } from '../../model/faults/fault-palette';
import type { TimelineEntry } from '../../model/timeline/entries';
import { grouped, plural } from '../../model/words';
import { theme } from '../../theme/theme';
import { BoardCanvas } from './board/board-canvas';
import { SearchBox } from './board/search-box';
import { ClusterBar } from './cluster-bar';
import { ClockBar } from './clock/clock-bar';
import { Timeline } from './clock/timeline';
import { Legend } from './board/legend';
import { FaultBar, injectFault } from './faults/fault-bar';
import { ForkDialog } from './forks/fork-dialog';
import { Inspector } from './inspector/inspector';
import './cluster.css';

/** Page of a cluster: its board now or at a past moment, its clock, and the selection. */
export function ClusterPage() {
  const live = useBoard();
  const liveFacts = useFacts();
  const { entries, isReading, hasEarlier, readEarlier } = useTimeline();
  const [moment, setMoment] = useState<TimelineEntry>();
  const past = usePastBoard(moment?.revision, live);
  const board = past ?? live;
  const pastFacts = usePastFacts(moment?.factsAt);
  const facts = useMemo(
    () => (moment === undefined ? liveFacts : { ...liveFacts, ...pastFacts }),
    [moment, liveFacts, pastFacts],
  );
  const [search, setSearch] = useState('');
  const [by, setBy] = useState<ColourBy>(ColourBy.Application);
  const filter = useMemo(() => filterOf(search), [search]);
  const [selected, setSelected] = useState<Subject>();
  const [near, setNear] = useState<Subject>();
  const [isForking, setIsForking] = useState(false);
  const faults = useFaultPalette();
  const spans = useSpans(liveFacts, entries[0]?.revision);
  const isDark = useSyncExternalStore(theme.subscribe, theme.isDark);
  const palette = isDark ? DARK : LIGHT;
  const now = useRef(0);
  now.current = moment?.timeMs ?? (facts.clock ? Date.parse(facts.clock.now) : 0);
  const colouring = useMemo(() => colouringBy(by, palette, () => now.current), [by, palette]);
  const { state, version } = board;
  const texts = useMemo(() => zoneTexts(state.nodes.values(), facts.zones), [state, version, facts.zones]);
  const textsKey = JSON.stringify([...texts]);
  const view = useMemo(
    () => ({
      look: { palette, colouring, filter },
      faults: facts.faults,
      zoneTexts: texts,
      badZones: new Set([...texts].filter(([, { isBad }]) => isBad).map(([name]) => name)),
    }),
    // The texts are made again with every change; only another text makes another view.
    [palette, colouring, filter, facts.faults, textsKey],
  );
  return (
    <div className="cluster">
      <ClusterBar view="" />
      <div className="tool-bar" role="region" aria-label="What the board shows">
        <SearchBox
          board={board}
          text={search}
          filter={filter}
          selected={selected}
          onText={setSearch}
          onFound={(subject) => {
            setSelected(subject);
            setNear(subject);
          }}
        />
        <label>
          Colour
          <select value={by} onChange={({ target }) => setBy(target.value as ColourBy)}>
            {Object.values(ColourBy).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <button onClick={() => setIsForking(true)}>Fork…</button>
        <button aria-expanded={faults.isOpen} aria-pressed={faults.isOpen} onClick={faults.toggle}>
          Faults
        </button>
        <Figures board={board} />
      </div>
      {faults.isOpen && (
        <FaultBar
          selected={selected}
          hasFaults={liveFacts.faults.size > 0}
          seconds={faults.seconds}
          onSeconds={faults.setSeconds}
          onInject={faults.inject}
          says={faults.says}
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
              note={<Note board={board} />}
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
              nowMs={liveFacts.clock ? Date.parse(liveFacts.clock.now) : 0}
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
      {isForking && (
        <ForkDialog moment={moment} onRewound={() => location.reload()} onClose={() => setIsForking(false)} />
      )}
    </div>
  );
}

/** The state of the palette of faults. */
function useFaultPalette() {
  const client = useClient();
  const [isOpen, setIsOpen] = useState(false);
  const [seconds, setSeconds] = useState<number>();
  const [says, setSays] = useState('');
  const inject = (choice: FaultChoice, subject: Subject): void =>
    void injectFault(client, choice, subject, seconds).then(setSays);
  return { isOpen, toggle: () => setIsOpen(!isOpen), seconds, setSeconds, says, inject };
}

function Figures({ board: { state } }: { readonly board: LiveBoard }) {
  const notReady = [...state.nodes.values()].filter(({ health }) => health !== 'ready').length;
  return (
    <div className="figures">
      <span className="pill">{plural(state.nodes.size, 'node')}</span>
      <span className="pill">{plural(state.pods.size, 'pod')}</span>
      {state.waiting.size > 0 && <span className="pill warn">◌ {grouped(state.waiting.size)} waiting</span>}
      {notReady > 0 && <span className="pill bad">✕ {grouped(notReady)} not ready</span>}
    </div>
  );
}

/** Progress of the first reading, or the reason for which nothing can be read. */
function Note({ board: { state, progress } }: { readonly board: LiveBoard }) {
  const { error, isComplete, read, total } = progress;
  const text =
    error !== undefined
      ? `${error.message} Trying again…`
      : !isComplete
        ? total === undefined
          ? 'Reading the cluster…'
          : `Reading pods: ${grouped(read)} of ${grouped(total)}`
        : state.nodes.size === 0
          ? 'This cluster has no nodes yet.'
          : '';
  return (
    <div className="board-note" role="status">
      {text !== '' && <span className={`card ${error ? 'error-text' : 'quiet'}`}>{text}</span>}
    </div>
  );
}
