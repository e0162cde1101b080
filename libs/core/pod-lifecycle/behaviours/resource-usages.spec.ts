import type { Pod } from '@orrery/api-types';
import { PodBehaviours } from './pod-behaviours';
import { resourceUsageErrors, type ResourceUsage } from './resource-usages';

const pod = (name: string, annotations = {}): Pod =>
  ({
    metadata: { name, namespace: 'shop', annotations },
    spec: { containers: [{ name: 'app' }, { name: 'side' }] },
  }) as unknown as Pod;
const usage = (name: string, spec: ResourceUsage['spec'], namespace?: string): ResourceUsage => ({
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  ...(spec ? { spec } : {}),
});
const given = (web: Pod, ofPods: ResourceUsage[], ofCluster: ResourceUsage[]) => {
  const behaviours = new PodBehaviours();
  behaviours.use(ofPods, ofCluster);
  return behaviours.give(web).metadata.annotations;
};

const WEB = usage('web', { usages: [{ containers: ['app'], usage: { memory: { value: '1Gi' } } }] }, 'shop');
const ALL = usage('all', { usages: [{ usage: { cpu: { value: '1m' }, memory: { expression: 'Rand()' } } }] });

test.each<[string, Pod, ResourceUsage[], ResourceUsage[], object]>([
  ['none', pod('web'), [], [], {}],
  ['its own, container by container', pod('web'), [WEB], [], { 'orrery.dev/app.usage-memory': '1Gi' }],
  ['its own and not those of the cluster beside', pod('web'), [WEB], [ALL], { 'orrery.dev/app.usage-memory': '1Gi' }],
  [
    'those of the cluster',
    pod('api'),
    [WEB],
    [ALL],
    {
      'orrery.dev/app.usage-cpu': '1m',
      'orrery.dev/side.usage-cpu': '1m',
      'orrery.dev/app.usage-memory': '{"expression":"Rand()"}',
      'orrery.dev/side.usage-memory': '{"expression":"Rand()"}',
    },
  ],
  ['not those of another namespace', pod('web'), [{ ...WEB, metadata: { name: 'web', namespace: 'b' } }], [], {}],
  [
    'the first by name that is for it',
    pod('web'),
    [],
    [
      usage('c', { usages: [{ usage: { cpu: { value: '3' } } }] }),
      usage('a', { selector: { matchNames: ['x'] }, usages: [{ usage: { cpu: { value: '1' } } }] }),
      usage('b', {
        selector: { matchNamespaces: ['shop'] },
        usages: [{ containers: ['app'], usage: { cpu: { value: '2' } } }],
      }),
    ],
    { 'orrery.dev/app.usage-cpu': '2', 'orrery.dev/side.usage-cpu': '3' },
  ],
  [
    'not what the pod says itself',
    pod('web', { 'orrery.dev/usage-memory': '5Mi' }),
    [WEB],
    [],
    { 'orrery.dev/usage-memory': '5Mi' },
  ],
])('a pod uses %s', (_, web, ofPods, ofCluster, want) => {
  expect(given(web, ofPods, ofCluster)).toEqual(want);
});

const checkCurve = (text: string) => (text.includes('bad') ? 'it is bad' : undefined);

test.each<[string, string, unknown, string]>([
  [
    'another resource',
    'ResourceUsage',
    { usages: [{ usage: { disk: { value: '1' } } }] },
    'spec.usages[0].usage[disk]: only cpu and memory are metered',
  ],
  [
    'an expression that is none',
    'ResourceUsage',
    { usages: [{ usage: { cpu: { expression: 'bad' } } }] },
    'spec.usages[0].usage[cpu].expression: it is bad',
  ],
  [
    'a value that is none',
    'ResourceUsage',
    { usages: [{ usage: { cpu: { value: 'bad' } } }] },
    'spec.usages[0].usage[cpu].value: it is bad',
  ],
  [
    'nothing',
    'ResourceUsage',
    { usages: [{ usage: { cpu: {} } }] },
    'spec.usages[0].usage[cpu]: give value or expression',
  ],
  ['a selector of a pod', 'ResourceUsage', { selector: {} }, 'spec.selector: unknown field'],
  [
    'names that are none',
    'ClusterResourceUsage',
    { selector: { matchNames: 'web' } },
    'spec.selector.matchNames: must be a list',
  ],
])('refuses %s', (_, kind, spec, want) => {
  expect(resourceUsageErrors(kind, spec, checkCurve).map(({ field, detail }) => `${field}: ${detail}`)).toEqual([want]);
});

test('takes what is right', () => {
  expect(resourceUsageErrors('ResourceUsage', WEB.spec, checkCurve)).toEqual([]);
  expect(
    resourceUsageErrors('ClusterResourceUsage', { selector: { matchNames: ['a'] }, ...ALL.spec }, checkCurve),
  ).toEqual([]);
});
