import type { FormEvent } from 'react';
import { useAnswer } from '../../graphql/client-context';
import { ClusterNamesQuery } from '../../graphql/operations.generated';
import { ActButton } from '../../shell/act-button';

/** The compared states, and the kind of the compared objects; all kinds if it is empty. */
export interface Compared {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

interface CompareFormProps extends Compared {
  readonly onCompare: (compared: Compared) => void;
}

const NO_VARIABLES = {};

/** Asks for two states and a kind. */
export function CompareForm({ from, to, kind, onCompare }: CompareFormProps) {
  const { data: names } = useAnswer(ClusterNamesQuery, NO_VARIABLES);
  const compare = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: keyof Compared): string => String(form.get(name)).trim();
    onCompare({ from: text('from'), to: text('to'), kind: text('kind') });
  };
  return (
    <form className="tool-bar" aria-label="Compared states" onSubmit={compare}>
      <label>
        First
        <input name="from" list="states" defaultValue={from} />
      </label>
      <label>
        Second
        <input name="to" list="states" defaultValue={to} />
      </label>
      <label>
        Kind
        <input name="kind" placeholder="all" defaultValue={kind} size={12} />
      </label>
      <ActButton>Compare</ActButton>
      <span className="quiet small">A cluster, or NAME@MOMENT: a revision, a time, or how long ago (-10m).</span>
      <datalist id="states">
        {names?.clusters.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}
