import { ApiError, kindByGvk, type KubeObject } from '@orrery/api-types';
import type { AdmissionRequest } from '../admission';
import { nodePorts } from './node-ports';

const service = (spec: object, name = 's'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: '' },
  spec,
});
const HOLDER = service({ type: 'NodePort', ports: [{ port: 1, nodePort: 31000 }] }, 'holder');

/** The node ports of a service after admission, or why it is refused. */
function portsOf(spec: object, before?: object, others: readonly KubeObject[] = [HOLDER]): unknown {
  const oldObject = before && service(before);
  const answer = nodePorts({
    operation: oldObject ? 'UPDATE' : 'CREATE',
    kind: kindByGvk('v1', 'Service')!,
    object: service(spec),
    ...(oldObject ? { oldObject } : {}),
    user: { name: 'u', groups: [] },
    lookup: { services: () => [...others, ...(oldObject ? [oldObject] : [])] },
  } as unknown as AdmissionRequest);
  if (answer instanceof ApiError) return answer.message.replace('Service "s" is invalid: ', '');
  return ((answer.spec as { ports?: { nodePort?: number }[] }).ports ?? []).map(({ nodePort }) => nodePort);
}

const http = (nodePort?: number) => ({ name: 'http', port: 80, protocol: 'TCP', ...(nodePort ? { nodePort } : {}) });
const dns = (protocol: string, nodePort?: number) => ({
  name: `dns-${protocol.toLowerCase()}`,
  port: 53,
  protocol,
  ...(nodePort ? { nodePort } : {}),
});
/** Node port that the port 80 of this service gets without a conflict. */
const [HTTP] = portsOf({ type: 'NodePort', ports: [http()] }) as [number];
const OUT_OF_RANGE = 'provided port is not in the valid range. The range of valid ports is 30000-32767';

test('a port of the nodes is in the range, and another one where it is taken', () => {
  expect(HTTP).toBeGreaterThanOrEqual(30000);
  expect(HTTP).toBeLessThanOrEqual(32767);
  const other = service({ type: 'NodePort', ports: [http(HTTP)] }, 'other');
  const [next] = portsOf({ type: 'NodePort', ports: [http()] }, undefined, [other]) as [number];
  expect(next).toBe(HTTP === 32767 ? 30000 : HTTP + 1);
});

test.each<[string, object, unknown]>([
  ['a balanced service', { type: 'LoadBalancer', ports: [http()] }, [HTTP]],
  ['one that wants none', { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [http()] }, [undefined]],
  [
    'one that wants none but this one',
    { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [http(), dns('TCP', 30053)] },
    [undefined, 30053],
  ],
  ['a plain service', { type: 'ClusterIP', ports: [http()] }, [undefined]],
  ['a headless service', { type: 'NodePort', clusterIP: 'None', ports: [http()] }, [undefined]],
  ['a name elsewhere', { type: 'ExternalName', externalName: 'a.b', ports: [http()] }, [undefined]],
  ['a requested port', { type: 'NodePort', ports: [http(30080)] }, [30080]],
  ['protocols of one number', { type: 'NodePort', ports: [dns('TCP'), dns('UDP', 30053)] }, [30053, 30053]],
  [
    'a port of another service',
    { type: 'NodePort', ports: [http(31000)] },
    'spec.ports[0].nodePort: Invalid value: 31000: provided port is already allocated',
  ],
  [
    'one port for two numbers',
    { type: 'NodePort', ports: [http(30080), dns('TCP', 30080)] },
    'spec.ports[1].nodePort: Invalid value: 30080: provided port is already allocated',
  ],
  [
    'a port below',
    { type: 'NodePort', ports: [http(29999)] },
    `spec.ports[0].nodePort: Invalid value: 29999: ${OUT_OF_RANGE}`,
  ],
  [
    'a port above',
    { type: 'NodePort', ports: [http(32768)] },
    `spec.ports[0].nodePort: Invalid value: 32768: ${OUT_OF_RANGE}`,
  ],
])('created: %s', (_name, spec, want) => {
  expect(portsOf(spec)).toEqual(want);
});

const BEFORE = { type: 'NodePort', ports: [http(30080)] };
test.each<[string, object, object, unknown]>([
  ['left out', { type: 'NodePort', ports: [http()] }, BEFORE, [30080]],
  ['left out, another number', { type: 'NodePort', ports: [{ ...http(), port: 8080 }] }, BEFORE, [30080]],
  ['left out as a balanced one', { type: 'LoadBalancer', ports: [http()] }, BEFORE, [30080]],
  ['given as it was', BEFORE, BEFORE, [30080]],
  ['another requested port', { type: 'NodePort', ports: [http(30081)] }, BEFORE, [30081]],
  ['given to another port', { type: 'NodePort', ports: [http(), dns('TCP', 30080)] }, BEFORE, [HTTP, 30080]],
  ['asked for the first time', { type: 'NodePort', ports: [http()] }, { type: 'ClusterIP', ports: [http()] }, [HTTP]],
  ['given back', { type: 'ClusterIP', ports: [http(30080)] }, BEFORE, [undefined]],
  ['asked for without a right to it', { type: 'ClusterIP', ports: [http(30081)] }, BEFORE, [30081]],
  [
    'a port of another service',
    { type: 'NodePort', ports: [http(31000)] },
    BEFORE,
    'spec.ports[0].nodePort: Invalid value: 31000: provided port is already allocated',
  ],
])('updated: %s', (_name, spec, before, want) => {
  expect(portsOf(spec, before)).toEqual(want);
});
