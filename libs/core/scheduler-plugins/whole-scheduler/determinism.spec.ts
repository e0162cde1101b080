import { PLUGIN_REGISTRY } from '../registry';
import type { Node, Pod } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import fc from 'fast-check';
import { Scheduler, SUCCESS } from '@orrery/scheduling';

const COLORS = ['red', 'green', 'blue'];

const pods = fc.array(
  fc.record({
    cpu: fc.constantFrom('100m', '500m', '1500m'),
    color: fc.constantFrom(...COLORS),
    priority: fc.constantFrom(0, 0, 10),
    rule: fc.constantFrom('none', 'apart', 'together', 'spread'),
    scheduler: fc.constantFrom('default-scheduler', 'default-scheduler', 'other'),
  }),
  { minLength: 1, maxLength: 40 },
);
const scenarios = fc.record({
  seed: fc.string(),
  nodes: fc.integer({ min: 1, max: 8 }),
  pods,
  batch: fc.integer({ min: 1, max: 5 }),
  /** Pods before which a node is removed, so that the others have to suffice. */
  nodeGoesAt: fc.option(fc.nat({ max: 40 })),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

function podOf(row: Scenario['pods'][number], index: number): Pod {
  const labelSelector = { matchLabels: { color: row.color } };
  const terms = [{ labelSelector, topologyKey: 'topology.kubernetes.io/zone' }];
  const required = { requiredDuringSchedulingIgnoredDuringExecution: terms };
  const pod = makePod(`p${index}`)
    .requests({ cpu: row.cpu })
    .label('color', row.color)
    .priority(row.priority)
    .scheduler(row.scheduler);
  if (row.rule === 'apart') return pod.affinity({ podAntiAffinity: required }).build();
  if (row.rule === 'together') return pod.affinity({ podAffinity: required }).build();
  if (row.rule === 'none') return pod.build();
  const constraint = { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' };
  return pod.spec({ topologySpreadConstraints: [{ ...constraint, labelSelector }] }).build();
}

/** Scheduler among others that see each other's placements: its decisions, in order. */
class Cluster {
  private nowMs = 0;
  private readonly clock = { now: () => this.nowMs, setTimer: () => ({ cancel: () => undefined }) };
  private readonly nodes = new Map<string, Node>();
  private readonly pods = new Map<string, Pod>();
  readonly decisions: string[] = [];
  private readonly engines = new Map<string, Scheduler>();

  constructor(private readonly scenario: Scenario) {}

  switchOn(schedulerName: string): void {
    const engine = new Scheduler({
      registry: PLUGIN_REGISTRY,
      clock: this.clock,
      seed: this.scenario.seed,
      profiles: [{ schedulerName }],
    });
    this.engines.set(schedulerName, engine);
  }

  /** Hands the work over to new schedulers, with all state. */
  handOver(): void {
    for (const [name, before] of this.engines) {
      const state = before.toState();
      const given = JSON.parse(JSON.stringify(state)) as typeof state;
      expect(given).toEqual(state);
      this.switchOn(name);
      const objects = { node: (node: string) => this.nodes.get(node), pod: (uid: string) => this.pods.get(uid)! };
      this.engines.get(name)!.restore(given, objects);
    }
  }

  /** Advances the time. */
  wait(ms: number): void {
    this.nowMs += ms;
    for (const engine of this.engines.values()) engine.flush();
  }

  switchOff(schedulerName: string): void {
    this.engines.delete(schedulerName);
  }

  node(before: Node | undefined, after: Node | undefined): void {
    if (after) this.nodes.set(after.metadata.name, after);
    else this.nodes.delete(before!.metadata.name);
    this.apply((engine) => engine.nodeChanged(before, after));
  }

  pod(before: Pod | undefined, after: Pod | undefined): void {
    if (after) this.pods.set(after.metadata.uid, after);
    this.apply((engine) => engine.podChanged(before, after));
  }

  /** The pod that has been there for longest is deleted. */
  oldestGoes(): void {
    const [oldest] = this.pods.values();
    this.pods.delete(oldest!.metadata.uid);
    this.apply((engine) => engine.podChanged(oldest, undefined));
  }

  work(): void {
    for (const [name, engine] of this.engines) {
      for (const decision of engine.scheduleBatch(this.scenario.batch)) {
        const node = decision.kind === 'bind' ? decision.nodeName : '';
        const message = decision.kind === 'failed' ? decision.message : '';
        this.decisions.push(`${name} ${decision.kind} ${decision.pod.metadata.name} ${node} ${message}`);
        if (decision.kind !== 'bind') continue;
        engine.bindingFinished(decision, SUCCESS);
        const { pod } = decision;
        const metadata = { ...pod.metadata, resourceVersion: '2' };
        this.pod(pod, { ...pod, metadata, spec: { ...pod.spec, nodeName: decision.nodeName } });
      }
    }
  }

  private apply(change: (engine: Scheduler) => void): void {
    for (const engine of this.engines.values()) change(engine);
  }
}

/** Plays a scenario; `disturb` is called between its steps. */
function play(scenario: Scenario, served: readonly string[], disturb?: (cluster: Cluster, step: number) => void) {
  const cluster = new Cluster(scenario);
  for (const name of served) cluster.switchOn(name);
  const nodes = Array.from({ length: scenario.nodes }, (_, i) =>
    makeNode(`n${i}`)
      .zone(`z${i % 3}`)
      .allocatable({ cpu: '3' })
      .build(),
  );
  for (const node of nodes) cluster.node(undefined, node);
  scenario.pods.forEach((row, i) => {
    if (scenario.nodeGoesAt === i) cluster.node(nodes[0], undefined);
    disturb?.(cluster, i);
    cluster.wait(330);
    cluster.pod(undefined, podOf(row, i));
    if (i % 3 === 0) cluster.work();
    if (i % 4 === 3) cluster.oldestGoes();
  });
  for (let i = 0; i < scenario.pods.length; i++) {
    cluster.wait(330);
    disturb?.(cluster, scenario.pods.length + i);
    cluster.work();
  }
  return cluster.decisions;
}

test('the same seed and the same inputs give the same decisions, with one scheduler or two', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      for (const served of [['default-scheduler'], ['default-scheduler', 'other']]) {
        const first = play(scenario, served);
        expect(first.length).toBeGreaterThanOrEqual(
          scenario.pods.some((row) => served.includes(row.scheduler)) ? 1 : 0,
        );
        expect(play(scenario, served)).toEqual(first);
      }
    }),
    { numRuns: 30 },
  );
});

