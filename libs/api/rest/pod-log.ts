import { badRequest, type ContainerStatus, type Pod } from '@orrery/api-types';
import { deschedulerLog } from '@orrery/descheduler-cycles';
import { plainRunOf } from '@orrery/pod-lifecycle';
import { formatTime, parseTimeMs } from '@orrery/time';
import { integerParameter, isTrue, type Query } from '@orrery/api-protocol';
import type { Answer, KindRequest } from './kind-request';
import { read } from './reads';

/** One line of a log: a time of the cluster and what happened then. */
interface LogLine {
  readonly at: string;
  readonly text: string;
}

/**
 * What is known of a container is when it started and how it ended; that is its log, unless its command says what it
 * prints. A pod without a node has none yet
 * (204, as captured). Throws 400 for a container that is not there or has not started.
 */
export async function readLog(request: KindRequest): Promise<Answer> {
  const pod = (await read(request)) as Pod;
  const container = chooseContainer(pod, request.query['container']);
  if (!pod.spec.nodeName) return { code: 204, body: undefined };
  const status = statusOf(pod, container);
  const isPrevious = isTrue(request.query['previous']);
  const state = isPrevious ? previousState(pod, container, status) : currentState(pod, container, status);
  const nowMs = request.runtime.clock.now();
  const known = plainLines(pod, container, { state, nowMs }) ?? linesOf(container, state);
  const printed = await deschedulerLog(request.runtime, pod, { container, isPrevious });
  const lines = printed ? printed.flatMap(toLogLines) : known;
  return { code: 200, body: cut(lines, request.query, nowMs) };
}

/** What a program has printed, instead of what is known of its container. */
function toLogLines({ atMs, lines }: { readonly atMs: number; readonly lines: readonly string[] }): LogLine[] {
  return lines.map((text) => ({ at: formatTime(atMs), text }));
}

function chooseContainer({ metadata, spec }: Pod, wanted: string | undefined): string {
  const names = [...(spec.initContainers ?? []), ...spec.containers].map(({ name }) => name);
  const main = spec.containers.map(({ name }) => name);
  if (!wanted && main.length > 1) {
    throw badRequest(`a container name must be specified for pod ${metadata.name}, choose one of: [${main.join(' ')}]`);
  }
  const container = wanted || main[0] || '';
  if (names.includes(container)) return container;
  throw badRequest(`container ${container} is not valid for pod ${metadata.name}`);
}

function statusOf({ status }: Pod, container: string): ContainerStatus | undefined {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.find(({ name }) => name === container);
}

type State = ContainerStatus['state'];

/** The output of a command that is known to print; undefined for others. */
function plainLines(
  { spec }: Pod,
  container: string,
  { state, nowMs }: { readonly state: State; readonly nowMs: number },
): LogLine[] | undefined {
  const all = [...(spec.initContainers ?? []), ...spec.containers];
  const run = plainRunOf(all.find(({ name }) => name === container)!);
  const end = state?.terminated;
  const startedAtMs = parseTimeMs(state?.running?.startedAt ?? end?.startedAt);
  if (!run || startedAtMs === undefined) return undefined;
  const untilMs = parseTimeMs(end?.finishedAt) ?? nowMs;
  return run.output
    .map(({ afterMs, text }) => ({ atMs: startedAtMs + afterMs, text }))
    .filter(({ atMs }) => atMs <= untilMs)
    .map(({ atMs, text }) => ({ at: formatTime(atMs), text }));
}

function currentState({ metadata }: Pod, container: string, status: ContainerStatus | undefined): State {
  const waiting = status?.state?.waiting;
  if (!status || waiting) {
    const reason = waiting?.reason ?? 'ContainerCreating';
    throw badRequest(`container "${container}" in pod "${metadata.name}" is waiting to start: ${reason}`);
  }
  return status.state;
}

function previousState({ metadata }: Pod, container: string, status: ContainerStatus | undefined): State {
  if (status?.lastState?.terminated) return status.lastState;
  throw badRequest(`previous terminated container "${container}" in pod "${metadata.name}" not found`);
}

function linesOf(container: string, state: State): LogLine[] {
  const end = state?.terminated;
  const startedAt = (state?.running?.startedAt ?? end?.startedAt) as string | undefined;
  const lines = startedAt ? [{ at: startedAt, text: `container ${container} started` }] : [];
  if (!end) return lines;
  const code = `container ${container} exited with code ${end.exitCode}`;
  return [
    ...lines,
    { at: (end.finishedAt as string | undefined) ?? '', text: end.reason ? `${code}: ${end.reason}` : code },
  ];
}

/** The part of a log that was asked for. */
function cut(lines: readonly LogLine[], query: Query, nowMs: number): string {
  const sinceSeconds = integerParameter(query, 'sinceSeconds');
  const sinceMs = sinceSeconds === undefined ? Date.parse(query['sinceTime'] ?? '') : nowMs - sinceSeconds * 1000;
  const recent = Number.isNaN(sinceMs) ? lines : lines.filter(({ at }) => Date.parse(at) >= sinceMs);
  const tail = integerParameter(query, 'tailLines');
  const wanted = tail === undefined ? recent : tail <= 0 ? [] : recent.slice(-tail);
  const isTimed = isTrue(query['timestamps']);
  const text = wanted.map((line) => `${isTimed ? `${line.at} ` : ''}${line.text}\n`).join('');
  const limitBytes = integerParameter(query, 'limitBytes');
  return limitBytes === undefined ? text : text.slice(0, Math.max(0, limitBytes));
}
