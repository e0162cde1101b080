import { useState } from 'react';
import { useAnswer, useClient } from '../../../graphql/client-context';
import {
  DeleteObjectMutation,
  EvictPodMutation,
  ScaleMutation,
  WorkloadOfQuery,
} from '../../../graphql/operations.generated';
import { commands, scalableOf, type Scalable } from '../../../model/actions/commands';
import type { BoardPod } from '../../../model/board/board-pod';
import { Action } from './action';

/** Actions on a pod, and on the workload that it belongs to. */
export function PodActions({ pod }: { readonly pod: BoardPod }) {
  const client = useClient();
  const { namespace, name } = pod;
  const { data } = useAnswer(WorkloadOfQuery, { namespace, name });
  const scalable = scalableOf(data?.pod?.owner ?? null);
  return (
    <section>
      <h3>Do</h3>
      {pod.nodeName !== undefined && (
        <Action
          label="Evict"
          isDangerous
          command={commands.evict(namespace, name)}
          run={async () => (await client.ask(EvictPodMutation, { input: { namespace, name } })).evictPod}
        />
      )}
      <Action
        label="Delete"
        isDangerous
        command={commands.deletePod(namespace, name)}
        run={async () => {
          const input = { apiVersion: 'v1', kind: 'Pod', namespace, name };
          return (await client.ask(DeleteObjectMutation, { input })).deleteObject;
        }}
      />
      {scalable && <ScaleAction key={scalable.name} workload={scalable} namespace={namespace} />}
    </section>
  );
}

function ScaleAction({ workload, namespace }: { readonly workload: Scalable; readonly namespace: string }) {
  const client = useClient();
  const { kind, apiVersion, name } = workload;
  const [replicas, setReplicas] = useState(workload.replicas);
  return (
    <Action
      label={`Scale ${kind} ${name}`}
      command={commands.scale({ kind, name, namespace }, replicas)}
      run={async () =>
        (await client.ask(ScaleMutation, { input: { kind, apiVersion, name, namespace, replicas } })).scale
      }
    >
      <input
        type="number"
        min={0}
        aria-label="Replicas"
        value={replicas}
        onChange={({ target }) => setReplicas(Math.max(0, Math.trunc(target.valueAsNumber || 0)))}
      />
    </Action>
  );
}
