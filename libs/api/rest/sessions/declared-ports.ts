import type { Pod } from '@orrery/api-types';
import { containersOf } from '@orrery/container-shell';
import { statusOfContainer } from './session-container';

/** Whether something listens at a TCP port of a simulated pod: a container that runs declares it. */
export function listensOn(pod: Pod, port: number): boolean {
  return containersOf(pod).some(
    ({ name, ports }) =>
      ports?.some(({ containerPort, protocol = 'TCP' }) => containerPort === port && protocol === 'TCP') &&
      statusOfContainer(pod, name)?.state?.running,
  );
}
