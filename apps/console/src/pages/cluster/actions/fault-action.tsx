import { useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { InjectFaultMutation } from '../../../graphql/operations.generated';
import { SIMPLE_FAULTS, type SimpleFault } from '../../../model/actions/commands';
import { Action } from './action';

interface FaultActionProps {
  readonly target: { readonly nodes: readonly string[] } | { readonly zone: string };
  readonly commandOf: (kind: SimpleFault) => string;
}

/** A fault to choose and to inject, until it is cleared. */
export function FaultAction({ target, commandOf }: FaultActionProps) {
  const client = useClient();
  const [kind, setKind] = useState<SimpleFault>(SIMPLE_FAULTS[0]);
  return (
    <Action
      label="Inject fault"
      isDangerous
      command={commandOf(kind)}
      run={async () => (await client.ask(InjectFaultMutation, { input: { kind, ...target } })).injectFault}
    >
      <select aria-label="Fault" value={kind} onChange={({ target: { value } }) => setKind(value as SimpleFault)}>
        {SIMPLE_FAULTS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </Action>
  );
}
