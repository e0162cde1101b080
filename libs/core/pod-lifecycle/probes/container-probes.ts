import type { Container } from '@orrery/api-types';
import { BehaviourAnnotation, type ContainerBehaviour } from '../behaviours/behaviour-annotations';
import { failuresOf, type ProbedRun } from './probe-failures';
import { probeTurnMs } from './probe-timeline';

/** Next effects of the probes on a running container; milliseconds since its start. */
export interface ProbeOutlook {
  /** It becomes ready. */
  readonly readyAfterMs?: number;
  /** Its readiness probe gives it up. */
  readonly unreadyAfterMs?: number;
  /** Its startup or liveness probe gives it up. */
  readonly killAfterMs?: number;
  readonly killedBy?: 'startup' | 'liveness';
}

/** Returns the time at which the startup probe counts a container as started; undefined if that probe gives it up first. */
export function startupAfterMs(
  spec: Container,
  behaviour: ContainerBehaviour,
  run: ProbedRun = {},
): number | undefined {
  const { startupProbe } = spec;
  const { hookMs = 0 } = run;
  if (!startupProbe) return hookMs;
  const failures = failuresOf(spec, behaviour, 'startup', run);
  const ask = { timing: startupProbe, failures, enabledMs: hookMs, fromMs: 0 };
  const success = probeTurnMs({ ...ask, result: 'success' });
  const failure = probeTurnMs({ ...ask, result: 'failure' });
  return success !== undefined && (failure === undefined || success <= failure) ? success : undefined;
}

/** Returns the next effects of the probes on a container that has been running for `elapsedMs` and is ready or not. */
export function probeOutlook(
  spec: Container,
  behaviour: ContainerBehaviour,
  { isReady, sinceMs, run = {} }: { readonly isReady: boolean; readonly sinceMs: number; readonly run?: ProbedRun },
): ProbeOutlook {
  const enabledMs = startupAfterMs(spec, behaviour, run);
  if (enabledMs === undefined) {
    const failures = failuresOf(spec, behaviour, 'startup', run);
    const { hookMs = 0 } = run;
    const ask = { timing: spec.startupProbe!, failures, enabledMs: hookMs, fromMs: 0, result: 'failure' as const };
    return { killAfterMs: probeTurnMs(ask)!, killedBy: 'startup' };
  }
  const killAfterMs = turnOf(spec, behaviour, { enabledMs, fromMs: 0 }, run);
  const ready = readiness(spec, behaviour, { enabledMs, isReady, sinceMs, run });
  return killAfterMs === undefined ? ready : { killAfterMs, killedBy: 'liveness', ...ready };
}

function turnOf(
  spec: Container,
  behaviour: ContainerBehaviour,
  since: { readonly enabledMs: number; readonly fromMs: number },
  run: ProbedRun,
): number | undefined {
  const probe = spec.livenessProbe;
  if (!probe) return undefined;
  const failures = failuresOf(spec, behaviour, 'liveness', run);
  return probeTurnMs({ timing: probe, failures, ...since, result: 'failure' });
}

function readiness(
  spec: Container,
  behaviour: ContainerBehaviour,
  { enabledMs, isReady, sinceMs, run }: { enabledMs: number; isReady: boolean; sinceMs: number; run: ProbedRun },
): ProbeOutlook {
  const probe = spec.readinessProbe;
  const readyAfterMs = behaviour.durationMs(BehaviourAnnotation.ReadyAfter);
  const failures = probe ? failuresOf(spec, behaviour, 'readiness', run) : [];
  const ask = { timing: probe ?? {}, failures, enabledMs, fromMs: sinceMs };
  if (isReady) {
    const unready = probe ? probeTurnMs({ ...ask, result: 'failure' }) : undefined;
    return unready === undefined ? {} : { unreadyAfterMs: unready };
  }
  if (readyAfterMs !== undefined && failures.every(({ fromMs }) => fromMs > sinceMs)) return { readyAfterMs };
  const ready = probe ? probeTurnMs({ ...ask, result: 'success' }) : enabledMs;
  return ready === undefined ? {} : { readyAfterMs: ready };
}
