import fc from 'fast-check';
import { makeNode, makePod, type PodBuilder } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';
import { SelectedPods } from './selected-pods';

const NAMESPACES = ['n1', 'n2'];
const NODES = ['a', 'b', 'absent'];
const change = fc.record({
  name: fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4', 'p5'),
  namespace: fc.constantFrom(...NAMESPACES),
  node: fc.constantFrom(...NODES),
  app: fc.constantFrom('web', 'db', undefined),
  isGone: fc.boolean(),
  isTerminating: fc.boolean(),
  asksFirst: fc.boolean(),
});

test('the tables say what a look at every pod would say', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
      const { scheduler } = makeScene({ nodes: [makeNode('a'), makeNode('b')] });
      const { handle } = scheduler.parts.profiles.get('default-scheduler')!.framework;
      const selected = new SelectedPods(handle);
      const alive = new Map<string, PodBuilder>();
      changes.forEach(({ name, namespace, node, app, isGone, isTerminating, asksFirst }, i) => {
        if (asksFirst) selected.select(namespace, { app: 'web' });
        const key = `${namespace}/${name}`;
        const bare = makePod(name)
          .namespace(namespace)
          .node(node)
          .version(String(i + 2));
        const labelled = app ? bare.label('app', app) : bare;
        const pod = isTerminating ? labelled.deleting() : labelled;
        const before = alive.get(key)?.build();
        scheduler.podChanged(before, isGone ? undefined : pod.build());
        if (isGone) alive.delete(key);
        else alive.set(key, pod);
      });
      for (const namespace of NAMESPACES) {
        for (const labels of [{ app: 'web' }, {}] as readonly Readonly<Record<string, string>>[]) {
          const { byNode, livingByNode } = selected.select(namespace, labels);
          const ours = [...byNode].flatMap(([node, pods]) => [...pods.keys()].map((uid) => `${node} ${uid}`));
          const chosen = [...alive.values()]
            .map((builder) => builder.build())
            .filter(({ metadata }) => metadata.namespace === namespace)
            .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value));
          const naive = chosen.map(({ spec, metadata }) => `${spec.nodeName} ${metadata.uid}`);
          expect(ours.sort()).toEqual(naive.sort());
          for (const node of NODES) {
            const living = chosen.filter(
              ({ spec, metadata }) => spec.nodeName === node && !metadata.deletionTimestamp,
            ).length;
            expect(livingByNode.get(node) ?? 0).toBe(living);
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});
