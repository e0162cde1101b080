import type { Container } from '@orrery/api-types';
import {
  commandRun,
  containerRun,
  NEEDS_POD,
  ownCommand,
  type KnownRun,
  type RecordedRun,
  type RunLine,
  type RunContext,
} from '@orrery/container-shell';

/** A log has no more lines than these, as a kubelet cuts off old ones. */
const MAX_LINES = 10_000;
/** Containers never change, and those of one template are one object. */
const known = new WeakMap<Container, KnownRun>();

/**
 * The run of a container whose command the simulated shell can run ahead of time, such as `sleep 5` or a script of plain
 * commands; undefined for every other command, and for none.
 *
 * @param inPod the run in the pod; asked for only where it depends on that
 */
export function plainRunOf(
  container: Container,
  inPod: () => RecordedRun | undefined = () => undefined,
): RecordedRun | undefined {
  if (ownCommand(container).length === 0) return undefined;
  if (!known.has(container)) known.set(container, containerRun(container));
  const run = known.get(container);
  return run === NEEDS_POD ? inPod() : run;
}

/** The run of a container in its pod. */
export function runInPod(container: Container, runContext: RunContext): RecordedRun | undefined {
  const run = containerRun(container, runContext);
  return run === NEEDS_POD ? undefined : run;
}

/** The same of a command that is not a container's own, such as that of a hook. */
export function plainCommandRun(command: readonly string[]): RecordedRun | undefined {
  return commandRun(command);
}

/** The lines that a run prints in a time of its own: from after `fromMs` up to `untilMs`, the latest `limit` of them. */
export function linesOfRun(
  { output, loop }: RecordedRun,
  { fromMs = -1, untilMs, limit = MAX_LINES }: { fromMs?: number; untilMs: number; limit?: number },
): RunLine[] {
  const lines = [...output];
  if (loop && loop.output.length > 0 && untilMs >= loop.startMs) {
    const turns = Math.floor((untilMs - loop.startMs) / loop.everyMs) + 1;
    const kept = Math.ceil(limit / loop.output.length);
    for (let turn = Math.max(0, turns - kept); turn < turns; turn++) {
      const startMs = loop.startMs + turn * loop.everyMs;
      for (const { afterMs, text } of loop.output) lines.push({ afterMs: startMs + afterMs, text });
    }
  }
  return lines.filter(({ afterMs }) => afterMs > fromMs && afterMs <= untilMs).slice(-limit);
}

/** Returns the time of a run's next line after a time of its own; undefined if there is none. */
export function nextLineMs({ output, loop }: RecordedRun, afterTimeMs: number): number | undefined {
  const next = output.find(({ afterMs }) => afterMs > afterTimeMs)?.afterMs;
  if (next !== undefined || !loop) return next;
  const turn = Math.max(0, Math.floor((afterTimeMs - loop.startMs) / loop.everyMs));
  const times = [turn, turn + 1].flatMap((each) =>
    loop.output.map(({ afterMs }) => loop.startMs + each * loop.everyMs + afterMs),
  );
  return times.find((atMs) => atMs > afterTimeMs);
}
