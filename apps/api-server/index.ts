export { evictionsKind } from '@orrery/eviction-worker';
export { startApiServer, type ApiServer } from './start-api-server';
