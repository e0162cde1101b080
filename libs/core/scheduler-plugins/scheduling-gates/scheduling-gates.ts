import type { Pod } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  QueueingHint,
  SUCCESS,
  unresolvable,
  type EnqueueExtensions,
  type EventRegistration,
  type PluginHandle,
  type PreEnqueuePlugin,
  type Status,
} from '@orrery/scheduling';

/** Keeps pods with scheduling gates out of the active queue until the last gate is gone. */
export class SchedulingGates implements PreEnqueuePlugin, EnqueueExtensions {
  readonly name = 'SchedulingGates';
  private readonly isEnabled: boolean;

  constructor({ behaviour }: PluginHandle) {
    this.isEnabled = behaviour.pod.schedulingGates;
  }

  preEnqueue(pod: Pod): Status {
    const gates = pod.spec.schedulingGates ?? [];
    if (!this.isEnabled || gates.length === 0) return SUCCESS;
    return unresolvable(this.name, `waiting for scheduling gates: [${gates.map(({ name }) => name).join(' ')}]`);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      {
        resource: EventResource.Pod,
        actions: ActionType.UpdatePodGatesEliminated,
        hint: (pod, event) => (isSelf(pod.uid, event.after) ? QueueingHint.Queue : QueueingHint.Skip),
      },
    ];
  }
}

function isSelf(uid: string, changed: unknown): boolean {
  return (changed as Pod | undefined)?.metadata.uid === uid;
}
