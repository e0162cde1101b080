import type { Container } from '@orrery/api-types';
import { onlyPort, ruleFor } from '@orrery/container-shell';
import { BehaviourAnnotation, type ContainerBehaviour } from '../behaviours/behaviour-annotations';
import { httpRulesIn } from '../behaviours/printed-output';
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
  const failures = failuresOf(spec, behaviour, 'startup');
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
    const failures = failuresOf(spec, behaviour, 'startup');
    const ask = { timing: spec.startupProbe!, failures, enabledMs: 0, fromMs: 0, result: 'failure' as const };
    return { killAfterMs: probeTurnMs(ask)!, killedBy: 'startup' };
  }
  const killAfterMs = turnOf(spec, behaviour, { enabledMs, fromMs: 0 });
  const ready = readiness(spec, behaviour, { enabledMs, isReady, sinceMs });
  return killAfterMs === undefined ? ready : { killAfterMs, killedBy: 'liveness', ...ready };
}

function turnOf(
  spec: Container,
  behaviour: ContainerBehaviour,
  since: { readonly enabledMs: number; readonly fromMs: number },
): number | undefined {
  const probe = spec.livenessProbe;
  if (!probe) return undefined;
  const failures = failuresOf(spec, behaviour, 'liveness');
  return probeTurnMs({ timing: probe, failures, ...since, result: 'failure' });
}

function readiness(
  spec: Container,
  behaviour: ContainerBehaviour,
  { enabledMs, isReady, sinceMs }: { enabledMs: number; isReady: boolean; sinceMs: number },
): ProbeOutlook {
  const probe = spec.readinessProbe;
  const readyAfterMs = behaviour.durationMs(BehaviourAnnotation.ReadyAfter);
  const failures = probe ? failuresOf(spec, behaviour, 'readiness') : [];
  const ask = { timing: probe ?? {}, failures, enabledMs, fromMs: sinceMs };
  if (isReady) {
    const unready = probe ? probeTurnMs({ ...ask, result: 'failure' }) : undefined;
    return unready === undefined ? {} : { unreadyAfterMs: unready };
  }
  if (readyAfterMs !== undefined && failures.every(({ fromMs }) => fromMs > sinceMs)) return { readyAfterMs };
  const ready = probe ? probeTurnMs({ ...ask, result: 'success' }) : enabledMs;
  return ready === undefined ? {} : { readyAfterMs: ready };
}

/** The annotation and the probe of each kind. */
const KINDS = {
  startup: { annotation: BehaviourAnnotation.StartupFails, probe: 'startupProbe', name: 'Startup' },
  liveness: { annotation: BehaviourAnnotation.LivenessFails, probe: 'livenessProbe', name: 'Liveness' },
  readiness: { annotation: BehaviourAnnotation.ReadinessFails, probe: 'readinessProbe', name: 'Readiness' },
} as const;
type ProbeKind = keyof typeof KINDS;
const ALWAYS: readonly FailureWindow[] = [{ fromMs: 0, toMs: Number.POSITIVE_INFINITY }];

/** When a probe fails: what the container is said to answer counts first. */
function failuresOf(spec: Container, behaviour: ContainerBehaviour, kind: ProbeKind): readonly FailureWindow[] {
  const { annotation, probe } = KINDS[kind];
  const status = statusSeen(spec, behaviour, spec[probe]);
  if (status !== undefined) return isSuccess(status) ? [] : ALWAYS;
  if (refusedPort(spec, spec[probe]) !== undefined) return ALWAYS;
  const text = behaviour.text(annotation);
  return (text === undefined ? undefined : parseFailureWindows(text)) ?? [];
}

interface HttpProbe {
  readonly path?: string;
  readonly port?: number | string;
  /** Another host than the pod. */
  readonly host?: string;
}

/** The status that a probe over HTTP sees where a behaviour says one; redirects count as successes. */
function statusSeen(spec: Container, behaviour: ContainerBehaviour, probe: Probe | undefined): number | undefined {
  const { httpGet } = (probe ?? {}) as { readonly httpGet?: HttpProbe };
  const annotation = httpGet && behaviour.text(BehaviourAnnotation.Http);
  if (annotation === undefined) return undefined;
  const { path = '/' } = httpGet!;
  const target = path.startsWith('/') ? path : `/${path}`;
  const rule = ruleFor(httpRulesIn(annotation), { target, port: portOf(spec, httpGet!) });
  return rule && (rule.status ?? 200);
}

/** The port of a probe at which the program of the container is known not to listen. */
function refusedPort(spec: Container, probe: Probe | undefined): number | undefined {
  const { httpGet, tcpSocket } = (probe ?? {}) as Readonly<Record<string, HttpProbe | undefined>>;
  const asked = httpGet ?? tcpSocket;
  const listening = asked && asked.host === undefined ? onlyPort(spec) : undefined;
  if (listening === undefined) return undefined;
  const port = portOf(spec, asked!);
  return port === listening ? undefined : port;
}

function portOf({ ports = [] }: Container, { port = 0 }: HttpProbe): number {
  return ports.find(({ name }) => name === port)?.containerPort ?? Number(port);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 400;
}

/** What a probe that failed is reported with. */
export function probeFailureText(kind: ProbeKind, spec: Container, behaviour: ContainerBehaviour): string {
  const { name, probe } = KINDS[kind];
  const asked = spec[probe];
  const { httpGet, tcpSocket, grpc } = (asked ?? {}) as { httpGet?: object; tcpSocket?: object; grpc?: object };
  const refused = refusedPort(spec, asked);
  if (httpGet && refused !== undefined)
    return `${name} probe failed: dial tcp :${refused}: connect: connection refused`;
  if (httpGet) {
    return `${name} probe failed: HTTP probe failed with statuscode: ${statusSeen(spec, behaviour, asked) ?? 500}`;
  }
  if (tcpSocket) return `${name} probe failed: dial tcp: connect: connection refused`;
  if (grpc) return `${name} probe failed: service unhealthy (responded with "NOT_SERVING")`;
  return `${name} probe failed: `;
}
