import type { DaemonSet } from '@orrery/api-types';
import type { RolloutStatus } from '../deployment/rollout-status';
import { ONLY_ROLLING } from '../stateful-set/stateful-rollout';

/** Returns the progress of a set's rollout to its newest template (kubectl's `pkg/polymorphichelpers/rollout_status.go`). */
export function daemonRolloutStatus({ metadata, spec, status }: DaemonSet): RolloutStatus {
  const desired = status?.desiredNumberScheduled ?? 0;
  const updated = status?.updatedNumberScheduled ?? 0;
  const available = status?.numberAvailable ?? 0;
  if ((spec.updateStrategy?.type ?? 'RollingUpdate') !== 'RollingUpdate') {
    return { state: updated >= desired ? 'complete' : 'progressing', message: ONLY_ROLLING };
  }
  if ((metadata.generation ?? 0) > (status?.observedGeneration ?? 0)) {
    return { state: 'progressing', message: 'Waiting for daemon set spec update to be observed...' };
  }
  const name = JSON.stringify(metadata.name);
  const waiting = (what: string): RolloutStatus => ({
    state: 'progressing',
    message: `Waiting for daemon set ${name} rollout to finish: ${what}...`,
  });
  if (updated < desired) return waiting(`${updated} out of ${desired} new pods have been updated`);
  if (available < desired) return waiting(`${available} of ${desired} updated pods are available`);
  return { state: 'complete', message: `daemon set ${name} successfully rolled out` };
}
