import { useLocation } from 'wouter';
import { useForm } from '../../forms/use-form';
import { useClient } from '../../graphql/client-context';
import { CreateClusterMutation, type CreateClusterInput } from '../../graphql/operations.generated';
import { commands } from '../../model/actions/commands';
import { inputOf } from '../../model/forms/form';
import { FORM_SCHEMAS } from '../../model/forms/form-schemas.generated';
import { Frame } from '../../shell/frame';
import { Action } from '../cluster/actions/action';

const SCHEMA = FORM_SCHEMAS.createCluster;
const INITIAL = {
  name: '',
  nodes: '6',
  zones: '3',
  'clock.mode': 'MANUAL',
  'clock.rate': '60',
  seed: '',
  'settings.bundle': '',
};

/** Asks for the name, size and clock of a cluster, makes it and opens it. */
export function NewCluster({ onClose }: { readonly onClose: () => void }) {
  const client = useClient();
  const [, navigate] = useLocation();
  const { values: given, field } = useForm(SCHEMA, INITIAL);
  const isScaled = given['clock.mode'] === 'SCALED';
  // Only a scaled clock takes a rate.
  const values = isScaled ? given : { ...given, 'clock.rate': '' };
  const create = async () => {
    // The form has each value of the input in its type.
    const input = inputOf(SCHEMA, values) as CreateClusterInput;
    const { createCluster } = await client.ask(CreateClusterMutation, { input });
    if (createCluster.errors.length === 0) navigate(`/${encodeURIComponent(input.name)}`);
    return createCluster;
  };
  return (
    <Frame id="new-cluster" title="New cluster" onClose={onClose}>
      <Action label="Create" command={commands.createCluster(values)} isPrimary run={create}>
        <div className="fields">
          {field('name', { placeholder: 'staging', isFirst: true, isWide: true })}
          {field('nodes')}
          {field('zones')}
          {field('clock.mode', { label: 'Clock', isWide: true })}
          {isScaled && field('clock.rate', { isWide: true })}
          {field('seed', { placeholder: 'the name' })}
          {field('settings.bundle')}
        </div>
      </Action>
    </Frame>
  );
}
