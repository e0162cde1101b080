export {
  API_SERVER_VARIABLES,
  EnvironmentError,
  isLoopback,
  MAX_NODES,
  PROCESS_VARIABLES,
  readApiServerEnvironment,
  readProcessEnvironment,
  type ApiServerEnvironment,
  type ProcessEnvironment,
} from './environment';
export { startHealthServer, type HealthServerOptions } from './health-server';
export { createLogger, LOG_LEVELS, type Logger, type LogLevel } from './logging';
export { Metrics } from './metrics';
export { stopOnSignal } from './shutdown';
