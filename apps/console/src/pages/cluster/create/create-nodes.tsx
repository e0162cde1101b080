import { useForm } from '../../../forms/use-form';
import { useClient } from '../../../graphql/client-context';
import { AddNodesMutation, type AddNodesInput } from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { nodesPreset } from '../../../model/actions/creation';
import { inputOf } from '../../../model/forms/form';
import { FORM_SCHEMAS } from '../../../model/forms/form-schemas.generated';
import { CreateForm, type CreateFormProps } from './create-form';

const SCHEMA = FORM_SCHEMAS.addNodes;

/** Asks for the names, number and zones of nodes. */
export function CreateNodes({ board, isPaused, onDone }: CreateFormProps) {
  const client = useClient();
  const { values, field } = useForm(SCHEMA, { ...nodesPreset(board.state.nodes.values()) });
  // The form has each value of the input in its type.
  const input = inputOf(SCHEMA, values) as AddNodesInput;
  return (
    <CreateForm
      isPaused={isPaused}
      onDone={onDone}
      command={commands.addNodes(values)}
      isDisabled={values.name.trim() === ''}
      run={async () => (await client.ask(AddNodesMutation, { input })).addNodes}
    >
      {field('name', { isFirst: true })}
      {field('count')}
      {field('firstIndex')}
      {field('zones', { placeholder: 'none' })}
    </CreateForm>
  );
}
