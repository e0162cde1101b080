import {
  flowControlObjects,
  type FlowSchema,
  type PriorityLevelConfiguration,
  type ReleaseName,
} from '@orrery/api-types';
import { resourceAccess, type Access, type User } from '../access';
import { FlowClassifier } from './flow-classifier';

const named = (name: string, spec: object): object => ({ metadata: { name, uid: `uid of ${name}` }, spec });
const level = (name: string): PriorityLevelConfiguration => named(name, {}) as PriorityLevelConfiguration;

/** Makes a classifier with the objects of a new cluster of a release. */
function ofRelease(release: ReleaseName): FlowClassifier {
  const objects = flowControlObjects(release)!;
  const of = (kind: keyof typeof objects): object[] =>
    [...objects[kind].mandatory, ...objects[kind].suggested].map(({ name, spec }) => named(name, spec));
  return new FlowClassifier(
    of('FlowSchema') as FlowSchema[],
    of('PriorityLevelConfiguration') as PriorityLevelConfiguration[],
  );
}

const AUTHENTICATED = 'system:authenticated';
const admin: User = { name: 'admin', groups: ['system:masters', AUTHENTICATED] };
const jane: User = { name: 'jane', groups: [AUTHENTICATED] };
const node: User = { name: 'system:node:a', groups: ['system:nodes', AUTHENTICATED] };
const manager: User = { name: 'system:kube-controller-manager', groups: [AUTHENTICATED] };
const account = (namespace: string, name: string): User => ({
  name: `system:serviceaccount:${namespace}:${name}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, AUTHENTICATED],
});
const pods = resourceAccess({ verb: 'list', resource: 'pods', namespace: 'default' });
const lease = (verb: string): Access =>
  resourceAccess({ verb, group: 'coordination.k8s.io', resource: 'leases', namespace: 'kube-system', name: 'x' });
const nodeStatus = resourceAccess({ verb: 'patch', resource: 'nodes', subresource: 'status', name: 'a' });
const endpoints = resourceAccess({ verb: 'update', resource: 'endpoints', namespace: 'kube-system', name: 'e' });

test.each<[ReleaseName, string, User, Access, string]>([
  ['modern', 'a master', admin, pods, 'exempt'],
  ['modern', 'a user', jane, pods, 'global-default'],
  [
    'modern',
    'nobody, of a probe',
    { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    { verb: 'get', path: '/readyz/ping' },
    'probes',
  ],
  ['modern', 'a probe that writes', jane, { verb: 'post', path: '/readyz' }, 'global-default'],
  ['modern', 'a kubelet, of pods', node, pods, 'system-nodes'],
  ['modern', 'a kubelet, of its status', node, nodeStatus, 'system-node-high'],
  ['modern', 'a candidate', manager, lease('update'), 'system-leader-election'],
  ['modern', 'a candidate that lists', manager, lease('list'), 'kube-controller-manager'],
  [
    'modern',
    'an endpoint controller',
    account('kube-system', 'endpoint-controller'),
    resourceAccess({ verb: 'update', resource: 'endpoints', namespace: 'a' }),
    'endpoint-controller',
  ],
  ['modern', 'an account of the system', account('kube-system', 'x'), pods, 'kube-system-service-accounts'],
  ['modern', 'an account of another namespace', account('kube-system-2', 'x'), pods, 'service-accounts'],
  ['k8s-1.20', 'a kubelet, of its status', node, nodeStatus, 'system-nodes'],
  ['k8s-1.20', 'a candidate by endpoints', manager, endpoints, 'system-leader-election'],
  ['k8s-1.20', 'a probe', jane, { verb: 'get', path: '/readyz' }, 'global-default'],
])('%s: %s', (release, _who, user, access, schema) => {
  expect(ofRelease(release).classify(user, access)?.flowSchemaUid).toBe(`uid of ${schema}`);
});

const schema = (name: string, rules: object, more: object = {}): FlowSchema =>
  named(name, {
    priorityLevelConfiguration: { name: 'low' },
    matchingPrecedence: 10,
    rules: [{ subjects: [{ kind: 'User', user: { name: '*' } }], ...rules }],
    ...more,
  }) as FlowSchema;
const paths = (...nonResourceURLs: string[]): object => ({ nonResourceRules: [{ verbs: ['*'], nonResourceURLs }] });
const resources = (more: object): object => ({
  resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'], ...more }],
});
const get = (more: object = {}): Access => resourceAccess({ verb: 'get', resource: 'pods', namespace: 'a', ...more });
const at = (path: string): Access => ({ verb: 'get', path });

test.each<[string, FlowSchema, Access, boolean]>([
  ['a path', schema('s', paths('/version')), at('/version'), true],
  ['a path below', schema('s', paths('/healthz')), at('/healthz/etcd'), true],
  ['a path that begins alike', schema('s', paths('/healthz')), at('/healthzz'), false],
  ['a pattern', schema('s', paths('/openapi/*')), at('/openapi/v2'), true],
  ['every path, and not resources', schema('s', paths('*')), get(), false],
  ['a resource', schema('s', resources({})), get(), true],
  ['a subresource', schema('s', resources({})), get({ subresource: 'log' }), false],
  ['a named subresource', schema('s', resources({ resources: ['pods/log'] })), get({ subresource: 'log' }), true],
  ['another group', schema('s', resources({})), get({ group: 'apps' }), false],
  ['another verb', schema('s', resources({})), get({ verb: 'list' }), false],
  ['another namespace', schema('s', resources({ namespaces: ['b'] })), get(), false],
  ['cluster scope that is not named', schema('s', resources({})), get({ namespace: '' }), false],
  ['cluster scope', schema('s', resources({ clusterScope: true, namespaces: [] })), get({ namespace: '' }), true],
  ['cluster scope alone', schema('s', resources({ clusterScope: true, namespaces: [] })), get(), false],
  ['no level', schema('s', resources({}), { priorityLevelConfiguration: { name: 'gone' } }), get(), false],
  ['no rules', schema('s', {}, { rules: undefined }), get(), false],
])('%s', (_what, flowSchema, access, matches) => {
  const found = new FlowClassifier([flowSchema], [level('low')]).classify(jane, access);
  expect(found).toEqual(matches ? { flowSchemaUid: 'uid of s', priorityLevelUid: 'uid of low' } : undefined);
});

test('the lowest precedence counts, and of equals the first name', () => {
  const all = [
    schema('c', resources({}), { matchingPrecedence: 11 }),
    schema('b', resources({})),
    schema('a', resources({})),
    schema('z', resources({ verbs: ['list'] }), { matchingPrecedence: 2 }),
  ];
  const classifier = new FlowClassifier(all, [level('low')]);
  expect(classifier.classify(jane, get())?.flowSchemaUid).toBe('uid of a');
  expect(classifier.classify(jane, get({ verb: 'list' }))?.flowSchemaUid).toBe('uid of z');
});
