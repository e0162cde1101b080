import type { FormEvent } from 'react';
import type { ClockConditionInput } from '../../../graphql/operations.generated';
import { ActButton } from '../../../shell/act-button';

interface UntilFormProps {
  readonly isBusy: boolean;
  readonly onAdvance: (until: ClockConditionInput) => void;
}

/** Asks for a condition of an object at which the clock shall stop. */
export function UntilForm({ isBusy, onAdvance }: UntilFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string): string => String(form.get(field) ?? '');
    const kind = text('kind');
    onAdvance({
      kind,
      apiVersion: kind === 'Deployment' ? 'apps/v1' : kind === 'Job' ? 'batch/v1' : 'v1',
      name: text('name'),
      matches: { status: { conditions: [{ type: text('type'), status: text('status') }] } },
      ...(kind === 'Node' ? {} : { namespace: text('namespace') }),
    });
  };
  return (
    <form className="until" onSubmit={submit} aria-label="Advance until a condition">
      <select name="kind" aria-label="Kind">
        <option>Pod</option>
        <option>Node</option>
        <option>Deployment</option>
        <option>Job</option>
      </select>
      <input name="namespace" aria-label="Namespace" defaultValue="default" size={9} />
      <input name="name" aria-label="Name" placeholder="name" required size={14} />
      <input name="type" aria-label="Condition" defaultValue="Ready" required size={9} />
      <select name="status" aria-label="Status">
        <option>True</option>
        <option>False</option>
        <option>Unknown</option>
      </select>
      <ActButton disabled={isBusy}>Advance</ActButton>
    </form>
  );
}
