import * as fc from 'fast-check';
import {
  findUntoleratedTaint,
  matchesLabelSelector,
  type KubeObject,
  type LabelSelector,
  type Node,
  type Pod,
} from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';
import {
  activeFilters,
  CycleState,
  explainPod,
  podInfoOf,
  runFilters,
  runPreFilter,
  type BundleName,
  type Profile,
} from '@orrery/scheduling';

/**
 * The indexed rules against the rules as spec scheduler 4.10, 4.12 has them, over all nodes and pods, after random
 * histories of nodes, pods and namespaces that come, change and go.
 */
type Labels = Readonly<Record<string, string>>;
interface Term {
  readonly topologyKey: string;
  readonly labelSelector?: LabelSelector;
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelector;
}
interface Weighted {
  readonly weight: number;
  readonly podAffinityTerm: Term;
}
interface Constraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly whenUnsatisfiable: string;
  readonly labelSelector?: LabelSelector;
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
}

/** The cluster as plain lists. */
interface Cluster {
  readonly nodes: Map<string, Node>;
  readonly pods: Map<string, Pod>;
  readonly namespaces: Map<string, Labels>;
  readonly isModern: boolean;
}

const labelsOf = (object: { readonly metadata: { readonly labels?: Labels } }): Labels => object.metadata.labels ?? {};
const termsOf = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity'): readonly Term[] =>
  (pod.spec.affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? []) as readonly Term[];
const preferencesOf = (pod: Pod, kind: 'podAffinity' | 'podAntiAffinity'): readonly Weighted[] =>
  (pod.spec.affinity?.[kind]?.preferredDuringSchedulingIgnoredDuringExecution ?? []) as readonly Weighted[];

function selects(cluster: Cluster, owner: Pod, term: Term, other: Pod): boolean {
  const { namespaces = [] } = term;
  const selector = cluster.isModern ? term.namespaceSelector : undefined;
  const namespace = other.metadata.namespace!;
  const isMeant =
    namespaces.length === 0 && !selector
      ? namespace === owner.metadata.namespace
      : namespaces.includes(namespace) ||
        (selector !== undefined && matchesLabelSelector(selector, cluster.namespaces.get(namespace) ?? {}));
  return isMeant && matchesLabelSelector(term.labelSelector, labelsOf(other));
}

/** Pods on existing nodes, with the node's labels. */
function* placed(cluster: Cluster): Iterable<{ readonly other: Pod; readonly node: Node; readonly at: Labels }> {
  for (const other of cluster.pods.values()) {
    const node = cluster.nodes.get(other.spec.nodeName!);
    if (node) yield { other, node, at: labelsOf(node) };
  }
}

const bump = (counts: Map<string, number>, key: string, value: string, amount = 1): void => {
  counts.set(`${key}=${value}`, (counts.get(`${key}=${value}`) ?? 0) + amount);
};

function naiveAffinity(cluster: Cluster, pod: Pod): Record<string, string> {
  const affinity = termsOf(pod, 'podAffinity');
  const anti = termsOf(pod, 'podAntiAffinity');
  const a = new Map<string, number>();
  const b = anti.map(() => new Map<string, number>());
  const c = new Map<string, number>();
  for (const { other, at } of placed(cluster)) {
    if (affinity.length > 0 && affinity.every((term) => selects(cluster, pod, term, other))) {
      for (const { topologyKey } of affinity) if (at[topologyKey] !== undefined) bump(a, topologyKey, at[topologyKey]);
    }
    anti.forEach((term, i) => {
      const value = at[term.topologyKey];
      if (value !== undefined && selects(cluster, pod, term, other)) bump(b[i]!, term.topologyKey, value);
    });
    for (const term of termsOf(other, 'podAntiAffinity')) {
      const value = at[term.topologyKey];
      if (value !== undefined && selects(cluster, other, term, pod)) bump(c, term.topologyKey, value);
    }
  }
  const isFirst = a.size === 0 && affinity.every((term) => selects(cluster, pod, term, pod));
  const verdict = (labels: Labels): string => {
    const hasKeys = affinity.every(({ topologyKey }) => labels[topologyKey] !== undefined);
    const isThere = affinity.every(({ topologyKey: key }) => (a.get(`${key}=${labels[key]}`) ?? 0) > 0);
    if (!hasKeys || !(isThere || isFirst)) return 'affinity';
    if (anti.some(({ topologyKey: key }, i) => b[i]!.has(`${key}=${labels[key]}`))) return 'anti-affinity';
    return Object.entries(labels).some(([key, value]) => c.has(`${key}=${value}`)) ? 'existing' : 'fits';
  };
  return Object.fromEntries([...cluster.nodes].map(([name, node]) => [name, verdict(labelsOf(node))]));
}