test('schedulers that take over go on as those before would have', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const served = ['default-scheduler', 'other'];
      expect(play(scenario, served, (cluster) => cluster.handOver())).toEqual(play(scenario, served));
    }),
    { numRuns: 60 },
  );
});

test('schedulers that have no pods of their own may come and go', () => {
  fc.assert(
    fc.property(scenarios, fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), (scenario, steps) => {
      const disturb = (cluster: Cluster, step: number): void => {
        if (!steps.includes(step)) return;
        cluster.switchOn(`guest-${step % 2}`);
        cluster.switchOff(`guest-${(step + 1) % 2}`);
      };
      expect(play(scenario, ['default-scheduler'], disturb)).toEqual(play(scenario, ['default-scheduler']));
    }),
    { numRuns: 30 },
  );
});

test('another seed breaks ties in another way', () => {
  const rows = Array.from({ length: 20 }, () => ({
    cpu: '100m' as const,
    color: 'red',
    priority: 0 as const,
    rule: 'none' as const,
    scheduler: 'default-scheduler' as const,
  }));
  const scenario = { seed: 'a', nodes: 8, pods: rows, batch: 5, nodeGoesAt: null };
  const alone = ['default-scheduler'];
  expect(play(scenario, alone)).not.toEqual(play({ ...scenario, seed: 'b' }, alone));
});
