import '../pods/pod-life.spec';
import '../probes/probes.spec';
import './stages-golden.spec';
import { defaultStageFiles } from '../testing/default-stage-files';
import { SimulatedStore } from '../testing/simulated-store';

/*
 * A user who applies the default stages as own ones gets the same life: each of these tests passes as well when every stage of
 * the kubelet comes from a user's object.
 */

beforeAll(() => {
  SimulatedStore.applied = defaultStageFiles();
});
afterAll(() => {
  SimulatedStore.applied = [];
});
