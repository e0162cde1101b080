export { fakeCluster, type FakeCluster, type FakeClusterOptions, type SentWork } from './fake-cluster';
