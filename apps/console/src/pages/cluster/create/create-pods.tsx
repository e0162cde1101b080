import { useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { AddPodsMutation } from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { podsInput, PODS_PRESET } from '../../../model/actions/creation';
import { CreateForm, type CreateFormProps } from './create-form';

/** Asks for the name, number, image and requests of pods. */
export function CreatePods({ isPaused, onDone }: CreateFormProps) {
  const client = useClient();
  const [values, setValues] = useState(PODS_PRESET);
  const input = podsInput(values);
  const field = (name: keyof typeof PODS_PRESET, label: string, more: object = {}) => (
    <label>
      {label}
      <input
        value={values[name]}
        {...more}
        onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
      />
    </label>
  );
  return (
    <CreateForm
      isPaused={isPaused}
      onDone={onDone}
      command={commands.addPods({ ...input })}
      run={async () => (await client.ask(AddPodsMutation, { input })).addPods}
    >
      {field('name', 'Name', { required: true, autoFocus: true })}
      {field('count', 'Number', { type: 'number', min: 1, max: 1000 })}
      {field('image', 'Image', { placeholder: 'a pause image' })}
      {field('cpu', 'CPU requested', { placeholder: 'none' })}
      {field('memory', 'Memory requested', { placeholder: 'none' })}
    </CreateForm>
  );
}
