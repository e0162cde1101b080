import type { Container } from '@orrery/api-types';
import { BehaviourAnnotation, type ContainerBehaviour } from '../behaviours/behaviour-annotations';
import { parseFailureWindows, probeTurnMs, type FailureWindow } from './probe-timeline';

type Probe = NonNullable<Container['readinessProbe']>;

/** What probes will do to a running container next; milliseconds since its start. */
export interface ProbeOutlook {
  /** It becomes ready. */
  readonly readyAfterMs?: number;
  /** Its readiness probe gives it up. */
  readonly unreadyAfterMs?: number;
  /** Its startup or liveness probe gives it up. */
  readonly killAfterMs?: number;
  readonly killedBy?: 'startup' | 'liveness';
}

/** When a container has started in the eyes of its startup probe; undefined if that probe gives it up first. */
export function startupAfterMs(spec: Container, behaviour: ContainerBehaviour): number | undefined {
  const { startupProbe } = spec;
  if (!startupProbe) return 0;
  const failures = failuresOf(behaviour, BehaviourAnnotation.StartupFails);
  const ask = { timing: startupProbe, failures, enabledMs: 0, fromMs: 0 };
  const success = probeTurnMs({ ...ask, result: 'success' });
  const failure = probeTurnMs({ ...ask, result: 'failure' });
  return success !== undefined && (failure === undefined || success <= failure) ? success : undefined;
}

/** What comes of the probes of a container that has been running for `elapsedMs` and is ready or not. */
export function probeOutlook(
  spec: Container,
  behaviour: ContainerBehaviour,
  { isReady, sinceMs }: { readonly isReady: boolean; readonly sinceMs: number },
): ProbeOutlook {
  const enabledMs = startupAfterMs(spec, behaviour);
  if (enabledMs === undefined) {
    const failures = failuresOf(behaviour, BehaviourAnnotation.StartupFails);
    const ask = { timing: spec.startupProbe!, failures, enabledMs: 0, fromMs: 0, result: 'failure' as const };
    return { killAfterMs: probeTurnMs(ask)!, killedBy: 'startup' };
  }
  const killAfterMs = turnOf(spec.livenessProbe, behaviour, { enabledMs, fromMs: 0 });
  const ready = readiness(spec.readinessProbe, behaviour, { enabledMs, isReady, sinceMs });
  return killAfterMs === undefined ? ready : { killAfterMs, killedBy: 'liveness', ...ready };
}

function turnOf(
  probe: Probe | undefined,
  behaviour: ContainerBehaviour,
  since: { readonly enabledMs: number; readonly fromMs: number },
): number | undefined {
  if (!probe) return undefined;
  const failures = failuresOf(behaviour, BehaviourAnnotation.LivenessFails);
  return probeTurnMs({ timing: probe, failures, ...since, result: 'failure' });
}

function readiness(
  probe: Probe | undefined,
  behaviour: ContainerBehaviour,
  { enabledMs, isReady, sinceMs }: { enabledMs: number; isReady: boolean; sinceMs: number },
): ProbeOutlook {
  const readyAfterMs = behaviour.durationMs(BehaviourAnnotation.ReadyAfter);
  const failures = probe ? failuresOf(behaviour, BehaviourAnnotation.ReadinessFails) : [];
  const ask = { timing: probe ?? {}, failures, enabledMs, fromMs: sinceMs };
  if (isReady) {
    const unready = probe ? probeTurnMs({ ...ask, result: 'failure' }) : undefined;
    return unready === undefined ? {} : { unreadyAfterMs: unready };
  }
  if (readyAfterMs !== undefined && failures.every(({ fromMs }) => fromMs > sinceMs)) return { readyAfterMs };
  const ready = probe ? probeTurnMs({ ...ask, result: 'success' }) : enabledMs;
  return ready === undefined ? {} : { readyAfterMs: ready };
}

function failuresOf(behaviour: ContainerBehaviour, name: BehaviourAnnotation): readonly FailureWindow[] {
  const text = behaviour.text(name);
  return (text === undefined ? undefined : parseFailureWindows(text)) ?? [];
}

/** What a probe that failed is reported with. */
export function probeFailureText(kind: 'Startup' | 'Liveness' | 'Readiness', probe: Probe | undefined): string {
  const { httpGet, tcpSocket, grpc } = (probe ?? {}) as { httpGet?: object; tcpSocket?: object; grpc?: object };
  if (httpGet) return `${kind} probe failed: HTTP probe failed with statuscode: 500`;
  if (tcpSocket) return `${kind} probe failed: dial tcp: connect: connection refused`;
  if (grpc) return `${kind} probe failed: service unhealthy (responded with "NOT_SERVING")`;
  return `${kind} probe failed: `;
}
