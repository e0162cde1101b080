import { explainPod, podUid, type PodExplanation, type PreemptionForecast } from '@orrery/scheduling';
import { readCases, RECORDINGS, schedulerOf } from './recorded-scheduling';

/** Numbers of cases with a preemption; smaller ones mean that something is not compared any more. */
const RECORDED_CASES: Readonly<Record<string, number>> = { 'scheduler.json.gz': 65, 'scheduler-modern.json.gz': 76 };

function candidatesOf({ candidates }: PreemptionForecast): unknown[] {
  return [...candidates]
    .sort((a, b) => (a.nodeName < b.nodeName ? -1 : 1))
    .map(({ nodeName, victims, violations }) => ({
      node: nodeName,
      victims: victims.map(({ metadata: { namespace, name } }) => ({ namespace, name })),
      numPDBViolations: violations,
    }));
}

/** Every node that a search from another place might have ended on. */
function acceptable({ chosen, candidates }: PreemptionForecast): string[] {
  if (chosen === undefined) return [];
  const best = candidates.filter(({ outrankedBy }) => outrankedBy === undefined);
  return best.map(({ nodeName }) => nodeName).sort();
}

function messageOf({ fitError, helpText }: PodExplanation): string {
  return [fitError, helpText].filter(Boolean).join(' ');
}

describe.each(RECORDINGS)('%s', (file, bundle) => {
  const cases = readCases(file).filter(({ expected }) => expected.preemption);

  test('there are as many cases as were recorded', () => {
    expect(cases).toHaveLength(RECORDED_CASES[file]!);
  });

  test.each(cases.map((recorded) => [recorded.id, recorded] as const))('%s', (_id, recorded) => {
    const { preemption, eventMessage, postFilterError, unschedulablePlugins } = recorded.expected;
    const { eligible, ineligibleReason, candidates, nominatedNodes } = preemption!;
    const scheduler = schedulerOf(recorded, bundle);
    const explained = explainPod(scheduler.parts, { pod: recorded.pod })!;
    const ours = explained.preemption!;
    expect(ours.ineligible === undefined).toBe(eligible);
    if (ineligibleReason !== undefined) expect(ours.ineligible).toBe(ineligibleReason);
    expect(candidatesOf(ours)).toEqual(candidates);
    expect(acceptable(ours)).toEqual(nominatedNodes);
    // With resource claims switched on, 1.34 itself fails where PreFilter stopped early.
    if (eventMessage !== undefined && !postFilterError) {
      expect(messageOf(explained)).toBe(eventMessage);
    }

    scheduler.podChanged(undefined, recorded.pod);
    const [decision] = scheduler.scheduleBatch(1);
    // Other pending pods, which the recording looked past, may come first in a real queue.
    if (decision?.uid !== podUid(recorded.pod)) return;
    if (decision.kind !== 'failed') throw new TypeError(`${recorded.id} was ${decision.kind}`);
    const nominated = decision.statusPatch?.nominatedNodeName ?? recorded.pod.status?.nominatedNodeName;
    if (nominatedNodes.length > 0) expect(nominatedNodes).toContain(nominated);
    else expect(decision.statusPatch?.nominatedNodeName ?? '').toBe('');
    if (unschedulablePlugins) {
      const rejectors = [...scheduler.parts.queue.entry(decision.uid)!.rejectors].sort();
      expect(rejectors).toEqual(unschedulablePlugins);
    }
  });
});
