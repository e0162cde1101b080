import type { Container, Pod } from '@orrery/api-types';
import { annotatePod, type ClusterRuntime } from '@orrery/control-plane';
import {
  containersOf,
  isHttpSuccess,
  knownServers,
  portNumber,
  PROBE_KINDS,
  probeOf,
  serverAt,
  startCommand,
  type Machine,
  type Process,
  type PodVolume,
  type ProbeKind,
} from '@orrery/container-shell';
import { BehaviourAnnotation, withProbeChange } from '@orrery/pod-lifecycle';
import { parseTimeMs } from '@orrery/time';
import { claimedVolume } from './claim-files';
import { machineOf } from './container-machine';
import { answerOf } from './network/pod-network';
import { statusOfContainer, type RunningContainer } from './session-container';
import type { SessionMemory } from './session-memory';

/** The outcome of a probe of a container now. */
interface Verdict {
  readonly running: RunningContainer;
  readonly kind: ProbeKind;
  readonly fails: boolean;
}

/** Number of steps after which a probe's command is given up. */
const MAX_STEPS = 10_000;

/** Returns the outcome of the probes of a pod that read files; compared before and after a session, it shows the changes. */
export async function probeVerdicts(runtime: ClusterRuntime, sessions: SessionMemory, pod: Pod): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const container of containersOf(pod)) {
    const status = statusOfContainer(pod, container.name);
    const kinds = PROBE_KINDS.filter((kind) => looksAtFiles(container, kind));
    if (!status?.state?.running || kinds.length === 0) continue;
    const running = { pod, container, status };
    const machine = await machineOf(runtime, sessions, running);
    for (const kind of kinds) {
      verdicts.push({ running, kind, fails: hasFailed(runtime, sessions, { running, kind, machine }) });
    }
  }
  return verdicts;
}

function looksAtFiles(container: Container, kind: ProbeKind): boolean {
  const { exec, httpGet } = probeOf(container, kind) ?? {};
  if (exec) return true;
  return httpGet !== undefined && serverAt(container, portNumber(container, httpGet.port))?.showsFiles === true;
}

function hasFailed(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  {
    running,
    kind,
    machine,
  }: { readonly running: RunningContainer; readonly kind: ProbeKind; readonly machine: Machine },
): boolean {
  const { pod, container } = running;
  const { exec, httpGet, timeoutSeconds = 1 } = probeOf(container, kind)!;
  if (httpGet) {
    const path = httpGet.path ?? '/';
    const target = path.startsWith('/') ? path : `/${path}`;
    const question = { method: 'GET', target, port: portNumber(container, httpGet.port) };
    return !isHttpSuccess(answerOf(runtime, sessions, { asked: { pod, container }, question }).status);
  }
  const process = startCommand(machine, exec?.command ?? []);
  return !process || !succeeds(process, 1000 * timeoutSeconds);
}

/** Runs a process at once, its sleeps skipped, and returns whether it succeeds within a time. */
function succeeds(process: Process, limitMs: number): boolean {
  let ranMs = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { done, value } = process.next(undefined);
    if (done) return value === 0;
    if (value.is === 'sleep') ranMs += value.ms;
    if (ranMs > limitMs) break;
  }
  process.return(0);
  return false;
}

/** Records in an annotation, for the kubelet, the probes whose results differ from those before a session. */
export async function reportProbeChanges(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  { pod, before }: { readonly pod: Pod; readonly before: readonly Verdict[] },
): Promise<void> {
  if (before.length === 0) return;
  const { name, namespace = '', uid } = pod.metadata;
  const present = runtime.cache.get({ resource: 'pods', namespace, name }) as Pod | undefined;
  if (present?.metadata.uid !== uid) return;
  const annotations: Record<string, string> = {};
  for (const { running, kind, fails } of await probeVerdicts(runtime, sessions, present)) {
    const { container, status } = running;
    const earlier = before.find((each) => each.running.container.name === container.name && each.kind === kind);
    if (!earlier || earlier.running.status.containerID !== status.containerID || earlier.fails === fails) continue;
    const key = `orrery.dev/${container.name}.${BehaviourAnnotation.ProbesSeen}`;
    const nowMs = runtime.clock.now();
    const ranMs = Math.max(0, nowMs - (parseTimeMs(status.state?.running?.startedAt) ?? nowMs));
    const value = annotations[key] ?? present.metadata.annotations?.[key];
    annotations[key] = withProbeChange(value, status.containerID ?? '', { kind, fails, ranMs });
  }
  if (Object.keys(annotations).length === 0) return;
  const reason = 'a session changed what probes find';
  await annotatePod(runtime, { pod: { namespace, name, uid }, annotations, reason });
}

/**
 * Records for the kubelet, when a container has started, the exec probes whose results depend on files that earlier
 * pods have left on a claim: the kubelet takes claims of known servers for empty.
 */
export async function reportKeptFiles(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  running: RunningContainer,
): Promise<void> {
  const { pod, container, status } = running;
  if (knownServers(container).length === 0 || !hasKeptFiles(runtime, sessions, running)) return;
  const kinds = PROBE_KINDS.filter((kind) => probeOf(container, kind)?.exec);
  if (kinds.length === 0) return;
  const machine = await machineOf(runtime, sessions, running);
  const found = kinds.filter((kind) => !hasFailed(runtime, sessions, { running, kind, machine }));
  if (found.length === 0) return;
  const key = `orrery.dev/${container.name}.${BehaviourAnnotation.ProbesSeen}`;
  const run = status.containerID ?? '';
  const value = found.reduce<string | undefined>(
    (before, kind) => withProbeChange(before, run, { kind, fails: false, ranMs: 0 }),
    undefined,
  );
  const { name, namespace = '', uid } = pod.metadata;
  const reason = 'probes find files that earlier pods left';
  await annotatePod(runtime, { pod: { namespace, name, uid }, annotations: { [key]: value! }, reason });
}

function hasKeptFiles(
  runtime: ClusterRuntime,
  { files }: SessionMemory,
  { pod, container }: RunningContainer,
): boolean {
  const mounted = new Set((container.volumeMounts ?? []).map(({ name }) => name));
  return ((pod.spec.volumes ?? []) as readonly PodVolume[]).some((volume) => {
    const claimed = mounted.has(volume.name) ? claimedVolume(runtime, pod, volume) : undefined;
    return claimed !== undefined && files.hasFiles(runtime, pod, claimed);
  });
}
