import type { Pod } from '@orrery/api-types';
import fc from 'fast-check';
import { podsToCollect } from './pods-to-collect';
import { CollectionSuspects } from './suspects';

const NODES = ['a', 'b'];
const name = fc.constantFrom('p1', 'p2', 'p3', 'p4');
const node = fc.constantFrom(...NODES);
const step = fc.oneof(
  fc.record({
    pod: name,
    node: fc.option(node, { nil: undefined }),
    phase: fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed'),
    isDeleting: fc.boolean(),
  }),
  fc.record({ gone: name }),
  fc.record({ node, exists: fc.boolean(), isOutOfService: fc.boolean() }),
  fc.record({ collects: fc.constant(true) }),
);

function podOf(podName: string, nodeName: string | undefined, phase: string, isDeleting: boolean): Pod {
  const metadata = { name: podName, namespace: 'n', uid: podName, resourceVersion: '1', creationTimestamp: '' };
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', status: { phase } },
    metadata: { ...metadata, ...(isDeleting ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}) },
    spec: { containers: [], ...(nodeName ? { nodeName } : {}) },
  };
}

it('no pod is collected of all that would not be collected of the suspects', () => {
  let collected = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), fc.nat(2), (steps, terminatedPodsKept) => {
      const pods = new Map<string, Pod>();
      const nodes = new Set<string>();
      const outOfService = new Set<string>();
      const nodeExists = (each: string): boolean => nodes.has(each);
      const suspects = new CollectionSuspects({
        nodeExists,
        podsOn: (each) => [...pods.values()].filter(({ spec }) => spec.nodeName === each),
        find: (_namespace, each) => pods.get(each),
      });
      const collectedOf = (some: Iterable<Pod>): string[] =>
        podsToCollect({
          ...{ pods: some, nodeExists, terminatedPodsKept },
          isOutOfService: (each) => outOfService.has(each),
          absentSinceMs: () => 0,
          nowMs: 60_000,
        })
          .map(({ pod, cause }) => `${pod.metadata.name} ${cause}`)
          .sort();
      for (const each of steps) {
        if ('pod' in each) {
          const pod = podOf(each.pod, each.node, each.phase, each.isDeleting);
          pods.set(each.pod, pod);
          suspects.podChanged('n', each.pod, pod);
        } else if ('gone' in each) {
          pods.delete(each.gone);
          suspects.podChanged('n', each.gone, undefined);
        } else if ('node' in each) {
          if (each.exists) nodes.add(each.node);
          else nodes.delete(each.node);
          if (each.exists && each.isOutOfService) outOfService.add(each.node);
          else outOfService.delete(each.node);
          suspects.nodeChanged(each.node, each);
        } else {
          const all = collectedOf(pods.values());
          collected += all.length;
          expect(collectedOf(suspects.pods())).toEqual(all);
        }
      }
      const found = suspects.pods().map(({ metadata }) => metadata.name);
      expect(found).toEqual([...found].sort());
    }),
  );
  expect(collected).toBeGreaterThan(20);
});

it('pods that run where they should are none', () => {
  const running = podOf('p1', 'a', 'Running', false);
  const suspects = new CollectionSuspects({ nodeExists: () => true, podsOn: () => [running], find: () => running });
  suspects.podChanged('n', 'p1', running);
  expect(suspects.pods()).toEqual([]);
});
