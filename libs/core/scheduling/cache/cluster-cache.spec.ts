import * as fc from 'fast-check';
import { makeNode, makePod } from '@orrery/builders';
import { behaviourOf } from '../behaviour/bundles';
import { ClusterCache } from './cluster-cache';
import { assignedPodInfo, podInfoOf, type PodInfo } from './pod-info';
import { PodShapes } from './pod-shape';
import { ResourceSlots } from './resource-slots';

function makeCache(): { cache: ClusterCache; info: (name: string, node?: string, cpu?: string) => PodInfo } {
  const slots = new ResourceSlots();
  const shapes = new PodShapes(slots, behaviourOf('modern'));
  return {
    cache: new ClusterCache(slots),
    info: (name, node, cpu = '100m') => {
      const pod = makePod(name).requests({ cpu, memory: '1Gi' });
      return podInfoOf((node ? pod.node(node) : pod).build(), shapes);
    },
  };
}

test('pods that name an absent node count as soon as it comes', () => {
  const { cache, info } = makeCache();
  cache.setPod(info('early', 'n1', '300m'));
  expect(cache.snapshot().get('n1')).toBeUndefined();
  cache.setNode(makeNode('n1').build());
  expect(cache.snapshot().get('n1')?.requested[0]).toBe(300);
});

test('a confirmed assumption changes nothing that counts', () => {
  const { cache, info } = makeCache();
  cache.setNode(makeNode('n1').build());
  cache.assume(assignedPodInfo(info('p'), 'n1'));
  const node = cache.snapshot().get('n1')!;
  const { generation } = node;
  cache.setPod(info('p', 'n1'));
  expect({ generation: node.generation, pods: node.pods.size, isAssumed: cache.isAssumed('default-p') }).toEqual({
    generation,
    pods: 1,
    isAssumed: false,
  });
});

test('confirmation on another node wins', () => {
  const { cache, info } = makeCache();
  for (const name of ['n1', 'n2']) cache.setNode(makeNode(name).build());
  cache.assume(assignedPodInfo(info('p'), 'n1'));
  cache.setPod(info('p', 'n2'));
  expect([cache.snapshot().get('n1')?.pods.size, cache.snapshot().get('n2')?.pods.size]).toEqual([0, 1]);
});

test('an unconfirmed assumption expires, a confirmed one does not', () => {
  const { cache, info } = makeCache();
  cache.setNode(makeNode('n1').build());
  for (const name of ['lost', 'seen']) cache.assume(assignedPodInfo(info(name), 'n1'));
  cache.bindingFinished('default-lost', 30_000);
  cache.bindingFinished('default-seen', 30_000);
  cache.setPod(info('seen', 'n1'));
  expect(cache.nextExpiryMs()).toBe(30_000);
  expect(cache.expire(29_999)).toEqual([]);
  expect(cache.expire(30_000).map(({ key }) => key)).toEqual(['default/lost']);
  expect(cache.snapshot().get('n1')?.pods.size).toBe(1);
});

test('heartbeats leave the generation alone, labels do not', () => {
  const { cache } = makeCache();
  const node = makeNode('n1');
  cache.setNode(node.build());
  const { generation } = cache.snapshot().get('n1')!;
  const beat = { type: 'Ready', status: 'True', lastHeartbeatTime: '2025-10-01T00:00:10Z' };
  cache.setNode(node.version('2').build());
  expect(cache.snapshot().get('n1')?.generation).toBe(generation);
  cache.setNode(node.status({ conditions: [beat] }).build());
  const ready = cache.snapshot().get('n1')!.generation;
  cache.setNode(node.status({ conditions: [{ ...beat, lastHeartbeatTime: '2025-10-01T00:00:20Z' }] }).build());
  expect(cache.snapshot().get('n1')?.generation).toBe(ready);
  cache.setNode(node.label('x', 'y').build());
  expect(cache.snapshot().get('n1')?.generation).toBeGreaterThan(ready);
});

test('amounts beyond 2^53 leave no trace when their pod goes', () => {
  const { cache, info } = makeCache();
  cache.setNode(makeNode('n1').build());
  cache.setPod(info('huge', 'n1', '9223372036854775'));
  cache.setPod(info('small', 'n1', '1m'));
  cache.removePod('default-huge');
  expect(cache.snapshot().get('n1')?.requested[0]).toBe(1);
});

test('running totals equal the sums over the pods after any history', () => {
  const step = fc.record({
    pod: fc.integer({ min: 0, max: 7 }),
    node: fc.integer({ min: 0, max: 2 }),
    cpu: fc.integer({ min: 0, max: 900 }),
    action: fc.constantFrom('set', 'assume', 'remove', 'forget', 'dropNode', 'addNode'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { cache, info } = makeCache();
      for (const { pod, node, cpu, action } of steps) {
        const [uid, nodeName] = [`default-p${pod}`, `n${node}`];
        if (action === 'set') cache.setPod(info(`p${pod}`, nodeName, `${cpu}m`));
        else if (action === 'assume' && !cache.pod(uid)) cache.assume(info(`p${pod}`, nodeName, `${cpu}m`));
        else if (action === 'remove') cache.removePod(uid);
        else if (action === 'forget') cache.forget(uid);
        else if (action === 'dropNode') cache.removeNode(nodeName);
        else if (action === 'addNode') cache.setNode(makeNode(nodeName).build());
      }
      for (const node of cache.snapshot().nodes) {
        const cpu = [...node.pods.values()].reduce((sum, { shape }) => sum + shape.requests[0]!, 0);
        const defaulted = [...node.pods.values()].reduce((sum, { shape }) => sum + shape.defaultedMemoryBytes, 0);
        expect([node.requested[0], node.nonZeroMemoryBytes]).toEqual([cpu, defaulted]);
      }
    }),
  );
});
