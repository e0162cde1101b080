export { DATABASE_FAULT_TEXT, DatabaseFault, databaseFaultOf } from './database-fault';
export { startEmbeddedPostgres, type EmbeddedDatabase, type EmbeddedDatabaseOptions } from './embedded-postgres';
export { UnnamedUserError } from './initialise';
export { NoCacheFolderError } from './postgres-archive';
export type { ServerEvents } from './server-keeper';
export { prepareServer, type ServerFiles } from './server-files';