/** Normalised scores; undefined: skipped. */
function naiveAffinityScores(cluster: Cluster, pod: Pod): Record<string, number> | undefined {
  const t = new Map<string, number>();
  for (const { other, at } of placed(cluster)) {
    const count = (owner: Pod, { term, of, weight }: { term: Term; of: Pod; weight: number }): void => {
      const value = at[term.topologyKey];
      if (value !== undefined && selects(cluster, owner, term, of)) bump(t, term.topologyKey, value, weight);
    };
    for (const { podAffinityTerm: term, weight } of preferencesOf(pod, 'podAffinity'))
      count(pod, { term, of: other, weight });
    for (const { podAffinityTerm: term, weight } of preferencesOf(pod, 'podAntiAffinity'))
      count(pod, { term, of: other, weight: -weight });
    for (const term of termsOf(other, 'podAffinity')) count(other, { term, of: pod, weight: 1 });
    for (const { podAffinityTerm: term, weight } of preferencesOf(other, 'podAffinity'))
      count(other, { term, of: pod, weight });
    for (const { podAffinityTerm: term, weight } of preferencesOf(other, 'podAntiAffinity'))
      count(other, { term, of: pod, weight: -weight });
  }
  if (t.size === 0 && cluster.isModern) return undefined;
  const raw = [...cluster.nodes.values()].map((node) =>
    Object.entries(labelsOf(node)).reduce((sum, [key, value]) => sum + (t.get(`${key}=${value}`) ?? 0), 0),
  );
  const zero = cluster.isModern ? [] : [0];
  const [min, max] = [Math.min(...raw, ...zero), Math.max(...raw, ...zero)];
  const names = [...cluster.nodes.keys()];
  return Object.fromEntries(
    raw.map((value, i) => [names[i]!, max > min ? Math.trunc(100 * ((value - min) / (max - min))) : 0]),
  );
}

const constraintsOf = (pod: Pod, action: string): readonly Constraint[] =>
  ((pod.spec.topologySpreadConstraints ?? []) as readonly Constraint[]).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === action,
  );

function isCounted(cluster: Cluster, pod: Pod, { labelSelector }: Constraint, other: Pod): boolean {
  const isEmpty = labelSelector !== undefined && !labelSelector.matchLabels && !labelSelector.matchExpressions;
  if (isEmpty && cluster.isModern) return false;
  if (other.metadata.deletionTimestamp || other.metadata.namespace !== pod.metadata.namespace) return false;
  return matchesLabelSelector(labelSelector, labelsOf(other));
}

function takesPart(cluster: Cluster, pod: Pod, constraint: Constraint, node: Node): boolean {
  const { isModern } = cluster;
  const honoursAffinity = !isModern || constraint.nodeAffinityPolicy !== 'Ignore';
  const selector = Object.entries(pod.spec.nodeSelector ?? {});
  if (honoursAffinity && selector.some(([key, value]) => labelsOf(node)[key] !== value)) return false;
  const honoursTaints = isModern && constraint.nodeTaintsPolicy === 'Honor';
  return !honoursTaints || !findUntoleratedTaint(node.spec.taints, pod.spec.tolerations);
}

