import type { ControlMessage } from '@orrery/messaging';
import type { ClusterRuntime } from './cluster-runtime';

const TYPES = ['setting', 'settings', 'faults', 'release'] as const;
type RuntimeMessage = Extract<ControlMessage, { type: (typeof TYPES)[number] }>;

/** Whether a message is one for the cluster that it names. */
export function heardByRuntimes(message: ControlMessage): message is RuntimeMessage {
  return (TYPES as readonly string[]).includes(message.type);
}

/** Lets a cluster in the memory of this process know what another process did. */
export async function toRuntime(runtime: ClusterRuntime, message: RuntimeMessage): Promise<void> {
  switch (message.type) {
    case 'setting':
      return runtime.clockWasSet();
    case 'settings':
      return runtime.heardOfSettings();
    case 'faults':
      return runtime.heardOfFaults();
    case 'release':
      runtime.clients.release(message.hold);
  }
}
