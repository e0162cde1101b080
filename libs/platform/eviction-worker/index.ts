export { evictionsKind } from './eviction-worker';