function naiveSpread(cluster: Cluster, pod: Pod): Record<string, string> {
  const hard = constraintsOf(pod, 'DoNotSchedule');
  const hasAllKeys = (node: Node): boolean =>
    hard.every(({ topologyKey }) => labelsOf(node)[topologyKey] !== undefined);
  const domains = hard.map((constraint) => {
    const counts = new Map<string, number>();
    const isIn = (node: Node): boolean => hasAllKeys(node) && takesPart(cluster, pod, constraint, node);
    for (const node of cluster.nodes.values()) if (isIn(node)) counts.set(labelsOf(node)[constraint.topologyKey]!, 0);
    for (const { other, node, at } of placed(cluster)) {
      const value = at[constraint.topologyKey];
      if (value === undefined || !counts.has(value) || !isCounted(cluster, pod, constraint, other)) continue;
      if (!cluster.isModern || isIn(node)) counts.set(value, counts.get(value)! + 1);
    }
    return counts;
  });
  const verdict = (node: Node): string => {
    for (const [i, { topologyKey, maxSkew, labelSelector, minDomains = 1 }] of hard.entries()) {
      const value = labelsOf(node)[topologyKey];
      if (value === undefined) return 'missing';
      const counts = domains[i]!;
      if (counts.size === 0) continue;
      const min = cluster.isModern && counts.size < minDomains ? 0 : Math.min(...counts.values());
      const self = matchesLabelSelector(labelSelector, labelsOf(pod)) ? 1 : 0;
      if ((counts.get(value) ?? 0) + self - min > maxSkew) return 'skewed';
    }
    return 'fits';
  };
  return Object.fromEntries([...cluster.nodes].map(([name, node]) => [name, verdict(node)]));
}

/** Normalised scores; undefined: skipped. */
function naiveSpreadScores(cluster: Cluster, pod: Pod): Record<string, number> | undefined {
  const soft = constraintsOf(pod, 'ScheduleAnyway');
  const nodes = [...cluster.nodes];
  if (soft.length === 0) return cluster.isModern ? undefined : Object.fromEntries(nodes.map(([name]) => [name, 100]));
  const hasAllKeys = (node: Node): boolean =>
    soft.every(({ topologyKey }) => labelsOf(node)[topologyKey] !== undefined);
  const scored = nodes.filter(([, node]) => hasAllKeys(node));
  const raw = scored.map(([name, node]) => {
    let sum = 0;
    for (const constraint of soft) {
      const { topologyKey: key, maxSkew } = constraint;
      const isHost = key === HOST;
      const size = isHost ? scored.length : new Set(scored.map(([, other]) => labelsOf(other)[key])).size;
      let count = 0;
      for (const { other, node: there } of placed(cluster)) {
        if (!isCounted(cluster, pod, constraint, other)) continue;
        const isHere = isHost
          ? there.metadata.name === name
          : labelsOf(there)[key] === labelsOf(node)[key] &&
            hasAllKeys(there) &&
            takesPart(cluster, pod, constraint, there);
        if (isHere) count++;
      }
      sum += count * Math.log(size + 2) + (maxSkew - 1);
    }
    return cluster.isModern ? Math.round(sum) : Math.trunc(sum);
  });
  const [min, max] = [Math.min(...raw), Math.max(0, ...raw)];
  const scores = Object.fromEntries(nodes.map(([name]) => [name, 0]));
  scored.forEach(([name], i) => {
    scores[name] = max === 0 ? 100 : Math.trunc((100 * (max + min - raw[i]!)) / max);
  });
  return scores;
}

