import { useClient } from '../../../graphql/client-context';
import { ClearFaultsMutation } from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { Action } from './action';
import { FaultAction } from './fault-action';

/** Actions on all nodes of a zone. */
export function ZoneActions({ name }: { readonly name: string }) {
  const client = useClient();
  return (
    <section>
      <h3>Do</h3>
      <FaultAction target={{ zone: name }} commandOf={(kind) => commands.faultOfZone(name, kind)} />
      <Action
        label="Clear faults"
        command={commands.clearZone(name)}
        run={async () => (await client.ask(ClearFaultsMutation, { input: { zone: name } })).clearFaults}
      />
    </section>
  );
}
