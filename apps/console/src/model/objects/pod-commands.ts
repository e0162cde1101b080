import { word } from '../actions/shell-word';

/** Container of a pod. */
export interface ContainerName {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly container: string;
}

/** Returns the command of kubectl that shows the log of a container; `flag` follows it, or shows its run before. */
export function logsCommand(pod: ContainerName, flag?: 'follow' | 'previous'): string {
  return `kubectl logs ${partsOf(pod)}${flag === undefined ? '' : ` --${flag}`}`;
}

/** Returns the command of kubectl that runs a command with a terminal in a container. */
export function execCommand(pod: ContainerName, command: string): string {
  return `kubectl exec -it ${partsOf(pod)} -- ${word(command)}`;
}

function partsOf({ namespace = 'default', name = '', container }: ContainerName): string {
  return `${word(name)} --namespace ${word(namespace)} --container ${word(container)}`;
}
