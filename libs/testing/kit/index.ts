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
