import type { Container } from '@orrery/api-types';
import {
  isHttpSuccess,
  listeningPorts,
  portNumber,
  probeOf,
  probesAlone,
  ruleFor,
  servedWindows,
  type ProbeKind,
  type ProbeWindows,
} from '@orrery/container-shell';
import { BehaviourAnnotation, type ContainerBehaviour } from '../behaviours/behaviour-annotations';
import { httpRulesIn } from '../behaviours/printed-output';
import { seenProbesIn } from './seen-probes';
import { parseFailureWindows, type FailureWindow } from './probe-timeline';

/** Facts about one run of a container that decide its probes. */
export interface ProbedRun {
  /** Its container ID; undefined for a run that begins just now. */
  readonly containerID?: string | undefined;
  /** Windows in which its exec probes fail because of its own command; undefined if they are unknown. */
  readonly windows?: ProbeWindows | undefined;
  /** Duration of its postStart hook: probes begin after it. */
  readonly hookMs?: number;
}

const ANNOTATIONS = {
  startup: BehaviourAnnotation.StartupFails,
  liveness: BehaviourAnnotation.LivenessFails,
  readiness: BehaviourAnnotation.ReadinessFails,
} as const;
const ALWAYS: readonly FailureWindow[] = [{ fromMs: 0, toMs: Number.POSITIVE_INFINITY }];
const NONE: readonly FailureWindow[] = [];
/** Exec probes whose outcome follows from their command alone; containers never change. */
const alone = new WeakMap<Container, ProbeWindows>();

/**
 * Returns the windows in which a probe of a run fails. The configured answers of the container take precedence, then the
 * author's annotation about the probe, the changes that sessions made in the run, and last the container's own program.
 */
export function failuresOf(
  spec: Container,
  behaviour: ContainerBehaviour,
  kind: ProbeKind,
  { containerID, windows }: ProbedRun,
): readonly FailureWindow[] {
  const status = statusSeen(spec, behaviour, kind);
  if (status !== undefined) return isHttpSuccess(status) ? NONE : ALWAYS;
  if (refusedPort(spec, kind) !== undefined) return ALWAYS;
  const text = behaviour.text(ANNOTATIONS[kind]);
  const annotated = text === undefined ? undefined : parseFailureWindows(text);
  if (annotated) return annotated;
  const seen = containerID === undefined ? undefined : seenProbesIn(behaviour, containerID)?.[kind];
  return seen ?? servedWindows(spec, kind) ?? windows?.[kind] ?? windowsAlone(spec)[kind] ?? NONE;
}

function windowsAlone(spec: Container): ProbeWindows {
  let known = alone.get(spec);
  if (!known) alone.set(spec, (known = probesAlone(spec)));
  return known;
}

/** The status that a probe over HTTP sees where a behaviour says one; redirects count as successes. */
export function statusSeen(spec: Container, behaviour: ContainerBehaviour, kind: ProbeKind): number | undefined {
  const { httpGet } = probeOf(spec, kind) ?? {};
  const annotation = httpGet && behaviour.text(BehaviourAnnotation.Http);
  if (annotation === undefined) return undefined;
  const { path = '/' } = httpGet!;
  const target = path.startsWith('/') ? path : `/${path}`;
  const rule = ruleFor(httpRulesIn(annotation), { target, port: portNumber(spec, httpGet!.port) });
  return rule && (rule.status ?? 200);
}

/** The port of a probe at which the program of the container is known not to listen. */
function refusedPort(spec: Container, kind: ProbeKind): number | undefined {
  const { httpGet, tcpSocket, grpc } = probeOf(spec, kind) ?? {};
  if (grpc) return portRefusedBy(spec, { port: grpc.port, host: undefined });
  const asked = httpGet ?? tcpSocket;
  return asked && portRefusedBy(spec, { port: portNumber(spec, asked.port), host: asked.host });
}

/** Returns a port of a container if it is known that its program does not listen there. */
export function portRefusedBy(
  spec: Container,
  { port, host }: { readonly port: number; readonly host: string | undefined },
): number | undefined {
  const listening = host === undefined ? listeningPorts(spec) : undefined;
  return !listening || listening.includes(port) ? undefined : port;
}

/** Names of probes in events. */
export const NAMES = { startup: 'Startup', liveness: 'Liveness', readiness: 'Readiness' } as const;

/** Returns the text of the event for a probe that failed. */
export function probeFailureText(
  kind: ProbeKind,
  spec: Container,
  behaviour: ContainerBehaviour,
  run: ProbedRun,
): string {
  const { httpGet, tcpSocket, grpc } = (probeOf(spec, kind) ?? {}) as Readonly<Record<string, object | undefined>>;
  const failed = `${NAMES[kind]} probe failed: `;
  const refused = refusedPort(spec, kind);
  if (httpGet && refused !== undefined) return `${failed}dial tcp :${refused}: connect: connection refused`;
  if (grpc && refused !== undefined) {
    const { timeoutSeconds = 1 } = probeOf(spec, kind)!;
    return `${failed}timeout: failed to connect service ":${refused}" within ${timeoutSeconds}s: context deadline exceeded`;
  }
  const status = statusSeen(spec, behaviour, kind);
  if (httpGet && status !== undefined) return `${failed}HTTP probe failed with statuscode: ${status}`;
  const own = failuresOf(spec, behaviour, kind, run).at(-1)?.text;
  if (own !== undefined) return failed + own;
  if (httpGet) return `${failed}HTTP probe failed with statuscode: 500`;
  if (tcpSocket) return `${failed}dial tcp: connect: connection refused`;
  if (grpc) return `${failed}service unhealthy (responded with "NOT_SERVING")`;
  return failed;
}
