import { useMemo, useState } from 'react';
import type { BoardView } from '../../draw/board-engine';
import { useBoard, type LiveBoard } from '../../live/use-board';
import { usePastBoard } from '../../live/use-past-board';
import type { Subject } from '../../model/board/subject';
import { zoneTexts } from '../../model/board/zone-words';
import { BoardCanvas } from '../cluster/board/board-canvas';

interface SideBoardProps {
  /** The state that is shown; undefined: the cluster as it is. */
  readonly revision: string | undefined;
  readonly look: BoardView['look'];
}

/** The board of one of two states. */
export function SideBoard({ revision, look }: SideBoardProps) {
  return revision === undefined ? <Live look={look} /> : <Past revision={revision} look={look} />;
}

function Live({ look }: Pick<SideBoardProps, 'look'>) {
  return <Shown board={useBoard()} look={look} />;
}

function Past({ revision, look }: { readonly revision: string; readonly look: BoardView['look'] }) {
  const board = usePastBoard(revision);
  return board ? <Shown board={board} look={look} /> : <p className="quiet">Reading the past…</p>;
}

function Shown({ board, look }: { readonly board: LiveBoard; readonly look: BoardView['look'] }) {
  const [selected, setSelected] = useState<Subject>();
  const { state, version } = board;
  const view = useMemo<BoardView>(
    () => ({
      look,
      faults: new Map<string, readonly string[]>(),
      zoneTexts: zoneTexts(state.nodes.values(), new Map()),
      badZones: new Set<string>(),
    }),
    [look, state, version],
  );
  return (
    <div className="side-board">
      <BoardCanvas board={board} view={view} selected={selected} onSelect={setSelected} onFault={() => undefined} />
    </div>
  );
}
