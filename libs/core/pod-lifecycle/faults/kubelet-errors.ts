import { formatDuration } from '@orrery/time';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { NodeFaultKind, type FaultsOfNode } from './node-faults';

/** Silence of the runtime from which on the kubelet calls it unhealthy. */
const PLEG_THRESHOLD_MS = 180_000;

/** Returns the message of the condition Ready while a kubelet cannot do its work; undefined while it can (spec nodes D2). */
export function notReadyMessage(faults: FaultsOfNode, settings: KubeletSettings, nowMs: number): string | undefined {
  if (faults.size === 0) return undefined;
  const errors: string[] = [];
  const downSinceMs = faults.get(NodeFaultKind.RuntimeDown)?.sinceMs;
  if (downSinceMs !== undefined && nowMs - downSinceMs > PLEG_THRESHOLD_MS) {
    const ago = formatDuration(nowMs - downSinceMs);
    errors.push(`PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s`);
  }
  if (faults.has(NodeFaultKind.NetworkNotReady)) errors.push(settings.networkNotReadyMessage);
  if (faults.has(NodeFaultKind.Shutdown)) errors.push('node is shutting down');
  return errors.length > 1 ? `[${errors.join(', ')}]` : errors[0];
}
