import { useMemo, useRef } from 'react';
import type { BoardView } from '../../../draw/board-engine';
import type { LiveBoard } from '../../../live/use-board';
import type { Facts } from '../../../live/use-facts';
import { colouringBy, type ColourBy } from '../../../model/board/colouring';
import type { BoardFilter } from '../../../model/board/filter';
import { zoneTexts } from '../../../model/board/zone-words';
import { usePalette } from '../../../theme/use-palette';

interface ViewOptions {
  readonly board: LiveBoard;
  readonly facts: Facts;
  readonly filter: BoardFilter;
  readonly by: ColourBy;
  /** Cluster time of what is shown, by which ages are coloured. */
  readonly nowMs: number;
}

/** Makes the look of a board, again only when something of it is another: a new view draws everything again. */
export function useBoardView({ board, facts, filter, by, nowMs }: ViewOptions): BoardView {
  const palette = usePalette();
  const now = useRef(nowMs);
  now.current = nowMs;
  const colouring = useMemo(() => colouringBy(by, palette, () => now.current), [by, palette]);
  const { state, version } = board;
  const texts = useMemo(() => zoneTexts(state.nodes.values(), facts.zones), [state, version, facts.zones]);
  const textsKey = JSON.stringify([...texts]);
  return useMemo(
    () => ({
      look: { palette, colouring, filter },
      faults: facts.faults,
      zoneTexts: texts,
      badZones: new Set([...texts].filter(([, { isBad }]) => isBad).map(([name]) => name)),
    }),
    // The texts are made again with every change; only another text makes another view.
    [palette, colouring, filter, facts.faults, textsKey],
  );
}
