export { ComponentProcess } from './component-process';
export { imageLayout } from './image-layout';
export { KubernetesClient, RequestFailed } from './kubernetes-client';
export { createDatabase, type FreshDatabase } from './fresh-database';
export { PodLoad } from './pod-load';
export { describeWithRedis, startRedis, type RedisServer } from './redis-server';
export { Topology, type TopologyOptions } from './topology';
export { tellNodeFailure } from './node-failure-story';
export { until } from '../until';
