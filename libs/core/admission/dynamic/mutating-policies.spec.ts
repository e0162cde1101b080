import { ApiError, applyConfiguration, applyDefaults, kindByGvk, toStatus, type KubeObject } from '@orrery/api-types';
import { gvk, gvr, type ResourceView } from './attributes';
import { RequestValues, type AccessOracle } from './expressions';
import { compileMutatingPolicy, mutateByPolicies } from './mutating-policies';
import { compileBinding } from './policies';
import { Reinvocation } from './reinvocation';

const kind = kindByGvk('apps/v1', 'Deployment')!;
const asItIs = (object: KubeObject): KubeObject => object;
const view: ResourceView = {
  kind: gvk('apps/v1', 'Deployment'),
  resource: gvr('apps/v1', 'deployments'),
  form: asItIs,
  back: asItIs,
};
const access: AccessOracle = { decide: () => ({ allowed: true, reason: '' }), serviceAccount: () => access };
const rule = { operations: ['*'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };

function deployment(): KubeObject {
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', labels: { own: 'yes' } },
    spec: {
      replicas: 2,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'nginx' }] } },
    },
  };
  // What a client sends as metadata is less than that of a stored object.
  return object as unknown as KubeObject;
}

function policy(name: string, mutations: object[], more: object = {}) {
  const spec = {
    matchConstraints: { resourceRules: [rule] },
    failurePolicy: 'Fail',
    reinvocationPolicy: 'Never',
    mutations,
    ...more,
  };
  const metadata = { name };
  const made = (body: object): KubeObject =>
    ({ apiVersion: 'v1', kind: 'X', metadata, ...body }) as unknown as KubeObject;
  return {
    policy: compileMutatingPolicy(made({ spec })),
    bindings: [compileBinding(made({ spec: { policyName: name } }))],
  };
}

const applying = (expression: string): object => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patching = (expression: string): object => ({ patchType: 'JSONPatch', jsonPatch: { expression } });

function mutate(policies: ReturnType<typeof policy>[], round = new Reinvocation<string>(), object = deployment()) {
  return mutateByPolicies(
    policies,
    object,
    {
      lookUp: { namespace: () => undefined, params: () => undefined },
      values: (current) =>
        new RequestValues(
          {
            operation: 'CREATE',
            requested: view,
            equivalents: () => [],
            subresource: '',
            name: 'web',
            namespace: 'shop',
            object: current,
            oldObject: undefined,
            options: {},
            isDryRun: false,
            user: { name: 'jane', groups: [] },
          },
          { namespace: undefined, access, known: new WeakMap() },
        ),
      read: (made) => {
        applyDefaults(made as KubeObject, kind);
        return made as KubeObject;
      },
      apply: (live, config) => applyConfiguration(kind, live, config, 'apps/v1'),
    },
    round,
  );
}

test.each<[string, object, object]>([
  [
    'a label beside others',
    applying('Object{metadata: Object.metadata{labels: {"team": "a"}}}'),
    { metadata: { labels: { own: 'yes', team: 'a' } } },
  ],
  [
    'an item of a list with keys',
    applying(
      'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: "side", image: "busybox"}]}}}}',
    ),
    {
      spec: { template: { spec: { containers: [{ name: 'main' }, { name: 'side', imagePullPolicy: 'Always' }] } } },
    },
  ],
  [
    'a number from the object',
    applying('Object{spec: Object.spec{replicas: object.spec.replicas * 2}}'),
    { spec: { replicas: 4 } },
  ],
  ['a patch', patching('[JSONPatch{op: "replace", path: "/spec/replicas", value: 7}]'), { spec: { replicas: 7 } }],
  [
    'a patch whose test fails',
    patching('[JSONPatch{op: "test", path: "/spec/replicas", value: 5}, JSONPatch{op: "remove", path: "/spec"}]'),
    { spec: { replicas: 2 } },
  ],
])('%s', (_what, mutation, wanted) => {
  expect(mutate([policy('a', [mutation])])).toMatchObject(wanted);
});

test.each<[string, object, string]>([
  [
    'a part that is owned as a whole',
    applying('Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"c": "d"}}}}'),
    'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector',
  ],
  [
    'an unknown field',
    applying('Object{spec: Object.spec{none: 1}}'),
    'error applying patch: failed to convert patch object to typed object: .spec.none: field not declared in schema',
  ],
  ['a path that leads nowhere', patching('[JSONPatch{op: "remove", path: "/none"}]'), 'JSONPath: '],
  ['an expression that fails', applying('Object{spec: Object.spec{replicas: object.none}}'), 'no such key: none'],
])('%s is refused, unless the policy ignores failures', (_what, mutation, message) => {
  const refusal = mutate([policy('a', [mutation])]);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(toStatus(refusal)).toMatchObject({ code: 403, reason: 'Invalid' });
  expect(toStatus(refusal).message).toContain("policy 'a' with binding 'a' denied request: ");
  expect(toStatus(refusal).message).toContain(message);
  const object = deployment();
  expect(mutate([policy('a', [mutation], { failurePolicy: 'Ignore' })], new Reinvocation(), object)).toBe(object);
});

test('conditions, and variables of the object as it is by then', () => {
  const variables = [{ name: 'next', expression: 'object.spec.replicas + 1' }];
  const raise = applying('Object{spec: Object.spec{replicas: variables.next}}');
  expect(mutate([policy('a', [raise, raise], { variables })])).toMatchObject({ spec: { replicas: 4 } });
  const object = deployment();
  const matchConditions = [{ name: 'never', expression: 'object.metadata.name != "web"' }];
  expect(mutate([policy('a', [raise], { variables, matchConditions })], new Reinvocation(), object)).toBe(object);
});

test('a policy that wants to is applied again when a later one changed the object', () => {
  const count = applying('Object{metadata: Object.metadata{labels: {"n": string(object.spec.replicas)}}}');
  const raise = applying('Object{spec: Object.spec{replicas: 9}}');
  const policies = [policy('a', [count], { reinvocationPolicy: 'IfNeeded' }), policy('b', [raise])];
  const round = new Reinvocation<string>();
  const first = mutate(policies, round) as KubeObject;
  expect(first.metadata.labels).toEqual({ own: 'yes', n: '2' });
  expect(round.isNeeded).toBe(true);
  round.isAgain = true;
  expect((mutate(policies, round, first) as KubeObject).metadata.labels).toEqual({ own: 'yes', n: '9' });
});
