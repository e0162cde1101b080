import { API_SERVER_SETTINGS, PROCESS_SETTINGS } from './program-settings';
import { environmentFor, variableOf, type Settings } from './setting';

/** A program of a control plane of separate processes. */
export interface ProcessDefinition {
  readonly name: string;
  readonly settings: Settings;
}

/** Processes in the order in which they are started: the API server migrates the database, the others wait for that. */
export const PROCESSES: readonly ProcessDefinition[] = [
  { name: 'api-server', settings: { ...PROCESS_SETTINGS, ...API_SERVER_SETTINGS } },
  { name: 'scheduler', settings: PROCESS_SETTINGS },
  { name: 'node-lifecycle-controller', settings: PROCESS_SETTINGS },
  { name: 'kubelet', settings: PROCESS_SETTINGS },
  { name: 'controller-manager', settings: PROCESS_SETTINGS },
  { name: 'descheduler', settings: PROCESS_SETTINGS },
];

/** Default services of `npm run start:processes`: the usual ports on this machine. */
const LOCAL_SERVICES = {
  [variableOf(PROCESS_SETTINGS.databaseUrl)]: 'postgresql://orrery:orrery@127.0.0.1:5432/orrery',
  [variableOf(PROCESS_SETTINGS.redisUrl)]: 'redis://127.0.0.1:6379',
};

/** The compiled program of a process, relative to the project. */
export function programOf(name: string): string {
  return `dist/apps/${name}/main.js`;
}

/** The variables of a process: its defaults, with what is given in their place. Others are not passed on. */
export function processEnvironment(
  name: string,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const { settings } = PROCESSES.find((process) => process.name === name)!;
  return environmentFor(settings, { ...LOCAL_SERVICES, ...given });
}