const HOST = 'kubernetes.io/hostname';
const KEYS = ['zone', 'rack', HOST] as const;
const selectorArb: fc.Arbitrary<LabelSelector> = fc.constantFrom(
  { matchLabels: { app: 'a' } },
  { matchLabels: { app: 'b' } },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] },
  { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a'] }] },
  { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
  { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] },
  {},
);
const termArb: fc.Arbitrary<Term> = fc.record(
  {
    topologyKey: fc.constantFrom(...KEYS),
    labelSelector: selectorArb,
    namespaces: fc.constantFrom([], ['n1'], ['n1', 'n2']),
    namespaceSelector: fc.constantFrom({ matchLabels: { team: 't' } }, {}),
  },
  { requiredKeys: ['topologyKey', 'labelSelector'] },
);
const weightedArb = fc.record({ weight: fc.integer({ min: 1, max: 9 }), podAffinityTerm: termArb });
const affinityArb = fc.record({
  requiredDuringSchedulingIgnoredDuringExecution: fc.array(termArb, { maxLength: 2 }),
  preferredDuringSchedulingIgnoredDuringExecution: fc.array(weightedArb, { maxLength: 2 }),
});
const constraintArb = fc.record(
  {
    topologyKey: fc.constantFrom(...KEYS),
    maxSkew: fc.integer({ min: 1, max: 2 }),
    whenUnsatisfiable: fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'),
    labelSelector: selectorArb,
    minDomains: fc.integer({ min: 1, max: 3 }),
    nodeAffinityPolicy: fc.constantFrom('Honor', 'Ignore'),
    nodeTaintsPolicy: fc.constantFrom('Honor', 'Ignore'),
  },
  { requiredKeys: ['topologyKey', 'maxSkew', 'whenUnsatisfiable'] },
);
const podArb = fc.record({
  namespace: fc.constantFrom('n1', 'n2'),
  labels: fc.record({ app: fc.constantFrom('a', 'b'), tier: fc.constant('x') }, { requiredKeys: [] }),
  isTerminating: fc.constantFrom(false, false, false, true),
  podAffinity: fc.option(affinityArb, { nil: undefined }),
  podAntiAffinity: fc.option(affinityArb, { nil: undefined }),
  constraints: fc.uniqueArray(constraintArb, {
    maxLength: 3,
    selector: ({ topologyKey, whenUnsatisfiable }) => topologyKey + whenUnsatisfiable,
  }),
  nodeSelector: fc.constantFrom<Labels>({}, {}, { zone: 'z1' }, { rack: 'r1' }),
});
type PodPlan = typeof podArb extends fc.Arbitrary<infer T> ? T : never;
const nodeArb = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  labels: fc.record(
    { zone: fc.constantFrom('z1', 'z2', 'z3'), rack: fc.constantFrom('r1', 'r2') },
    { requiredKeys: [] },
  ),
  isTainted: fc.boolean(),
});
const stepArb = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('node' as const), node: nodeArb }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('node gone' as const), node: nodeArb }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('pod' as const),
      name: fc.integer({ min: 0, max: 9 }),
      pod: podArb,
      on: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pod gone' as const), name: fc.integer({ min: 0, max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('namespace' as const),
      name: fc.constantFrom('n1', 'n2'),
      team: fc.constantFrom('t', 'u', undefined),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('question' as const), pod: podArb }) },
);
type Step = typeof stepArb extends fc.Arbitrary<infer T> ? T : never;

let version = 1;
function podOf(name: string, plan: PodPlan): Pod {
  const { podAffinity, podAntiAffinity, constraints, nodeSelector, isTerminating } = plan;
  const pod = makePod(name)
    .namespace(plan.namespace)
    .uid(name)
    .version(`${++version}`)
    .metadata({
      labels: plan.labels as Labels,
      ...(isTerminating ? { deletionTimestamp: '2025-10-01T12:00:00Z' } : {}),
    })
    .nodeSelector(nodeSelector)
    .spec({ topologySpreadConstraints: constraints as never })
    .affinity({ ...(podAffinity ? { podAffinity } : {}), ...(podAntiAffinity ? { podAntiAffinity } : {}) } as never);
  return pod.build();
}

