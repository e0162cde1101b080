export { optionOf, optionRows, parseOptions, shownDefault } from './command-line';
export { isLoopback, requireUsersBeyondLoopback, type Exposure } from './network-exposure';
export type { ClockSetting } from './parsers';
export { processEnvironment, PROCESSES, programOf, type ProcessDefinition } from './processes';
export {
  API_SERVER_SETTINGS,
  MAX_NODES,
  PROCESS_SETTINGS,
  STANDALONE_SETTINGS,
  type ApiServerSettings,
  type ProcessSettings,
  type StandaloneSettings,
} from './program-settings';
export {
  readSettings,
  SettingsError,
  variableOf,
  type Setting,
  type Settings,
  type SettingSources,
  type ValuesOf,
} from './setting';
