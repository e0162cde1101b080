import { Kinds } from '@orrery/api-types';
import { makePod } from '@orrery/builders';
import { Operation } from '../commit/write-batch';
import { ClusterCache, isChangeOf, type Change } from './cluster-cache';

const pod = makePod('a').build();
const { namespace = '' } = pod.metadata;
const key = { resource: 'pods', namespace, name: 'a' };
const cache = new ClusterCache(1, [{ resource: 'pods', object: pod }]);

it('reads objects by their kind, with its type', () => {
  expect(cache.get(Kinds.Pod, namespace, 'a')?.spec.containers).toBe(pod.spec.containers);
  expect(cache.get(Kinds.Pod, 'elsewhere', 'a')).toBeUndefined();
  expect(cache.list(Kinds.Pod)).toEqual([pod]);
  expect(cache.list(Kinds.Pod, 'elsewhere')).toEqual([]);
  expect(cache.list(Kinds.Node)).toEqual([]);
});

it('reads the same object by its key', () => {
  expect(cache.get(key)).toBe(cache.get(Kinds.Pod, namespace, 'a'));
});

it('tells the changes of a kind from others', () => {
  const change: Change = { revision: 2, operation: Operation.Update, key, object: pod };
  expect(isChangeOf(change, Kinds.Pod) && change.object.spec.containers).toBe(pod.spec.containers);
  expect(isChangeOf(change, Kinds.Node)).toBe(false);
});
