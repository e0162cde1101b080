export { evictionsKind } from './evictions/evictions.component';
export { startApiServer, type ApiServer } from './start-api-server';
