import type { KubeObject, Namespace } from '@orrery/api-types';
import { namespaceConditions, type NamespaceCondition, type Remainder } from './namespace-conditions';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const namespace = (conditions?: NamespaceCondition[]): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'team', uid: 'u', resourceVersion: '1' } as Namespace['metadata'],
  status: { phase: 'Terminating', ...(conditions ? { conditions } : {}) },
});
const objects = (...finalizers: string[][]): KubeObject[] =>
  finalizers.map(
    (held, i) => ({ metadata: { name: `o-${i}`, ...(held.length > 0 ? { finalizers: held } : {}) } }) as KubeObject,
  );

describe('namespaceConditions', () => {
  test.each<{ what: string; remainders: Remainder[]; wants: [string, string, string][] }>([
    {
      what: 'nothing remains',
      remainders: [{ resource: 'pods', objects: [] }],
      wants: [
        ['NamespaceContentRemaining', 'False', 'All content successfully removed'],
        ['NamespaceFinalizersRemaining', 'False', 'All content-preserving finalizers finished'],
      ],
    },
    {
      what: 'pods are on their way out',
      remainders: [{ resource: 'pods', objects: objects([], []) }],
      wants: [
        ['NamespaceContentRemaining', 'True', 'Some resources are remaining: pods. has 2 resource instances'],
        ['NamespaceFinalizersRemaining', 'False', 'All content-preserving finalizers finished'],
      ],
    },
    {
      what: 'finalizers hold several kinds',
      remainders: [
        { resource: 'deployments.apps', objects: objects(['b/y', 'a/x']) },
        { resource: 'configmaps', objects: objects(['b/y'], []) },
      ],
      wants: [
        [
          'NamespaceContentRemaining',
          'True',
          'Some resources are remaining: configmaps. has 2 resource instances, deployments.apps has 1 resource instances',
        ],
        [
          'NamespaceFinalizersRemaining',
          'True',
          'Some content in the namespace has finalizers remaining: a/x in 1 resource instances, b/y in 2 resource instances',
        ],
      ],
    },
  ])('$what', ({ remainders, wants }) => {
    const made = namespaceConditions(namespace(), remainders, NOON);
    expect(made.slice(-2).map(({ type, status, message }) => [type, status, message])).toEqual(wants);
    expect(made.slice(0, 3).map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered'],
      ['NamespaceDeletionGroupVersionParsingFailure', 'False', 'ParsedGroupVersions'],
      ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted'],
    ]);
  });

  it('keeps the time of what stays as it was', () => {
    const first = namespaceConditions(namespace(), [{ resource: 'pods', objects: objects([], []) }], NOON);
    const same = namespaceConditions(namespace(first), [{ resource: 'pods', objects: objects([], []) }], NOON + 5000);
    expect(same).toEqual(first);
    const fewer = namespaceConditions(namespace(first), [{ resource: 'pods', objects: objects([]) }], NOON + 9000);
    expect(fewer.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([
      '2026-03-01T12:00:00Z',
      '2026-03-01T12:00:00Z',
      '2026-03-01T12:00:00Z',
      '2026-03-01T12:00:09Z',
      '2026-03-01T12:00:00Z',
    ]);
  });
});
