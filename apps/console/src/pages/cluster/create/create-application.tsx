import { useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { ApplyObjectMutation } from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { CreateForm, firstRefusal, type CreateFormProps } from './create-form';
import { SAMPLES } from './samples';

/** Offers the sample applications. */
export function CreateApplication({ isPaused, onDone }: CreateFormProps) {
  const client = useClient();
  const [chosen, setChosen] = useState(SAMPLES[0]!);
  const apply = (yaml: string) => async () =>
    (await client.ask(ApplyObjectMutation, { input: { yaml, fieldManager: 'console' } })).applyObject;
  return (
    <CreateForm
      isPaused={isPaused}
      onDone={onDone}
      command={commands.applyText(chosen.yaml)}
      run={() => firstRefusal(chosen.yaml.split(/^---$/m).map(apply))}
    >
      <fieldset className="samples wide">
        <legend className="visually-hidden">Applications</legend>
        {SAMPLES.map((sample) => (
          <label key={sample.title}>
            <input type="radio" name="sample" checked={sample === chosen} onChange={() => setChosen(sample)} />
            <span>
              <strong>{sample.title}</strong> <span className="quiet">{sample.about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <details className="wide">
        <summary>YAML</summary>
        <pre className="sample-text small">{chosen.yaml}</pre>
      </details>
    </CreateForm>
  );
}
