import type { ControlMessage } from '@orrery/messaging';
import type { ClusterRuntime } from '../cluster/cluster-runtime';

const TYPES = ['setting', 'settings', 'faults', 'release', 'recording'] as const;
type RuntimeMessage = Extract<ControlMessage, { type: (typeof TYPES)[number] }>;

/** State of its clusters that a process reads again when messages were lost. */
export const REREAD = ['faults', 'settings', 'recording'] as const;

/** Returns whether a message is one for the cluster that it names. */
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
    case 'recording':
      // The next client waits until all know.
      return runtime.activity.track(() => runtime.recording.follow());
    case 'release':
      runtime.clients.release(message.hold);
  }
}
