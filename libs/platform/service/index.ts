export { startHealthServer, type HealthServerOptions } from './health-server';
export { createLogger, LOG_LEVELS, type Logger, type LogLevel } from './logging';
export { giveMemoryBackAtRest } from './memory-at-rest';
export { Metrics } from './metrics';
export { stopOnSignal, type ShutdownOptions } from './shutdown';
export { packageFolder, packageVersion } from './package-version';
