import { PLUGIN_REGISTRY } from '../../registry';
import type { Affinity, KubeObject, Pod } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { ManualClock } from '@orrery/time';
import fc from 'fast-check';
import { Scheduler, SUCCESS, type FailedDecision } from '@orrery/scheduling';

/** The pods beside which a pod does not want to run. */
const Apart = { None: 'none', FromApp: 'from its app', FromTeams: 'from its app in namespaces of teams' } as const;

/** Events before a pod arrives: to the node of that number, or to one of the running pods. */
const Happening = {
  None: 'none',
  NodeComes: 'node comes',
  NodeGoes: 'node goes',
  NodeIsTainted: 'node is tainted',
  NodeIsClean: 'node is clean',
  NodeSharesHost: "node says that it is another's host",
  NamespaceChanges: 'namespace changes',
  PodEnds: 'pod ends',
  BudgetChanges: 'budget changes',
} as const;

const rows = fc.array(
  fc.record({
    cpu: fc.constantFrom('500m', '1', '1', '1500m'),
    priority: fc.constantFrom(0, 0, 5, 9),
    app: fc.constantFrom('guarded', 'free'),
    // Most want nothing, so that clusters become full.
    apart: fc.constantFrom(Apart.None, Apart.None, Apart.None, Apart.None, ...Object.values(Apart)),
    namespace: fc.constantFrom('default', 'team'),
    happening: fc.constantFrom(Happening.None, Happening.BudgetChanges, ...Object.values(Happening)),
    which: fc.nat({ max: 50 }),
    stays: fc.boolean(),
  }),
  { minLength: 70, maxLength: 120 },
);
// Where all are equal no pod is promised a node.
const histories = fc.record({ nodes: fc.constantFrom(3, 5, 40), areEquals: fc.boolean(), rows });
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;
type Row = History['rows'][number];

/** History of pods, nodes and budgets, with a scheduler that remembers answers or evaluates every node again. */
class Replay {
  private readonly clock = new ManualClock();
  readonly scheduler = new Scheduler({ registry: PLUGIN_REGISTRY, clock: this.clock, seed: 'kept' });
  readonly said: string[] = [];
  private readonly running = new Map<string, Pod>();
  private readonly going: Pod[] = [];
  private readonly slow = new Set<string>();
  private revision = 1;

  constructor({ nodes }: History, remembers: boolean) {
    const { memory } = this.scheduler.parts.profiles.get('default-scheduler')!.cycle;
    if (!remembers) memory.answersFor = () => undefined;
    this.scheduler.onAttempt = (trace) => this.said.push(JSON.stringify(trace));
    for (let i = 0; i < nodes; i++) this.node(i, Happening.NodeIsClean);
  }

  async run({ rows, areEquals }: History): Promise<readonly string[]> {
    for (const [i, row] of rows.entries()) {
      this.happens(row);
      if (row.stays) this.slow.add(`p${i}`);
      const { cpu, app, namespace } = row;
      const priority = areEquals ? 0 : row.priority;
      const pod = makePod(`p${i}`).namespace(namespace).requests({ cpu }).priority(priority).label('app', app);
      this.scheduler.podChanged(undefined, pod.affinity(apartFrom(row)).build());
      if (i % 3 === 2) this.work();
      if (i % 10 === 9) await this.pass();
    }
    for (let round = 0; round < 12; round++) await this.pass();
    return this.said;
  }

  private happens({ happening, which }: Row): void {
    const [uid, pod] = [...this.running][which % Math.max(1, this.running.size)] ?? [];
    if (happening === Happening.BudgetChanges) this.scheduler.objectChanged(undefined, this.budget(which % 3));
    else if (happening === Happening.NamespaceChanges) this.scheduler.objectChanged(undefined, this.team(which % 2));
    else if (happening !== Happening.PodEnds) this.node(which, happening);
    else if (uid && pod) this.ends(pod);
  }

