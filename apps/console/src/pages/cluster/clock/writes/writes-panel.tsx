import { useMemo } from 'react';
import type { Subject } from '../../../../model/board/subject';
import type { TimelineEntry } from '../../../../model/timeline/entries';
import { choicesOf, type ChangeChoices, type ChangeFilter } from '../../../../model/timeline/selection';
import { plural } from '../../../../model/words';
import { WriteDetail } from './write-detail';
import { WriteList } from './write-list';
import './writes.css';

interface WritesPanelProps {
  /** All that are known: what can be chosen comes from them. */
  readonly all: readonly TimelineEntry[];
  /** Entries of the shown period that pass the filter. */
  readonly entries: readonly TimelineEntry[];
  readonly filter: ChangeFilter;
  readonly onFilter: (filter: ChangeFilter) => void;
  readonly at: TimelineEntry | undefined;
  readonly onMoment: (entry: TimelineEntry) => void;
  readonly onSelect: (subject: Subject) => void;
}

const CHOICES: readonly (readonly [keyof ChangeChoices, string, string])[] = [
  ['kind', 'Kind', 'all kinds'],
  ['namespace', 'Namespace', 'all namespaces'],
  ['who', 'Client', 'all clients'],
];

/** Every write of the stretch of time that the timeline shows: who, what, which fields. A row leads to its moment. */
export default function WritesPanel({ all, entries, filter, onFilter, at, onMoment, onSelect }: WritesPanelProps) {
  const choices = useMemo(() => choicesOf(all), [all]);
  return (
    <section className="writes" aria-label="Writes">
      <div className="writes-head">
        {CHOICES.map(([part, label, none]) => (
          <label key={part}>
            {label}
            <select value={filter[part]} onChange={({ target }) => onFilter({ ...filter, [part]: target.value })}>
              <option value="">{none}</option>
              {choices[part].map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          </label>
        ))}
        <span role="status" className="quiet small">
          {plural(entries.length, 'write')}
        </span>
      </div>
      <div className="writes-parts">
        <WriteList entries={entries} at={at} onMoment={onMoment} />
        {at && <WriteDetail key={`${at.revision} ${at.kind} ${at.name}`} entry={at} onSelect={onSelect} />}
      </div>
    </section>
  );
}
