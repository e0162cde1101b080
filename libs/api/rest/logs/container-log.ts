import type { Container, ContainerStatus, Pod } from '@orrery/api-types';
import { ownCommand, type RecordedRun } from '@orrery/container-shell';
import { runContextOf, type ClusterRuntime } from '@orrery/control-plane';
import { deschedulerLog } from '@orrery/descheduler-cycles';
import {
  BehaviourAnnotation,
  linesOfRun,
  nextLineMs,
  nextPrintedMs,
  plainRunOf,
  printedLines,
  runInPod,
  type PrintedLine,
} from '@orrery/pod-lifecycle';
import { parseTimeMs } from '@orrery/time';
import { tokenOf } from '../sessions/container-machine';
import { behaviourOf } from '../sessions/container-behaviour';
import type { MainProcesses } from '../sessions/main-process';
import { statusOfContainer } from '../sessions/session-container';

type State = NonNullable<ContainerStatus['state']>;

/** A run of a container whose log is requested. */
export interface LoggedRun {
  readonly pod: Pod;
  readonly container: Container;
  /** State of this run: running or terminated. */
  readonly state: State;
  /** The run before the present one. */
  readonly isPrevious: boolean;
}

/** Lines that a run has printed so far, and the time of its next output: cluster time in ms, undefined if there is none. */
export interface PrintedLog {
  readonly lines: readonly PrintedLine[];
  readonly nextMs: number | undefined;
}

/**
 * Returns the output of a run: that of its behaviour, or of its command if that is a plain one, or else the known facts
 * of the run, which are its start and its end.
 */
export async function printedBy(
  runtime: ClusterRuntime,
  run: LoggedRun,
  processes: MainProcesses,
): Promise<PrintedLog> {
  const { pod, container, state, isPrevious } = run;
  const printed = await deschedulerLog(runtime, pod, { container: container.name, isPrevious });
  if (printed) {
    return { lines: printed.flatMap(({ atMs, lines }) => lines.map((text) => ({ atMs, text }))), nextMs: undefined };
  }
  const main = processes.find({ pod, status: { ...statusOfContainer(pod, container.name)!, ...containerOf(state) } });
  if (main) return { lines: main.lines, nextMs: undefined };
  const served = processes.runs.find(pod.metadata.uid, {
    ...statusOfContainer(pod, container.name)!,
    ...containerOf(state),
  });
  if (served) return { lines: served.printed.lines, nextMs: undefined };
  const nowMs = runtime.clock.now();
  const endMs = parseTimeMs(state.terminated?.finishedAt);
  const startedAtMs = parseTimeMs(state.running?.startedAt ?? state.terminated?.startedAt);
  if (startedAtMs === undefined) return { lines: [], nextMs: undefined };
  const annotation = behaviourOf(runtime, run, BehaviourAnnotation.Logs);
  const lines = printedLines(annotation, { startedAtMs, untilMs: endMs ?? nowMs });
  if (lines) {
    const nextMs = endMs === undefined ? nextPrintedMs(annotation, { startedAtMs, untilMs: nowMs }) : undefined;
    return { lines, nextMs };
  }
  return (
    plainLog(await ownRun(runtime, run), { startedAtMs, endMs, nowMs }) ?? {
      lines: knownLines(container.name, state),
      nextMs: undefined,
    }
  );
}

/** The container of a run that is over: another one may have taken its place. */
function containerOf({ terminated }: State): { readonly containerID?: string } {
  return terminated?.containerID === undefined ? {} : { containerID: terminated.containerID };
}

/** Returns the run of a container's command; undefined for one that is not known. The token is made only for commands that may read it. */
async function ownRun(runtime: ClusterRuntime, { pod, container, state }: LoggedRun): Promise<RecordedRun | undefined> {
  const { name } = container;
  const status = { ...statusOfContainer(pod, name)!, ...containerOf(state), state };
  const runWith = (token: string | undefined): RecordedRun | undefined =>
    plainRunOf(container, () => runInPod(container, { ...runContextOf(runtime, pod, status), token }));
  const run = runWith(undefined);
  if (run || ownCommand(container).length === 0) return run;
  const token = await tokenOf(runtime, pod);
  return token === '' ? undefined : runWith(token);
}

/** Returns the output of a run; undefined for an unknown one. */
function plainLog(
  run: RecordedRun | undefined,
  times: { readonly startedAtMs: number; readonly endMs: number | undefined; readonly nowMs: number },
): PrintedLog | undefined {
  if (!run) return undefined;
  const { startedAtMs, endMs, nowMs } = times;
  const untilMs = (endMs ?? nowMs) - startedAtMs;
  const lines = linesOfRun(run, { untilMs }).map(({ afterMs, text }) => ({ atMs: startedAtMs + afterMs, text }));
  const nextMs = endMs === undefined ? nextLineMs(run, untilMs) : undefined;
  return { lines, nextMs: nextMs === undefined ? undefined : startedAtMs + nextMs };
}

function knownLines(container: string, { running, terminated }: State): PrintedLine[] {
  const startedAtMs = parseTimeMs(running?.startedAt ?? terminated?.startedAt);
  const lines = startedAtMs === undefined ? [] : [{ atMs: startedAtMs, text: `container ${container} started` }];
  if (!terminated) return lines;
  const code = `container ${container} exited with code ${terminated.exitCode}`;
  const atMs = parseTimeMs(terminated.finishedAt) ?? startedAtMs ?? 0;
  return [...lines, { atMs, text: terminated.reason ? `${code}: ${terminated.reason}` : code }];
}
