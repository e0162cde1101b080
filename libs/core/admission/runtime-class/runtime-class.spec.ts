import { ApiError, kindByGvk, type KubeObject, type PodSpec, type RuntimeClass } from '@orrery/api-types';
import type { AdmissionLookup } from '../admission';
import { runtimeClass } from './runtime-class';

const metadata = (name: string) => ({ name, uid: 'u', resourceVersion: '1', creationTimestamp: '' });
const POD = kindByGvk('v1', 'Pod')!;
const OVERHEAD = { cpu: '250m', memory: '120Mi' };
const GPU = { key: 'gpu', operator: 'Exists', effect: 'NoSchedule' } as const;
const classes: RuntimeClass[] = [
  {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: metadata('kata'),
    handler: 'kata',
    overhead: { podFixed: OVERHEAD },
    scheduling: { nodeSelector: { runtime: 'kata' }, tolerations: [GPU] },
  },
  { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: metadata('plain'), handler: 'runc' },
];

function admit(spec: Partial<PodSpec>, areKnown = true, operation: 'CREATE' | 'UPDATE' = 'CREATE'): unknown {
  const containers = [{ name: 'c' }];
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata('p'),
    spec: { containers, ...spec },
  } as unknown as KubeObject;
  const lookup = {
    runtimeClass: (name: string) => classes.find((each) => each.metadata.name === name),
  } as AdmissionLookup;
  const user = { name: 'u', groups: [] };
  const outcome = runtimeClass({ areKnown }).admit({ operation, kind: POD, object, user, lookup });
  if (outcome instanceof ApiError) return outcome.message;
  const { containers: same, ...rest } = outcome.spec as PodSpec;
  expect(same).toBe(containers);
  return rest;
}

const OF_KATA = {
  runtimeClassName: 'kata',
  overhead: OVERHEAD,
  nodeSelector: { runtime: 'kata' },
  tolerations: [GPU],
};

test.each<[string, Partial<PodSpec>, Partial<PodSpec>]>([
  ['no class', {}, {}],
  ['a class', { runtimeClassName: 'kata' }, OF_KATA],
  ['a class that asks for nothing', { runtimeClassName: 'plain' }, { runtimeClassName: 'plain' }],
  [
    'the overhead of its class in other units',
    { runtimeClassName: 'kata', overhead: { cpu: '0.25', memory: '120Mi' } },
    OF_KATA,
  ],
  [
    'a selector and tolerations of its own',
    { runtimeClassName: 'kata', nodeSelector: { a: 'b', runtime: 'kata' }, tolerations: [{ key: 'x' }, GPU] },
    { ...OF_KATA, nodeSelector: { a: 'b', runtime: 'kata' }, tolerations: [{ key: 'x' }, GPU] },
  ],
])('a pod with %s', (_name, spec, want) => {
  expect(admit(spec)).toEqual(want);
});

test.each<[string, Partial<PodSpec>, string]>([
  ['a class that is not there', { runtimeClassName: 'x' }, 'pod rejected: RuntimeClass "x" not found'],
  [
    'another overhead',
    { runtimeClassName: 'kata', overhead: { cpu: '1' } },
    "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
  ],
  [
    'an overhead without a class',
    { overhead: { cpu: '1' } },
    'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
  ],
  [
    'an overhead that its class does not define',
    { runtimeClassName: 'plain', overhead: { cpu: '1' } },
    'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
  ],
  [
    'another node',
    { runtimeClassName: 'kata', nodeSelector: { runtime: 'runc' } },
    'conflict: runtimeClass.scheduling.nodeSelector[runtime] = kata; pod.spec.nodeSelector[runtime] = runc',
  ],
])('refuses %s', (_name, spec, detail) => {
  expect(admit(spec)).toBe(`pods "p" is forbidden: ${detail}`);
});

test('changes of a pod are not looked at', () => {
  expect(admit({ runtimeClassName: 'x' }, true, 'UPDATE')).toEqual({ runtimeClassName: 'x' });
});

test('a generation without classes forgets the overhead and asks for no class', () => {
  expect(admit({ runtimeClassName: 'x', overhead: { cpu: '1' } }, false)).toEqual({ runtimeClassName: 'x' });
});
