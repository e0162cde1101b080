import { PLUGIN_REGISTRY } from '../../registry';
import type { Pod } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { ManualClock } from '@orrery/time';
import fc from 'fast-check';
import { Scheduler, SUCCESS } from '@orrery/scheduling';

const rows = fc.array(
  fc.record({ cpu: fc.constantFrom('500m', '1'), priority: fc.constantFrom(0, 0, 5, 9), stays: fc.boolean() }),
  { minLength: 5, maxLength: 40 },
);

/** Decides with preemption, with some victims that terminate slowly; `remembers` false evaluates every node again. */
async function decide(pods: readonly { cpu: string; priority: number; stays: boolean }[], remembers: boolean) {
  const clock = new ManualClock();
  const scheduler = new Scheduler({ registry: PLUGIN_REGISTRY, clock, seed: 'promised' });
  const { memory } = scheduler.parts.profiles.get('default-scheduler')!.cycle;
  if (!remembers) memory.answersFor = () => undefined;
  for (let i = 0; i < 4; i++) scheduler.nodeChanged(undefined, makeNode(`n${i}`).allocatable({ cpu: '2' }).build());
  const decisions: string[] = [];
  const stays = new Map<string, boolean>();
  const going: Pod[] = [];
  const work = (): void => {
    for (const decision of scheduler.scheduleBatch(2)) {
      const { pod } = decision;
      const metadata = { ...pod.metadata, resourceVersion: `${decisions.length + 2}` };
      if (decision.kind === 'bind') {
        decisions.push(`${metadata.name} on ${decision.nodeName}`);
        scheduler.bindingFinished(decision, SUCCESS);
        scheduler.podChanged(pod, { ...pod, metadata, spec: { ...pod.spec, nodeName: decision.nodeName } });
      }
      if (decision.kind !== 'failed') continue;
      const { nominatedNodeName = '' } = decision.statusPatch ?? {};
      decisions.push(`${metadata.name} nowhere, promised ${nominatedNodeName}: ${decision.message}`);
      scheduler.podChanged(pod, { ...pod, metadata, status: { ...pod.status, nominatedNodeName } });
      for (const effect of decision.effects) {
        if (effect.kind !== 'deleteVictim') continue;
        if (stays.get(effect.victim.metadata.name)) going.push(effect.victim);
        else scheduler.podChanged(effect.victim, undefined);
      }
    }
  };
  for (const [i, { cpu, priority, stays: slowly }] of pods.entries()) {
    stays.set(`p${i}`, slowly);
    scheduler.podChanged(undefined, makePod(`p${i}`).requests({ cpu }).priority(priority).build());
    if (i % 2 === 1) work();
  }
  for (let round = 0; round < 12; round++) {
    work();
    const gone = going.shift();
    if (gone) scheduler.podChanged(gone, undefined);
    await clock.advance(1000);
    scheduler.flush();
  }
  return decisions;
}

test('what is remembered of promised nodes is what the filters would say', async () => {
  let promised = 0;
  await fc.assert(
    fc.asyncProperty(rows, async (pods) => {
      const decisions = await decide(pods, true);
      promised += decisions.filter((text) => /promised n/.test(text)).length;
      expect(decisions).toEqual(await decide(pods, false));
    }),
    { numRuns: 120 },
  );
  expect(promised).toBeGreaterThan(20);
});
