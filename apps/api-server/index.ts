export { startApiServer, type ApiServer } from './start-api-server';
