import type { KubeObject } from '@orrery/api-types';
import { ClusterCache, Operation } from '@orrery/store';
import { servicesIn } from './service-lookup';

const RESOURCE = 'endpointslices.discovery.k8s.io';

function slice(name: string, service: string | undefined, namespace = 'default'): KubeObject {
  const labels = service === undefined ? {} : { labels: { 'kubernetes.io/service-name': service } };
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, namespace, uid: name, resourceVersion: '1', creationTimestamp: '', ...labels },
  };
}

test('slices are found by their service, whatever happens to them', () => {
  const objects = [slice('a-1', 'a'), slice('b-1', 'b'), slice('a-9', 'a', 'other'), slice('own', undefined)];
  const cache = new ClusterCache(
    1,
    objects.map((object) => ({ resource: RESOURCE, object })),
  );
  const found = (service: string): string[] =>
    servicesIn(cache)
      .slices('default', service)
      .map((each) => (each as KubeObject).metadata.name)
      .sort();
  const change = (operation: Operation, object: KubeObject): void => {
    const { name, namespace = '' } = object.metadata;
    cache.apply([{ revision: cache.revision + 1, operation, key: { resource: RESOURCE, namespace, name }, object }]);
  };
  expect([found('a'), found('b'), found('c')]).toEqual([['a-1'], ['b-1'], []]);
  change(Operation.Create, slice('a-2', 'a'));
  change(Operation.Update, slice('b-1', 'c'));
  expect([found('a'), found('b'), found('c')]).toEqual([['a-1', 'a-2'], [], ['b-1']]);
  change(Operation.Delete, slice('a-1', 'a'));
  change(Operation.Update, slice('a-2', undefined));
  expect([found('a'), found('c')]).toEqual([[], ['b-1']]);
});
