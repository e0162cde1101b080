import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { clusterTime } from '../../../../model/clock-words';
import type { TimelineEntry } from '../../../../model/timeline/entries';

interface WriteListProps {
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[];
  readonly at: TimelineEntry | undefined;
  readonly onMoment: (entry: TimelineEntry) => void;
}

/** Height of a row in pixels: all are of one line. */
const ROW_PX = 25;
const OVERSCAN = 12;
const PAGE = 8;
const HEADS = ['Time', 'Client', 'Verb', 'Kind', 'Object', 'Fields'] as const;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** Writes, newest first; of tens of thousands only those that are seen are in the page. Up and down go from one to the next. */
export function WriteList({ entries, at, onMoment }: WriteListProps) {
  const box = useRef<HTMLDivElement>(null);
  const last = entries.length - 1;
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // The heads stand above the rows, and stay there.
    paddingStart: ROW_PX,
    scrollPaddingStart: ROW_PX,
  });
  const current = at === undefined ? -1 : entries.indexOf(at);
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(last - current);
    // More writes make no other place of the one that is shown.
  }, [at]);
  const key = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const row = current < 0 ? 0 : last - current + step;
    const next = entries[last - Math.min(last, Math.max(0, row))];
    if (next) onMoment(next);
  };
  const seen = virtual.getVirtualItems();
  const above = (seen[0]?.start ?? ROW_PX) - ROW_PX;
  const below = virtual.getTotalSize() - (seen.at(-1)?.end ?? ROW_PX);
  return (
    <div ref={box} className="write-list" tabIndex={0} role="region" aria-label="List of writes" onKeyDown={key}>
      <table aria-rowcount={entries.length + 1}>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Space px={above} />}
          {seen.map(({ index }) => {
            const entry = entries[last - index];
            return (
              entry && (
                <WriteRow key={last - index} entry={entry} row={index} isCurrent={entry === at} onMoment={onMoment} />
              )
            );
          })}
          {below > 0 && <Space px={below} />}
        </tbody>
      </table>
    </div>
  );
}

interface WriteRowProps {
  readonly entry: TimelineEntry;
  readonly row: number;
  readonly isCurrent: boolean;
  readonly onMoment: (entry: TimelineEntry) => void;
}

function WriteRow({ entry, row, isCurrent, onMoment }: WriteRowProps) {
  const { timeMs, who, verb, kind, namespace, name, paths } = entry;
  return (
    <tr aria-rowindex={row + 2} className={isCurrent ? 'current' : ''} onClick={() => onMoment(entry)}>
      <th scope="row">
        <button className="plain mono" aria-current={isCurrent}>
          {clusterTime(timeMs)}
        </button>
      </th>
      <td title={who}>{who}</td>
      <td>{verb}</td>
      <td title={kind}>{kind}</td>
      <td className="mono" title={name}>
        {namespace !== '' && <span className="quiet">{namespace}/</span>}
        {name}
      </td>
      <td className="quiet" title={paths.join('\n')}>
        {paths.join(', ')}
      </td>
    </tr>
  );
}

/** Fills the space of rows that are not in the page. */
function Space({ px }: { readonly px: number }) {
  return (
    <tr aria-hidden="true" className="row-space">
      <td colSpan={HEADS.length} style={{ height: px }} />
    </tr>
  );
}
