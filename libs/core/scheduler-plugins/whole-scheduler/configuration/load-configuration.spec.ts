import { readConfiguration } from '../../testing/load-configuration';
import fc from 'fast-check';
import { PolicyDialect, Scheduler, type BundleName } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';
import { ManualClock } from '@orrery/time';

const POLICY = {
  kind: 'Policy',
  apiVersion: 'v1',
  predicates: [
    { name: 'PodFitsResources' },
    { name: 'Region', argument: { serviceAffinity: { labels: ['region'] } } },
    { name: 'Rack', argument: { labelsPresence: { labels: ['rack'], presence: true } } },
  ],
  priorities: [
    { name: 'LeastRequestedPriority', weight: 1 },
    { name: 'Zone', weight: 2, argument: { serviceAntiAffinity: { label: 'zone' } } },
    {
      name: 'Ratio',
      weight: 2,
      argument: { requestedToCapacityRatioArguments: { shape: [{ utilization: 0, score: 1 }] } },
    },
  ],
  hardPodAffinitySymmetricWeight: 5,
  extenders: [{ urlPrefix: 'http://x', filterVerb: 'f', managedResources: [{ name: 'example.com/a' }] }],
};
const CONFIGURATION = {
  kind: 'KubeSchedulerConfiguration',
  apiVersion: 'kubescheduler.config.k8s.io/v1',
  podInitialBackoffSeconds: 1,
  profiles: [
    {
      schedulerName: 'a',
      plugins: {
        multiPoint: { enabled: [{ name: 'NodeLabel/own' }], disabled: [{ name: 'ImageLocality' }] },
        score: { enabled: [{ name: 'NodeResourcesFit', weight: 3 }] },
      },
      pluginConfig: [
        { name: 'NodeLabel/own', args: { presentLabels: ['x'] } },
        { name: 'InterPodAffinity', args: { hardPodAffinityWeight: 5 } },
        {
          name: 'NodeResourcesFit',
          args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
        },
        {
          name: 'PodTopologySpread',
          args: {
            defaultingType: 'List',
            defaultConstraints: [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'ScheduleAnyway' }],
          },
        },
        { name: 'VolumeBinding', args: { bindTimeoutSeconds: 5, shape: [{ utilization: 0, score: 0 }] } },
        { name: 'DefaultPreemption', args: { minCandidateNodesAbsolute: 5 } },
        {
          name: 'NodeAffinity',
          args: {
            addedAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
              },
            },
          },
        },
      ],
    },
  ],
};

const anything = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'x',
    0,
    -1,
    101,
    1e30,
    0.5,
    true,
    [],
    {},
    [null],
    [{}],
    '*',
    'NodeName',
    'constructor',
    '__proto__',
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
);

/** The same document with the value at a place, found by walking down by these choices, replaced. */
function replaced(document: unknown, walk: readonly number[], value: unknown): unknown {
  const [step, ...further] = walk;
  if (step === undefined || typeof document !== 'object' || document === null) return value;
  const keys = Object.keys(document);
  if (keys.length === 0) return value;
  const key = keys[step % keys.length]!;
  const part = replaced((document as Record<string, unknown>)[key], further, value);
  return Array.isArray(document)
    ? document.map((item: unknown, i) => (String(i) === key ? part : item))
    : { ...document, [key]: part };
}

const question = fc.record({
  source: fc.constantFrom<object>(POLICY, CONFIGURATION),
  changes: fc.array(fc.tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }), anything), {
    minLength: 1,
    maxLength: 3,
  }),
  bundle: fc.constantFrom<BundleName>('okd-legacy', 'k8s-1.20', 'modern'),
  dialect: fc.constantFrom(...Object.values(PolicyDialect)),
  strict: fc.boolean(),
  asText: fc.boolean(),
});

test('whatever is written, the answer is settings that run, or reasons', () => {
  const seen = { ok: 0, refused: 0 };
  fc.assert(
    fc.property(question, ({ source, changes, asText, ...options }) => {
      const document = changes.reduce<unknown>((before, [walk, value]) => replaced(before, walk, value), source);
      const verdict = readConfiguration(asText ? JSON.stringify(document) : document, options);
      if (verdict.ok) {
        seen.ok++;
        const { parts } = new Scheduler({ clock: new ManualClock(), seed: '', ...verdict.ok.options });
        expect(parts.profiles.size).toBe(verdict.ok.options.profiles!.length);
      } else {
        seen.refused++;
        expect(verdict.errors.length).toBeGreaterThan(0);
        expect(verdict.errors.every(({ reason }) => reason !== '')).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
  expect(seen.ok).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
});

test.each([
  ['Policy', POLICY],
  ['KubeSchedulerConfiguration', CONFIGURATION],
])('the %s that the changes start from is accepted', (_kind, source) => {
  expect(readConfiguration(source, { bundle: 'modern', strict: true }).errors).toBeUndefined();
});

test.each([
  ['NodeResourcesFit', { scoringStrategy: { type: 'LeastAllocated', resources: [{}] } }],
  ['NodeResourcesBalancedAllocation', { resources: [{ name: null }] }],
])('a resource of %s without a name is one that no node has, as upstream', (name, args) => {
  const configuration = {
    kind: 'KubeSchedulerConfiguration',
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    profiles: [{ schedulerName: 'default-scheduler', pluginConfig: [{ name, args }] }],
  };
  const { ok, errors } = readConfiguration(configuration, { bundle: 'modern', strict: true });
  expect(errors).toBeUndefined();
  const scene = makeScene({ nodes: [makeNode('only')], profiles: ok!.options.profiles! });
  expect(scene.explain(makePod('p')).topNodes).toEqual(['only']);
});
