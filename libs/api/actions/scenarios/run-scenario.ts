import { ClockMode } from '@orrery/clock';
import type { ClusterRuntime } from '@orrery/control-plane';
import { formatMicroTime } from '@orrery/time';
import { conditionsHold } from '../clock/advance-clock';
import { badUserInput } from '../errors/input-error';
import { listFaults, type ShownFault } from '../faults/node-faults';
import { firstUnmetExpectation } from './check-expectation';
import { readScenario } from './read-scenario';
import { agendaOf, chaptersOf } from './scenario-agenda';
import { perform } from './perform-action';
import type { Expectation, ScenarioEntry } from './scenario';

const MAX_FAULTS_NAMED = 3;
/** The view of a cluster under which the course of its scenario is kept, so that every server can report it. */
const VIEW = 'scenario';

/** Result of one point of a scenario. */
interface ScenarioStep {
  readonly name: string;
  readonly at: string;
  readonly seconds: number;
  readonly action: string;
  readonly ok: boolean;
  readonly message: string;
}

/** Progress of the newest scenario of a cluster. */
export interface ScenarioProgress {
  readonly name: string;
  readonly startedAt: string;
  readonly isRunning: boolean;
  /** True if every step so far succeeded. */
  readonly passed: boolean;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioReport {
  readonly name: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly passed: boolean;
  readonly steps: readonly ScenarioStep[];
  /** Influences on the outcome that are not part of the scenario. */
  readonly warnings: readonly string[];
}

/**
 * Runs a scenario on a cluster whose clock is manual; cluster time moves as far as the scenario does. A failed action
 * or expectation does not end it, a condition that is not met in time does. Where the clock cannot advance, the
 * scenario fails, and its steps contain the reason.
 */
export async function runScenario(runtime: ClusterRuntime, yaml: string): Promise<ScenarioReport> {
  const scenario = readScenario(yaml);
  if (runtime.clock.setting.mode !== ClockMode.Manual)
    throw badUserInput('the clock is running: pause it before running a scenario (pauseClock)');
  const startMs = runtime.clock.now();
  const warnings = warningsOf(await listFaults(runtime));
  const steps: ScenarioStep[] = [];
  const startedAt = formatMicroTime(startMs);
  const passed = (): boolean => steps.every(({ ok }) => ok);
  const publish = (isRunning: boolean): Promise<void> => {
    const progress: ScenarioProgress = { name: scenario.name, startedAt, isRunning, passed: passed(), steps };
    return runtime.records.views.publish(VIEW, progress);
  };
  const note = (entry: ScenarioEntry, outcome: { readonly ok: boolean; readonly message: string }): Promise<void> => {
    const seconds = (runtime.clock.now() - startMs) / 1000;
    const at = formatMicroTime(runtime.clock.now());
    steps.push({ name: entry.name, at, seconds, action: entry.action.type, ...outcome });
    return publish(true);
  };
  const play = async (): Promise<void> => {
    for (const chapter of chaptersOf(scenario.entries)) {
      const { opening } = chapter;
      if (opening?.when && !(await waitFor(runtime, opening.when, opening.withinMs))) {
        const problem = await firstUnmetExpectation(runtime, opening.when);
        await note(opening, { ok: false, message: `timed out: ${problem}` });
        break;
      }
      for (const { atMs, entry } of agendaOf(chapter, runtime.clock.now() - startMs)) {
        // Actions come first in their instant, what is expected holds at its end; in between the document's order counts.
        if (entry.action.type === 'expect') await runtime.advance({ untilMs: startMs + atMs });
        else await runtime.advanceToBeginning(startMs + atMs);
        await note(entry, await outcomeOf(runtime, entry));
      }
    }
    const endMs = Math.max(startMs + (scenario.lastsMs ?? 0), runtime.clock.now());
    await runtime.advance({ untilMs: endMs });
  };
  await publish(true);
  try {
    await play();
  } catch (error) {
    const at = runtime.clock.now();
    const ended = { name: 'the clock', at: formatMicroTime(at), seconds: (at - startMs) / 1000, action: 'advance' };
    steps.push({ ...ended, ok: false, message: (error as Error).message });
    throw error;
  } finally {
    await publish(false);
  }
  return {
    name: scenario.name,
    startedAt,
    endedAt: formatMicroTime(runtime.clock.now()),
    passed: passed(),
    steps,
    warnings,
  };
}

/** Returns the progress of the newest scenario of the cluster; null if none was run. */
export async function scenarioProgress({ records }: ClusterRuntime): Promise<ScenarioProgress | null> {
  return ((await records.views.read(VIEW)) as ScenarioProgress | undefined) ?? null;
}

/** Faults of an earlier scenario change what this one sees. */
function warningsOf(faults: readonly ShownFault[]): string[] {
  const inForce = faults.filter(({ isInForce }) => isInForce);
  if (inForce.length === 0) return [];
  const named = inForce.slice(0, MAX_FAULTS_NAMED).map(({ kind, nodeName }) => `${kind} on ${nodeName}`);
  const more = inForce.length > named.length ? ' and others' : '';
  return [`faults in force when the scenario began: ${named.join(', ')}${more}; clearFaults ends them`];
}

async function outcomeOf(
  runtime: ClusterRuntime,
  { action }: ScenarioEntry,
): Promise<{ ok: boolean; message: string }> {
  try {
    if (action.type !== 'expect') return { ok: true, message: await perform(runtime, action) };
    const problem = await firstUnmetExpectation(runtime, action.expectations);
    return { ok: problem === undefined, message: problem ?? 'as expected' };
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}

/** Goes from event to event until all expectations hold; false if they do not in time. */
async function waitFor(
  runtime: ClusterRuntime,
  expectations: readonly Expectation[],
  withinMs: number,
): Promise<boolean> {
  const until = conditionsHold(runtime, expectations);
  const { wasStopped } = await runtime.advance({ untilMs: runtime.clock.now() + withinMs, until });
  return wasStopped;
}
