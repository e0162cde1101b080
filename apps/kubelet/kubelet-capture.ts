import type { ExpectedJobs } from '@orrery/control-plane';
import type { KubeletShard, KubeletShardState, ObjectsNow } from '@orrery/pod-lifecycle';
import type { ClaimedPods } from './claimed-pods';
import type { DeviceSlices } from './device-slices';
import type { FaultWatch } from './fault-watch';
import type { PressureWatch } from './node-pressure/pressure-watch';
import type { PoolRollouts } from './pool-rollouts';
import type { RefusedStatuses } from './refused-statuses';
import type { StartRefusals } from './start-refusals';

/** The parts of the kubelets that know something beside the objects. */
export interface KubeletParts {
  readonly pressure: PressureWatch;
  readonly faults: FaultWatch;
  readonly claimed: ClaimedPods;
  readonly devices: DeviceSlices;
  readonly refusals: StartRefusals;
  readonly refusedStatuses: RefusedStatuses;
  readonly rollouts: PoolRollouts;
  readonly expected: Pick<ExpectedJobs, 'capture'>;
}

/** State of the kubelets of a shard beside the objects, as plain data. */
export type KubeletCapture = {
  readonly version: 1;
  readonly engine: KubeletShardState;
} & { readonly [Part in keyof KubeletParts]: ReturnType<KubeletParts[Part]['capture']> };

export function captureKubelets(engine: KubeletShard, parts: KubeletParts, objects: ObjectsNow): KubeletCapture {
  const captured = Object.entries(parts).map(([name, part]: [string, { capture(): unknown }]) => [
    name,
    part.capture(),
  ]);
  // The entries are those of the parts.
  return { version: 1, engine: engine.toState(objects), ...Object.fromEntries(captured) } as KubeletCapture;
}
