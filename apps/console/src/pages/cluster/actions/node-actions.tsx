import { useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import {
  AddTaintMutation,
  ClearFaultsMutation,
  CordonNodeMutation,
  DrainNodeMutation,
  RemoveTaintMutation,
  UncordonNodeMutation,
} from '../../../graphql/operations.generated';
import { commands, parseTaint, type TaintEffectName } from '../../../model/actions/commands';
import { ownTaints, taintText, type BoardNode } from '../../../model/board/board-node';
import { Action } from './action';
import { FaultAction } from './fault-action';

/** Actions on a node. */
export function NodeActions({ node, faults }: { readonly node: BoardNode; readonly faults: readonly string[] }) {
  const client = useClient();
  const [taint, setTaint] = useState('dedicated=batch:NoSchedule');
  const { name } = node;
  const input = { name };
  const parsed = parseTaint(taint);
  return (
    <section>
      <h3>Do</h3>
      {node.isCordoned ? (
        <Action
          label="Uncordon"
          command={commands.uncordon(name)}
          run={async () => (await client.ask(UncordonNodeMutation, { input })).uncordonNode}
        />
      ) : (
        <Action
          label="Cordon"
          command={commands.cordon(name)}
          run={async () => (await client.ask(CordonNodeMutation, { input })).cordonNode}
        />
      )}
      <Action
        label="Drain"
        isDangerous
        command={commands.drain(name)}
        run={async () => {
          const drain = { name, ignoreDaemonSets: true, deleteEmptyDirData: true, force: true };
          return (await client.ask(DrainNodeMutation, { input: drain })).drainNode;
        }}
      />
      <Action
        label="Taint"
        isDisabled={parsed === undefined}
        command={parsed ? commands.taint(name, parsed) : 'key=value:NoSchedule, PreferNoSchedule or NoExecute'}
        run={async () =>
          parsed ? (await client.ask(AddTaintMutation, { input: { name, ...parsed } })).addTaint : { errors: [] }
        }
      >
        <input aria-label="Taint" value={taint} onChange={({ target }) => setTaint(target.value)} />
      </Action>
      {ownTaints(node).map((own) => (
        <Action
          key={taintText(own)}
          label={`Remove ${taintText(own)}`}
          command={commands.untaint(name, own)}
          run={async () => {
            // Effects of taints that the API admitted are the three of the enumeration.
            const effect = own.effect as TaintEffectName;
            return (await client.ask(RemoveTaintMutation, { input: { name, key: own.key, effect } })).removeTaint;
          }}
        />
      ))}
      <FaultAction target={{ nodes: [name] }} commandOf={(kind) => commands.fault([name], kind)} />
      {faults.length > 0 && (
        <Action
          label="Clear its faults"
          command={commands.clearFaults([name])}
          run={async () => (await client.ask(ClearFaultsMutation, { input: { nodes: [name] } })).clearFaults}
        />
      )}
    </section>
  );
}
