import { lazy, Suspense, useMemo, useState } from 'react';
import type { Spans } from '../../../live/use-spans';
import type { Palette } from '../../../model/board/palette';
import type { Subject } from '../../../model/board/subject';
import { clusterTime } from '../../../model/clock-words';
import { spanWords, standingAt } from '../../../model/faults/spans';
import type { TimelineEntry } from '../../../model/timeline/entries';
import { ALL_CHANGES, selected, within } from '../../../model/timeline/selection';
import { TimelineBar } from './timeline-bar';
import { TimelineLanes } from './timeline-lanes';
import { TimelineSlider } from './timeline-slider';
import { useTimelineWindow } from './use-timeline-window';

/** Loaded when it is opened: it brings the virtual list. */
const WritesPanel = lazy(() => import('./writes/writes-panel'));

interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  /** True if the last changes are not known yet. */
  readonly isReading: boolean;
  readonly spans: Spans;
  /** Cluster time, where the timeline ends: lasting spans extend without a change. */
  readonly nowMs: number;
  /** The change after which the board is shown; undefined: the present. */
  readonly at: TimelineEntry | undefined;
  readonly palette: Palette;
  /** Reads changes from before; undefined if there are none. */
  readonly onEarlier: (() => Promise<void>) | undefined;
  readonly onMoment: (entry: TimelineEntry | undefined) => void;
  readonly onSelect: (subject: Subject) => void;
}

/** Timeline of the changes, by kind and by cluster time. Pointer and arrow keys lead to a moment; the board follows. */
export function Timeline(props: TimelineProps) {
  const { entries: all, isReading, spans, nowMs, at, palette, onEarlier, onMoment, onSelect } = props;
  const [filter, setFilter] = useState(ALL_CHANGES);
  const [isListed, setIsListed] = useState(false);
  const entries = useMemo(() => selected(all, filter), [all, filter]);
  const fromMs = all[0]?.timeMs ?? 0;
  const toMs = Math.max(all.at(-1)?.timeMs ?? 0, nowMs, fromMs + 1000);
  const { shown, isPart, longer, shorter, whole, turn } = useTimelineWindow({ fromMs, toMs }, at?.timeMs);
  const words = at === undefined ? 'now' : `${clusterTime(at.timeMs)}: ${at.words}`;
  const standing = spanWords(standingAt([...spans.faults, ...spans.zones], at?.timeMs ?? nowMs));
  const listed = useMemo(
    () => (isListed ? within(entries, { fromMs: shown.fromMs, toMs: shown.toMs }) : []),
    [isListed, entries, shown.fromMs, shown.toMs],
  );
  return (
    <div className="timeline">
      <TimelineBar
        at={at}
        words={words}
        standing={standing}
        count={isReading ? undefined : all.length}
        text={filter.text}
        onText={(text) => setFilter({ ...filter, text })}
        shownMs={isPart ? shown.toMs - shown.fromMs : undefined}
        onLonger={longer}
        onShorter={shorter}
        onWhole={whole}
        onEarlier={onEarlier}
        onNow={() => onMoment(undefined)}
        onSelect={isListed ? undefined : onSelect}
      />
      <TimelineLanes
        hidden={filter.hidden}
        onHidden={(hidden) => setFilter({ ...filter, hidden })}
        isListed={isListed}
        onListed={setIsListed}
      />
      <TimelineSlider
        entries={entries}
        spans={spans}
        shown={shown}
        at={at}
        words={standing === '' ? words : `${words}; ${standing}`}
        palette={palette}
        onMoment={onMoment}
        onWheel={turn}
        onLonger={longer}
        onShorter={shorter}
      />
      {isListed && (
        <Suspense>
          <WritesPanel
            all={all}
            entries={listed}
            filter={filter}
            onFilter={setFilter}
            at={at}
            onMoment={onMoment}
            onSelect={onSelect}
          />
        </Suspense>
      )}
    </div>
  );
}
