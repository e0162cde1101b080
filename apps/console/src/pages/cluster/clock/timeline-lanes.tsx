import { LANES, type Lane } from '../../../model/timeline/entries';

/** Lanes of lasting spans, above those of changes. */
export const SPAN_LANES = ['faults', 'zones'] as const;

interface TimelineLanesProps {
  readonly hidden: ReadonlySet<Lane>;
  readonly onHidden: (hidden: ReadonlySet<Lane>) => void;
  /** True if the list of writes is open. */
  readonly isListed: boolean;
  readonly onListed: (isListed: boolean) => void;
}

/** The names of the lines: that of all writes opens their list, that of a sort of changes hides it. */
export function TimelineLanes({ hidden, onHidden, isListed, onListed }: TimelineLanesProps) {
  return (
    <ul className="timeline-lanes" aria-label="Lines of the timeline">
      {SPAN_LANES.map((lane) => (
        <li key={lane}>
          <span>{lane}</span>
        </li>
      ))}
      <li>
        <button className="timeline-all" aria-expanded={isListed} onClick={() => onListed(!isListed)}>
          {isListed ? '▾' : '▸'} writes
        </button>
      </li>
      {LANES.map((lane) => (
        <li key={lane}>
          <button
            aria-pressed={!hidden.has(lane)}
            onClick={() => onHidden(new Set(LANES.filter((each) => (each === lane) !== hidden.has(each))))}
          >
            {lane}
          </button>
        </li>
      ))}
    </ul>
  );
}
