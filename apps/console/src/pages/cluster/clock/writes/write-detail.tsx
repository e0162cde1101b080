import { useAnswer } from '../../../../graphql/client-context';
import { ChangeDetailQuery } from '../../../../graphql/operations.generated';
import type { Subject } from '../../../../model/board/subject';
import { CHANGED, type TimelineEntry } from '../../../../model/timeline/entries';

interface WriteDetailProps {
  readonly entry: TimelineEntry;
  readonly onSelect: (subject: Subject) => void;
}

/** Details of one write: each changed field before and after. */
export function WriteDetail({ entry, onSelect }: WriteDetailProps) {
  const { revision, name, verb, words, paths, subject } = entry;
  // What changed nothing that has a path needs no question.
  const { data, error } = useAnswer(paths.length > 0 ? ChangeDetailQuery : undefined, {
    since: String(Number(revision) - 1),
    until: revision,
  });
  const change = data?.changes.changes.find((each) => each.resourceVersion === revision && each.name === name);
  return (
    <div className="write-detail" tabIndex={0} role="region" aria-label="The write">
      <p>{words}</p>
      {subject && <button onClick={() => onSelect(subject)}>Select the {subject.kind}</button>}
      {error && <p className="error-text">{error.message}</p>}
      {verb === CHANGED && paths.length === 0 && <p className="quiet">It changed no field.</p>}
      <dl>
        {(change?.fields ?? []).map(({ path, before, after }) => (
          <div key={path}>
            <dt className="mono">{path}</dt>
            <dd>
              <span className="quiet">{textOf(before)} →</span> {textOf(after)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
