import { PLUGIN_REGISTRY } from '../../registry';
import type { KubeObject } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { ManualClock } from '@orrery/time';
import { Scheduler, SUCCESS } from '@orrery/scheduling';

const REFUSED = "node(s) didn't match pod anti-affinity rules";

/** A cluster in which pods come one after the other. */
function cluster(): { readonly scheduler: Scheduler; readonly place: (name: string, inTeams?: boolean) => string } {
  const scheduler = new Scheduler({ registry: PLUGIN_REGISTRY, clock: new ManualClock(), seed: 'kept' });
  /** The node of a pod that keeps apart from its app by host; or why there is none. */
  const place = (name: string, inTeams = false): string => {
    const namespaceSelector = inTeams ? { namespaceSelector: { matchLabels: { team: 'yes' } } } : {};
    const labelSelector = { matchLabels: { app: 'a' } };
    const term = { labelSelector, topologyKey: 'kubernetes.io/hostname', ...namespaceSelector };
    const pod = makePod(name)
      .label('app', 'a')
      .requests({ cpu: '100m' })
      .affinity({ podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } })
      .build();
    scheduler.podChanged(undefined, pod);
    const [decision] = scheduler.scheduleBatch(1);
    if (decision?.kind !== 'bind') return decision?.kind === 'failed' ? decision.message : 'not tried';
    scheduler.bindingFinished(decision, SUCCESS);
    const metadata = { ...pod.metadata, resourceVersion: '2' };
    scheduler.podChanged(pod, { ...pod, metadata, spec: { ...pod.spec, nodeName: decision.nodeName } });
    return decision.nodeName;
  };
  return { scheduler, place };
}

const node = (name: string, cpu = '2') => makeNode(name).allocatable({ cpu });

test('a node is refused as soon as one that holds an excluded pod says that it is the same host', () => {
  const { scheduler, place } = cluster();
  const names = ['n1', 'n2', 'n3'];
  for (const name of names) scheduler.nodeChanged(undefined, node(name).build());
  const taken = [place('p1'), place('p2')];
  expect(new Set(taken).size).toBe(2);
  const free = names.find((name) => !taken.includes(name))!;
  // Nothing is changed on the free node itself.
  const other = node(taken[0]!).label('kubernetes.io/hostname', free).version('2').build();
  scheduler.nodeChanged(undefined, other);
  expect(place('p3')).toContain(`3 ${REFUSED}`);
});

test('a node is refused as soon as the namespace of a pod on it is among those that are excluded', () => {
  const { scheduler, place } = cluster();
  scheduler.nodeChanged(undefined, node('wide', '64').build());
  scheduler.nodeChanged(undefined, node('narrow').build());
  scheduler.podChanged(undefined, makePod('other').namespace('team').label('app', 'a').node('narrow').build());
  expect([place('p1', true), place('p2', true), place('p3', true)]).toEqual(['wide', 'wide', 'wide']);
  const metadata = { name: 'team', uid: 'team', resourceVersion: '2', labels: { team: 'yes' } };
  scheduler.objectChanged(undefined, { apiVersion: 'v1', kind: 'Namespace', metadata } as unknown as KubeObject);
  scheduler.nodeChanged(node('wide', '64').build(), undefined);
  expect(place('p4', true)).toContain(`1 ${REFUSED}`);
});