const only = (schedulerName: string, plugin: string): Profile => ({
  schedulerName,
  plugins: {
    multiPoint: {
      disabled: [{ name: '*' }],
      enabled: ['PrioritySort', plugin, 'DefaultBinder'].map((name) => ({ name })),
    },
  },
});
const RULES = [
  { plugin: 'InterPodAffinity', filter: naiveAffinity, scores: naiveAffinityScores },
  { plugin: 'PodTopologySpread', filter: naiveSpread, scores: naiveSpreadScores },
] as const;
const TYPE_TEXTS: readonly [part: string, word: string][] = [
  ['(missing required label)', 'missing'],
  ['topology spread', 'skewed'],
  ['pod affinity rules', 'affinity'],
  ['pod anti-affinity rules', 'anti-affinity'],
  ['existing pods', 'existing'],
];
const wordFor = (reasons: readonly string[]): string =>
  TYPE_TEXTS.find(([part]) => reasons.some((reason) => reason.includes(part)))?.[1] ?? 'fits';

class History {
  readonly cluster: Cluster;
  private readonly scene: ReturnType<typeof makeScene>;
  /** Number of times each status was given. */
  readonly given: Map<string, number>;

  constructor(bundle: BundleName, given: Map<string, number>) {
    this.given = given;
    this.cluster = { nodes: new Map(), pods: new Map(), namespaces: new Map(), isModern: bundle === 'modern' };
    this.scene = makeScene({ bundle, profiles: RULES.map(({ plugin }) => only(plugin, plugin)) });
  }

  apply(step: Step): void {
    const { scheduler } = this.scene;
    const { nodes, pods, namespaces } = this.cluster;
    if (step.kind === 'node') {
      const { name, labels, isTainted } = step.node;
      const base = makeNode(name).version(`${++version}`);
      const withTaint = isTainted ? base.taint('x', 'NoSchedule') : base;
      const own = Object.entries(labels).reduce((node, [key, value]) => node.label(key, value as string), withTaint);
      const node = own.build();
      scheduler.nodeChanged(nodes.get(name), node);
      nodes.set(name, node);
    } else if (step.kind === 'node gone') {
      const node = nodes.get(step.node.name);
      if (node) scheduler.nodeChanged(node, undefined);
      nodes.delete(step.node.name);
    } else if (step.kind === 'pod') {
      const name = `pod-${step.name}`;
      const pod = { ...podOf(name, step.pod) };
      pod.spec = { ...pod.spec, nodeName: step.on };
      scheduler.podChanged(pods.get(name), pod);
      pods.set(name, pod);
    } else if (step.kind === 'pod gone') {
      const pod = pods.get(`pod-${step.name}`);
      if (pod) scheduler.podChanged(pod, undefined);
      pods.delete(`pod-${step.name}`);
    } else if (step.kind === 'namespace') {
      const labels: Labels = step.team === undefined ? {} : { team: step.team };
      const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: step.name, uid: step.name, labels } };
      scheduler.objectChanged(undefined, object as unknown as KubeObject);
      namespaces.set(step.name, labels);
    } else this.ask(podOf('question', step.pod));
  }

  private ask(pod: Pod): void {
    const names = [...this.cluster.nodes.keys()];
    for (const { plugin, filter, scores } of RULES) {
      const asked = { ...pod, spec: { ...pod.spec, schedulerName: plugin } };
      const explained = explainPod(this.scene.scheduler.parts, { pod: asked, scoreAmong: names })!;
      const verdicts = Object.fromEntries(
        [...explained.filters].map(([name, { reasons }]) => [name, wordFor(reasons)]),
      );
      expect(verdicts).toEqual(filter(this.cluster, pod));
      for (const verdict of Object.values(verdicts)) this.given.set(verdict, (this.given.get(verdict) ?? 0) + 1);
      if (names.length === 0) continue;
      const ours = Object.fromEntries(names.map((name) => [name, explained.scores.get(name)!.plugins[plugin]]));
      const want = scores(this.cluster, pod);
      expect(ours).toEqual(want ?? Object.fromEntries(names.map((name) => [name, undefined])));
      this.simulate(asked, { plugin, filter });
    }
  }

  /** Takes each pod away from its node in turn, as preemption does, and puts it back. */
  private simulate(pod: Pod, { plugin, filter }: Pick<(typeof RULES)[number], 'plugin' | 'filter'>): void {
    const { parts } = this.scene.scheduler;
    const { framework, cycle } = parts.profiles.get(plugin)!;
    const info = podInfoOf(pod, parts.shapes);
    const state = new CycleState();
    runPreFilter(framework, state, info);
    const evaluate = (with_: CycleState, node: Parameters<typeof runFilters>[3]): string =>
      wordFor(runFilters(activeFilters(framework, with_), with_, info, node).reasons);
    for (const other of [...this.cluster.pods.values()]) {
      const node = parts.cache.snapshot().get(other.spec.nodeName!);
      if (!node) continue;
      const copy = node.clone();
      const changed = state.clone();
      const removed = copy.pods.get(other.metadata.uid!)!;
      cycle.runner.removePod(changed, info, removed, copy);
      const left = new Map(this.cluster.pods);
      left.delete(other.metadata.name);
      // Upstream's simulation lowers a domain by a terminating pod that was never counted: no recount shows that.
      const isUncounted = plugin === 'PodTopologySpread' && other.metadata.deletionTimestamp !== undefined;
      if (!isUncounted) {
        expect({ without: other.metadata.name, is: evaluate(changed, copy) }).toEqual({
          without: other.metadata.name,
          is: filter({ ...this.cluster, pods: left }, pod)[node.name],
        });
      }
      cycle.runner.addPod(changed, info, removed, copy);
      expect(evaluate(changed, copy)).toBe(evaluate(state, node));
    }
  }
}

