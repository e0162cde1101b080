export { componentProvider, type ComponentModule, type ComponentProvider } from './component-module';
export { ControlPlaneModule, ControlPlaneService, type ControlPlaneModuleOptions } from './control-plane.module';
export {
  DatabaseModule,
  DatabaseService,
  migratedDatabase,
  migratingDatabase,
  type DatabaseSource,
} from './database.module';
export { HealthModule, HealthService, type HealthAddress } from './health.module';
export { LOGGER, PLUGINS, ProcessModule, SHARDS, type ProcessParts } from './process.module';
export { startProgram, type RunningProgram } from './run-program';
export { exitWith, runWorker, type Worker } from './run-worker';
export { StartSequence } from './start-sequence';
