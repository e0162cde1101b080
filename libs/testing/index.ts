export { makePod, PodBuilder } from './builders/make-pod';
export { makeNode, NodeBuilder } from './builders/make-node';
export { makeScene, reasonsByNode, scoresByNode, type Scene, type SceneSetting } from './builders/scheduling-scene';
export {
  startTestApiServer,
  type TestApiServer,
  type TestCluster,
  type TestClusterOptions,
} from './api-server/start-test-api-server';
export { clientBinary, oldKubectl } from './clients/binaries';
export { Client, type Outcome } from './clients/client';
