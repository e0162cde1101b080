import type { Pod } from '@orrery/api-types';
import { annotatePod, type ClusterRuntime } from '@orrery/control-plane';
import {
  healthFailure,
  PROBE_KINDS,
  probeOf,
  serverAt,
  servedWindows,
  type ServerPlace,
} from '@orrery/container-shell';
import { BehaviourAnnotation, withProbeChange } from '@orrery/pod-lifecycle';
import type { RunningContainer } from './session-container';

/** Writes that follow from requests to simulated servers. The client is answered when they are done. */
export class FollowingWrites {
  private readonly open = new Set<Promise<void>>();

  /** @param failed called with an error: no client waits for the effects of hooks */
  add(write: Promise<void>, failed: (error: unknown) => void): void {
    const noted = write.catch(failed).finally(() => this.open.delete(noted));
    this.open.add(noted);
  }

  async done(): Promise<void> {
    await Promise.all(this.open);
  }
}

/** Writes the results of gRPC probes for the kubelet, after a request that may have changed the health of a server. */
export async function reportHealth(
  runtime: ClusterRuntime,
  { pod, container, status }: RunningContainer,
  place: ServerPlace,
): Promise<void> {
  const { namespace = '', name, uid } = pod.metadata;
  const present = (runtime.cache.get({ resource: 'pods', namespace, name }) as Pod | undefined) ?? pod;
  const key = `orrery.dev/${container.name}.${BehaviourAnnotation.ProbesSeen}`;
  const before = present.metadata.annotations?.[key];
  const ranMs = place.nowMs - place.startedAtMs;
  let text = before;
  for (const kind of PROBE_KINDS) {
    const { grpc } = probeOf(container, kind) ?? {};
    const health = grpc && serverAt(container, grpc.port)?.health;
    if (!health) continue;
    const fails = healthFailure(health(grpc.service ?? '', place)) !== undefined;
    const ownWindows = servedWindows(container, kind);
    text = withProbeChange(text, status.containerID ?? '', { kind, fails, ranMs, ownWindows });
  }
  if (text === undefined || text === before) return;
  const reason = 'a request changed the health of a server';
  await annotatePod(runtime, { pod: { namespace, name, uid }, annotations: { [key]: text }, reason });
}
