import type { ClusterDiffQuery } from '../../graphql/operations.generated';
import { commands } from '../../model/actions/commands';
import { figureRows, shortValue, usersFirst } from '../../model/compare';
import { Command } from '../../shell/commands';
import type { Compared } from './compare-form';

export type Diff = ClusterDiffQuery['clusterDiff'];

const SHOWN_FIELDS = 6;
const SIGNS = { ADDED: '+ only in the second', REMOVED: '− only in the first', CHANGED: '≠ differs' } as const;
const PILLS = { ADDED: 'pill good', REMOVED: 'pill bad', CHANGED: 'pill' } as const;

/** Figures of two states side by side. */
export function FigureTable({ diff }: { readonly diff: Diff }) {
  return (
    <table className="card" aria-label="Figures">
      <thead>
        <tr>
          <td />
          <th scope="col">First</th>
          <th scope="col">Second</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {figureRows(diff.from, diff.to).map(({ name, before, after, difference }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>{after}</td>
            <td className="strong">{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DifferenceListProps {
  readonly diff: Diff;
  readonly compared: Compared;
}

/** Objects that differ, with the first of the fields in which they do. */
export function DifferenceList({ diff, compared: { from, to, kind } }: DifferenceListProps) {
  return (
    <section aria-label="Differences">
      <h2>
        {diff.added} added, {diff.removed} removed, {diff.changed} changed
      </h2>
      <Command command={commands.compare(from, to, kind)} />
      <ul className="differences">
        {usersFirst(diff.objects).map((object) => (
          <DifferentObject key={`${object.kind}${object.namespace}${object.name}`} object={object} />
        ))}
      </ul>
    </section>
  );
}

function DifferentObject({ object }: { readonly object: Diff['objects'][number] }) {
  const { change, kind, namespace, name, fields } = object;
  return (
    <li>
      <span className={PILLS[change]}>{SIGNS[change]}</span>{' '}
      <span className="mono">
        {kind} {namespace ? `${namespace}/` : ''}
        {name}
      </span>
      {fields.slice(0, SHOWN_FIELDS).map(({ path, before, after }) => (
        <div key={path} className="difference small">
          <span className="quiet">{path}</span> {shortValue(before)} → {shortValue(after)}
        </div>
      ))}
      {fields.length > SHOWN_FIELDS && (
        <div className="difference small quiet">and {fields.length - SHOWN_FIELDS} more fields</div>
      )}
    </li>
  );
}
