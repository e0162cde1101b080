import { ApiError, kindByGvk, type KubeObject, type PodSpec, type Toleration } from '@orrery/api-types';
import type { AdmissionLookup } from '../admission';
import { DEFAULT_ADMISSION_SETTINGS } from '../chain';
import { coversToleration, mergeTolerations } from './merge-tolerations';
import type { PodTolerationRestrictionSettings } from './pod-toleration-restriction';
import { bothPhases } from '../testing/both-phases';

const any: Toleration = { operator: 'Exists' };
const exists = (key: string, effect?: Toleration['effect']): Toleration => ({
  key,
  operator: 'Exists',
  ...(effect ? { effect } : {}),
});
const equal = (key: string, value: string): Toleration => ({ key, operator: 'Equal', value });
const forSeconds = (key: string, tolerationSeconds?: number): Toleration => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});

test.each<[string, Toleration, Toleration, boolean]>([
  ['itself', equal('a', 'b'), equal('a', 'b'), true],
  ['a value, by its key', exists('a'), equal('a', 'b'), true],
  ['everything', any, forSeconds('a', 5), true],
  ['an effect, by all effects', exists('a'), exists('a', 'NoSchedule'), true],
  ['all effects, by one', exists('a', 'NoSchedule'), exists('a'), false],
  ['another key', exists('a'), exists('b'), false],
  ['another value', equal('a', 'b'), equal('a', 'c'), false],
  ['a key, by a value', equal('a', 'b'), exists('a'), false],
  ['less time', forSeconds('a', 9), forSeconds('a', 5), true],
  ['more time', forSeconds('a', 5), forSeconds('a', 9), false],
  ['for ever, by some time', forSeconds('a', 5), forSeconds('a'), false],
])('covers %s', (_name, a, b, expected) => {
  expect(coversToleration(a, b)).toBe(expected);
});

test.each<[string, Toleration[], Toleration[], Toleration[]]>([
  ['keeps the first of equals', [exists('a')], [exists('a'), exists('b')], [exists('a'), exists('b')]],
  ['drops what a later one covers', [equal('a', 'b')], [exists('a')], [exists('a')]],
  ['drops what an earlier one covers', [any], [exists('a')], [any]],
])('merging %s', (_name, own, more, expected) => {
  expect(mergeTolerations(own, more)).toEqual(expected);
});

interface Story {
  readonly annotations?: Record<string, string>;
  /** `none`: the cluster configures nothing; `off`: it does without the plugin. */
  readonly settings?: Partial<PodTolerationRestrictionSettings> | 'none' | 'off';
  readonly tolerations?: Toleration[];
  readonly requests?: Record<string, string>;
}

function admit({ annotations = {}, settings = {}, tolerations, requests = {} }: Story): unknown {
  const metadata = { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers: [{ name: 'c', resources: { requests } }], ...(tolerations ? { tolerations } : {}) },
  } as unknown as KubeObject;
  const lookup = {
    namespace: () => ({ metadata: { ...metadata, annotations }, status: { phase: 'Active' } }),
    limitRanges: () => [],
    priorityClass: () => undefined,
    priorityClasses: () => [],
    serviceAccount: () => undefined,
  } as unknown as AdmissionLookup;
  const outcome = bothPhases({
    ...DEFAULT_ADMISSION_SETTINGS,
    switchedOff: ['DefaultTolerationSeconds', ...(settings === 'off' ? (['PodTolerationRestriction'] as const) : [])],
    ...(typeof settings === 'string' ? {} : { podTolerationRestriction: { default: [], whitelist: [], ...settings } }),
  })({ operation: 'CREATE', kind: kindByGvk('v1', 'Pod')!, object, user: { name: 'u', groups: [] }, lookup });
  if (outcome instanceof ApiError) return outcome.message.replace(/^.*? is forbidden: /, '');
  return (outcome.spec as PodSpec).tolerations ?? [];
}

const MEMORY = exists('node.kubernetes.io/memory-pressure', 'NoSchedule');
const CONFLICT = 'pod tolerations (possibly merged with namespace default tolerations) conflict with its';

test.each<[string, Story, unknown]>([
  ['a BestEffort pod', {}, []],
  ['a pod that asks for something', { requests: { cpu: '1' } }, [MEMORY]],
  ['the defaults of the cluster', { settings: { default: [exists('a')] } }, [exists('a')]],
  ['not configured, a BestEffort pod', { settings: 'none' }, []],
  ['not configured, a pod that asks for something', { settings: 'none', requests: { cpu: '1' } }, [MEMORY]],
  [
    'not configured, a pod that tolerates it already',
    { settings: 'none', requests: { cpu: '1' }, tolerations: [any] },
    [any],
  ],
  [
    'not configured, a namespace that asks for more',
    {
      settings: 'none',
      annotations: { 'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"b","operator":"Exists"}]' },
    },
    [],
  ],
  ['switched off, a pod that asks for something', { settings: 'off', requests: { cpu: '1' } }, []],
  [
    'the defaults of the namespace',
    {
      settings: { default: [exists('a')] },
      annotations: { 'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"b","operator":"Exists"}]' },
    },
    [exists('b')],
  ],
  [
    'a namespace without defaults',
    { settings: { default: [exists('a')] }, annotations: { 'scheduler.alpha.kubernetes.io/defaultTolerations': '' } },
    [],
  ],
  [
    'what the cluster allows',
    { settings: { whitelist: [exists('a')] }, tolerations: [equal('a', 'b')] },
    [equal('a', 'b')],
  ],
  [
    'what it does not',
    { settings: { whitelist: [exists('a')] }, tolerations: [exists('b')] },
    `${CONFLICT} cluster whitelist`,
  ],
  [
    'what the namespace does not',
    {
      annotations: { 'scheduler.alpha.kubernetes.io/tolerationsWhitelist': '[{"key":"b","operator":"Exists"}]' },
      tolerations: [exists('a')],
    },
    `${CONFLICT} namespace whitelist`,
  ],
  [
    'an annotation that is not a list',
    { annotations: { 'scheduler.alpha.kubernetes.io/defaultTolerations': '{}' } },
    'the annotation scheduler.alpha.kubernetes.io/defaultTolerations of its namespace is not a list',
  ],
])('%s', (_name, story, expected) => {
  expect(admit(story)).toEqual(expected);
});
