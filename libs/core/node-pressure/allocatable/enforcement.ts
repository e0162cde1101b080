import type { ResourceList } from '@orrery/api-types';
import { allocatableShortages } from './allocatable';
import type { ResourceConfiguration } from './kubelet-configuration';

/** Event of a kubelet about the limits that it has set. */
export interface EnforcementEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: 'NodeAllocatableEnforced' | 'FailedNodeAllocatableEnforcement';
  readonly message: string;
}

type Enforcing = Pick<
  ResourceConfiguration,
  'enforcesPods' | 'enforcedGroups' | 'kubeReserved' | 'systemReserved' | 'thresholds'
>;

/** The events of a kubelet that sets its limits (spec nodes D3; v1.20.2 `enforceNodeAllocatableCgroups`). */
export function enforcementEvents(capacity: Readonly<ResourceList>, configuration: Enforcing): EnforcementEvent[] {
  const events: EnforcementEvent[] = [];
  const enforced = (message: string): void => {
    events.push({ type: 'Normal', reason: 'NodeAllocatableEnforced', message });
  };
  const failed = (message: string): void => {
    events.push({ type: 'Warning', reason: 'FailedNodeAllocatableEnforcement', message });
  };
  const shortages = overReservation(capacity, configuration);
  if (shortages !== undefined) failed(shortages);
  if (configuration.enforcesPods) enforced('Updated Node Allocatable limit across pods');
  for (const { reservation, cgroup, reserved } of configuration.enforcedGroups) {
    const Name = reservation === 'kube' ? 'Kube' : 'System';
    if (reserved !== undefined) enforced(`Updated limits on ${reservation} reserved cgroup ${cgroup}`);
    else
      failed(
        `Failed to enforce ${Name} Reserved Cgroup Limits on "${cgroup}": "${cgroup}" cgroup is not config properly`,
      );
  }
  return events;
}

/** Returns the message about a machine that has less than is reserved; undefined for one that has enough. */
function overReservation(
  capacity: Readonly<ResourceList>,
  reservations: Parameters<typeof allocatableShortages>[1],
): string | undefined {
  const shortages = allocatableShortages(capacity, reservations).map(
    ({ resource, reserved, left }) => `Resource "${resource}" has an allocatable of ${reserved}, capacity of ${left}`,
  );
  return shortages.length === 0 ? undefined : `invalid Node Allocatable configuration. ${shortages.join(' ')}`;
}

/** Returns why a kubelet with this configuration does not start on a machine; undefined if it does (spec nodes D3, D4). */
export function startRefusal(
  machine: { readonly capacity: Readonly<ResourceList>; readonly swapBytes: number },
  configuration: Pick<ResourceConfiguration, 'toleratesSwap'> & Enforcing,
  whenOverReserved: 'clamp' | 'fail',
): string | undefined {
  if (machine.swapBytes > 0 && !configuration.toleratesSwap) {
    return 'running with swap on is not supported, please disable swap! or set --fail-swap-on flag to false';
  }
  return whenOverReserved === 'fail' ? overReservation(machine.capacity, configuration) : undefined;
}