  private node(which: number, happening: Row['happening']): void {
    const node = makeNode(`n${which % 41}`)
      .allocatable({ cpu: '2' })
      .version(this.next());
    if (happening === Happening.NodeGoes) this.scheduler.nodeChanged(node.build(), undefined);
    else if (happening === Happening.NodeIsTainted)
      this.scheduler.nodeChanged(undefined, node.taint('x', 'NoSchedule').build());
    else if (happening === Happening.NodeSharesHost)
      this.scheduler.nodeChanged(undefined, node.label('kubernetes.io/hostname', 'n0').build());
    else if (happening !== Happening.None) this.scheduler.nodeChanged(undefined, node.build());
  }

  private budget(disruptionsAllowed: number): KubeObject {
    return {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'b', namespace: 'default', uid: 'b', resourceVersion: this.next(), creationTimestamp: '' },
      spec: { selector: { matchLabels: { app: 'guarded' } } },
      status: { disruptionsAllowed },
    } as unknown as KubeObject;
  }

  private team(number: number): KubeObject {
    const metadata = { name: 'team', uid: 'team', resourceVersion: this.next(), creationTimestamp: '' };
    const labels: Record<string, string> = number === 0 ? {} : { team: 'yes' };
    return { apiVersion: 'v1', kind: 'Namespace', metadata: { ...metadata, labels } } as KubeObject;
  }

  private work(): void {
    for (const decision of this.scheduler.scheduleBatch(4)) {
      const { pod } = decision;
      const metadata = { ...pod.metadata, resourceVersion: this.next() };
      if (decision.kind === 'failed') this.failed(decision, metadata);
      if (decision.kind !== 'bind') continue;
      this.said.push(`${metadata.name} on ${decision.nodeName}`);
      this.scheduler.bindingFinished(decision, SUCCESS);
      const placed = { ...pod, metadata, spec: { ...pod.spec, nodeName: decision.nodeName } };
      this.running.set(decision.uid, placed);
      this.scheduler.podChanged(pod, placed);
    }
  }

  private failed({ pod, message, statusPatch, effects, preemption }: FailedDecision, metadata: Pod['metadata']): void {
    const { nominatedNodeName } = statusPatch ?? {};
    const outranked = JSON.stringify(preemption?.outranked);
    this.said.push(`${metadata.name} nowhere, promised ${nominatedNodeName ?? ''}: ${message} ${outranked}`);
    this.scheduler.podChanged(pod, {
      ...pod,
      metadata,
      status: { ...pod.status, ...(nominatedNodeName !== undefined && { nominatedNodeName }) },
    });
    for (const effect of effects) {
      if (effect.kind !== 'deleteVictim') continue;
      this.said.push(`ends ${effect.victim.metadata.name}`);
      if (this.slow.has(effect.victim.metadata.name)) this.going.push(effect.victim);
      else this.ends(effect.victim);
    }
  }

  private ends(pod: Pod): void {
    this.running.delete(pod.metadata.uid);
    this.scheduler.podChanged(pod, undefined);
  }

  private async pass(): Promise<void> {
    this.work();
    const gone = this.going.shift();
    if (gone) this.ends(gone);
    await this.clock.advance(2000);
    this.scheduler.flush();
  }

  private next(): string {
    return String(++this.revision);
  }
}

function apartFrom({ apart, app }: Row): Affinity {
  const labelSelector = { matchLabels: { app } };
  const namespaceSelector = apart === Apart.FromTeams ? { matchLabels: { team: 'yes' } } : undefined;
  const term = {
    labelSelector,
    topologyKey: 'kubernetes.io/hostname',
    ...(namespaceSelector && { namespaceSelector }),
  };
  return apart === Apart.None ? {} : { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
}

test('what is remembered of nodes, verdicts, scores and dry runs, is what would be found afresh', async () => {
  let [promised, refused, budgets, apart] = [0, 0, 0, 0];
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const said = await new Replay(history, true).run(history);
      const all = said.join('\n');
      promised += all.match(/promised n/g)?.length ?? 0;
      refused += all.match(/No preemption victims found/g)?.length ?? 0;
      budgets += all.match(/breaks fewer disruption budgets/g)?.length ?? 0;
      apart += all.match(/anti-affinity rules/g)?.length ?? 0;
      expect(said).toEqual(await new Replay(history, false).run(history));
    }),
    { numRuns: 32 },
  );
  // Otherwise the histories would not be about what they are meant to be about.
  expect([promised > 100, refused > 100, budgets > 5, apart > 100]).toEqual([true, true, true, true]);
});
