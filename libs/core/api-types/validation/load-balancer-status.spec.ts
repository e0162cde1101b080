import { renderFieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';
import { validateIngressStatus, validateServiceStatus } from './load-balancer-status';

const object = (type: string, ingress: readonly object[]): KubeObject =>
  ({ metadata: { name: 'a' }, spec: { type }, status: { loadBalancer: { ingress } } }) as never;
const texts = (errors: ReturnType<typeof validateServiceStatus>) => errors.map(renderFieldError);

test('only load balancers have addresses, but in 1.20', () => {
  const service = object('ClusterIP', [{ hostname: 'a.b' }]);
  expect(texts(validateServiceStatus(service, service))).toEqual([
    "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
  ]);
  expect(validateServiceStatus(service, service, undefined, 'k8s-1.20')).toEqual([]);
});

test('addresses and names are checked', () => {
  const wrong = object('LoadBalancer', [{ ip: 'x' }, { hostname: '1.2.3.4' }]);
  const expected = [
    'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    'status.loadBalancer.ingress[1].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
  ];
  expect(texts(validateServiceStatus(wrong, wrong))).toEqual(expected);
  expect(texts(validateIngressStatus(wrong, wrong))).toEqual(expected);
});
