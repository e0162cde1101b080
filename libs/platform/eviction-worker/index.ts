export { evictionsKind } from './eviction-worker';
export { EvictionWorkerModule } from './eviction-worker.module';
