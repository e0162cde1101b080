export { makePod, PodBuilder } from './builders/make-pod';
export { makeNode, NodeBuilder } from './builders/make-node';
export {
  makeAttachment,
  makeBoundClaim,
  makeClaim,
  makeCsiDriver,
  makeCsiNode,
  makeStorageClass,
  makeStorageRoom,
  makeVolume,
  reachableWhere,
} from './builders/make-storage';
export { DeploymentScene, SCENE_START_MS, templateOf } from './builders/deployment-scene';
export { makeScene, reasonsByNode, scoresByNode, type Scene, type SceneSetting } from './builders/scheduling-scene';
export {
  startTestApiServer,
  type TestApiServer,
  type TestCluster,
  type TestClusterOptions,
} from './api-server/start-test-api-server';
export {
  startTestControlPlane,
  TEST_START_MS,
  type TestClusterSettings,
  type TestControlPlane,
} from './control-plane/start-cluster';
export { clientBinary, oldKubectl } from './clients/binaries';
export { Client, type Outcome } from './clients/client';
export { RawClient, type RawReply, type RawRequest } from './clients/raw-client';
