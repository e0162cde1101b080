import '../containers/image-pulls.spec';
import '../containers/required-objects.spec';
import '../faults/node-faults.spec';
import '../kubelet-admission/preemption.spec';
import '../nodes/runtime-handlers.spec';
import '../pods/pod-life.spec';
import '../probes/probes.spec';
import '../stages/stage-driven-pods.spec';
import '../static-pods/static-pods.spec';
import './kubelet-shard.spec';
import { SimulatedStore } from '../testing/simulated-store';

/*
 * Kubelets that take over from others go on as those would have: each of these tests passes as well when others take over after
 * every round.
 */

beforeAll(() => {
  SimulatedStore.handsOver = true;
});
afterAll(() => {
  SimulatedStore.handsOver = false;
});