test('labels that a namespace had between two questions leave nothing behind', () => {
  const affinity = { podAffinity: undefined, podAntiAffinity: undefined };
  const rest = { isTerminating: false, constraints: [], nodeSelector: {} };
  const plain: PodPlan = { namespace: 'n1', labels: {}, ...affinity, ...rest };
  const term = { topologyKey: HOST, labelSelector: {}, namespaceSelector: { matchLabels: { team: 't' } } };
  const podAntiAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: [term],
    preferredDuringSchedulingIgnoredDuringExecution: [],
  };
  const steps: Step[] = [
    { kind: 'question', pod: { ...plain, podAntiAffinity } },
    { kind: 'pod', name: 1, pod: plain, on: 'a' },
    { kind: 'namespace', name: 'n1', team: 't' },
    { kind: 'pod', name: 0, pod: { ...plain, labels: { app: 'a' } }, on: 'a' },
    { kind: 'namespace', name: 'n1', team: undefined },
    { kind: 'node', node: { name: 'a', labels: {}, isTainted: false } },
    { kind: 'question', pod: { ...plain, podAntiAffinity } },
  ];
  const given = new Map<string, number>();
  const history = new History('modern', given);
  for (const step of steps) history.apply(step);
  expect(Object.fromEntries(given)).toEqual({ fits: 2 });
});

describe.each(['modern', 'k8s-1.20'] as const)('%s', (bundle) => {
  test('indexed and naive rules agree after any history', () => {
    const given = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(stepArb, { minLength: 20, maxLength: 60, size: 'max' }), (steps) => {
        const history = new History(bundle, given);
        for (const step of steps) history.apply(step);
      }),
      { numRuns: 40 },
    );
    for (const verdict of ['fits', ...TYPE_TEXTS.map(([, word]) => word)])
      expect(given.get(verdict)).toBeGreaterThan(0);
  });
});
