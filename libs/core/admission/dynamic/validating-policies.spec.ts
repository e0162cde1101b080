import { applyDefaults, kindByGvk, toStatus, type KubeObject } from '@orrery/api-types';
import { gvk, gvr, type RequestAttributes, type ResourceView } from './attributes';
import { RequestValues, type AccessOracle } from './expressions';
import { compileBinding, type PolicyLookup } from './policies';
import { compileValidatingPolicy, evaluatePolicies } from './validating-policies';

const asItIs = (object: KubeObject): KubeObject => object;
const view: ResourceView = {
  kind: gvk('apps/v1', 'Deployment'),
  resource: gvr('apps/v1', 'deployments'),
  form: asItIs,
  back: asItIs,
};
const namespace = {
  apiVersion: 'v1' as const,
  kind: 'Namespace' as const,
  metadata: { name: 'shop', labels: { env: 'prod' }, uid: 'u', resourceVersion: '1', creationTimestamp: 't' },
};
const config = (name: string, limit: string, labels = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop', labels },
    data: { limit },
  }) as unknown as KubeObject;
const configs = [config('small', '3', { size: 's' }), config('large', '5', { size: 'l' })];

const lookUp: PolicyLookup = {
  namespace: (name) => (name === 'shop' ? namespace : undefined),
  params: ({ kind }) =>
    kind === 'ConfigMap'
      ? {
          isNamespaced: true,
          get: (_ns, name) => configs.find(({ metadata }) => metadata.name === name),
          list: () => configs,
        }
      : undefined,
};
const access: AccessOracle = {
  decide: ({ verb }) => ({ allowed: verb === 'deploy', reason: '' }),
  serviceAccount: () => ({ ...access, decide: () => ({ allowed: false, reason: 'no' }) }),
};

function deployment(replicas: number, labels: Record<string, string> = {}): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', labels },
    spec: { replicas },
  } as unknown as KubeObject;
}

function withDefaults(kind: string, spec: object): KubeObject {
  const object = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: 'limit.example.com' },
    spec: structuredClone(spec),
  };
  applyDefaults(object as unknown as KubeObject, kindByGvk(object.apiVersion, kind)!);
  return object as unknown as KubeObject;
}

const rule = { operations: ['CREATE', 'UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };

/** Returns the result of a policy for a deployment that is created or, with `old`, changed. */
function evaluated(policy: object, binding: object = {}, more: Partial<RequestAttributes> = {}) {
  const attributes: RequestAttributes = {
    operation: 'CREATE',
    requested: view,
    equivalents: () => [],
    subresource: '',
    name: 'web',
    namespace: 'shop',
    object: deployment(4),
    oldObject: undefined,
    options: {},
    isDryRun: false,
    user: { name: 'jane', groups: ['dev'] },
    ...more,
  };
  const spec = { matchConstraints: { resourceRules: [rule] }, ...policy };
  const bound = {
    policy: compileValidatingPolicy(withDefaults('ValidatingAdmissionPolicy', spec)),
    bindings: [
      compileBinding(
        withDefaults('ValidatingAdmissionPolicyBinding', {
          policyName: 'limit.example.com',
          validationActions: ['Deny'],
          ...binding,
        }),
      ),
    ],
  };
  const values = new RequestValues(attributes, { namespace, access, known: new WeakMap() });
  const verdict = evaluatePolicies([bound], values, lookUp);
  return { ...verdict, refusal: verdict.refusal && toStatus(verdict.refusal) };
}

const messageOf = (policy: object, binding?: object, more?: Partial<RequestAttributes>): string | undefined =>
  evaluated(policy, binding, more).refusal?.message;
const DENIED = `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'limit.example.com' with binding 'limit.example.com' denied request: `;
const validating = (expression: string, more: object = {}): object => ({ validations: [{ expression, ...more }] });

test('conditions know no namespace, so that those that read it fail', () => {
  const matchConditions = [{ name: 'a', expression: 'namespaceObject.metadata.name == "other"' }];
  expect(messageOf({ ...validating('true'), matchConditions })).toContain(
    `expression 'namespaceObject.metadata.name == "other"' resulted in error: no such key: metadata`,
  );
  expect(messageOf({ ...validating('false'), matchConditions, failurePolicy: 'Ignore' })).toBeUndefined();
});

test.each<[string, string | undefined]>([
  ['object.spec.replicas <= 4', undefined],
  ['object.spec.replicas <= 3', 'failed expression: object.spec.replicas <= 3'],
  ['oldObject == null && request.operation == "CREATE"', undefined],
  ['request.userInfo.username == "jane" && "dev" in request.userInfo.groups', undefined],
  ['request.kind.kind == "Deployment" && request.resource.resource == "deployments" && !request.dryRun', undefined],
  ['namespaceObject.metadata.labels.env == "test"', 'failed expression: namespaceObject.metadata.labels.env == "test"'],
  [
    'authorizer.group("apps").resource("deployments").namespace(request.namespace).check("deploy").allowed()',
    undefined,
  ],
  [
    'authorizer.requestResource.check("delete").allowed()',
    'failed expression: authorizer.requestResource.check("delete").allowed()',
  ],
  ['!authorizer.serviceAccount("shop", "robot").requestResource.check("deploy").allowed()', undefined],
  ['object.spec.absent > 1', `expression 'object.spec.absent > 1' resulted in error: no such key: absent`],
])('%s', (expression, message) => {
  expect(messageOf(validating(expression))).toBe(message === undefined ? undefined : DENIED + message);
});

test('a refusal is a Status with a cause', () => {
  const of = (more: object): unknown => evaluated(validating('false', more)).refusal;
  expect(of({ message: ' no ' })).toMatchObject({
    code: 422,
    reason: 'Invalid',
    details: {
      name: 'web',
      group: 'apps',
      kind: 'deployments',
      causes: [{ message: DENIED.slice(DENIED.indexOf('Valid')) + 'no' }],
    },
  });
  expect(
    of({ reason: 'Forbidden', messageExpression: '"is " + string(object.spec.replicas)', message: 'no' }),
  ).toMatchObject({
    code: 403,
    reason: 'Forbidden',
    message: `${DENIED}is 4`,
  });
  expect(of({ messageExpression: 'object.gone', message: 'no' })).toMatchObject({ message: `${DENIED}no` });
});

test('an error counts as the failure policy says', () => {
  expect(messageOf({ ...validating('object.gone'), failurePolicy: 'Ignore' })).toBeUndefined();
  expect(messageOf({ ...validating('true'), paramKind: { apiVersion: 'v1', kind: 'Gone' } })).toBe(
    `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'limit.example.com' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'v1, Kind=Gone'`,
  );
});

test.each<[string, object, Partial<RequestAttributes>, boolean]>([
  ['another operation', { matchConstraints: { resourceRules: [{ ...rule, operations: ['DELETE'] }] } }, {}, false],
  ['another resource', { matchConstraints: { resourceRules: [{ ...rule, resources: ['pods'] }] } }, {}, false],
  ['every resource', { matchConstraints: { resourceRules: [{ ...rule, resources: ['*'] }] } }, {}, true],
  ['a subresource', {}, { subresource: 'status' }, false],
  [
    'every subresource',
    { matchConstraints: { resourceRules: [{ ...rule, resources: ['deployments/*'] }] } },
    { subresource: 'status' },
    true,
  ],
  ['objects of the cluster', { matchConstraints: { resourceRules: [{ ...rule, scope: 'Cluster' }] } }, {}, false],
  ['another name', { matchConstraints: { resourceRules: [{ ...rule, resourceNames: ['api'] }] } }, {}, false],
  [
    'a namespace',
    { matchConstraints: { resourceRules: [rule], namespaceSelector: { matchLabels: { env: 'prod' } } } },
    {},
    true,
  ],
  [
    'another namespace',
    { matchConstraints: { resourceRules: [rule], namespaceSelector: { matchLabels: { env: 'test' } } } },
    {},
    false,
  ],
  [
    'labels of the object',
    { matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: { a: 'b' } } } },
    { object: deployment(4, { a: 'b' }) },
    true,
  ],
  [
    'labels of the old object',
    { matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: { a: 'b' } } } },
    { oldObject: deployment(4, { a: 'b' }) },
    true,
  ],
  [
    'no such label',
    { matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: { a: 'b' } } } },
    {},
    false,
  ],
  ['what is excluded', { matchConstraints: { resourceRules: [rule], excludeResourceRules: [rule] } }, {}, false],
  ['a condition that holds', { matchConditions: [{ name: 'a', expression: 'object.spec.replicas > 1' }] }, {}, true],
  [
    'a condition that does not',
    {
      matchConditions: [
        { name: 'a', expression: 'object.gone' },
        { name: 'b', expression: 'false' },
      ],
    },
    {},
    false,
  ],
])('a policy that matches %s', (_name, policy, attributes, isMatched) => {
  expect(messageOf({ ...validating('false'), ...policy }, {}, attributes) !== undefined).toBe(isMatched);
});

test('another version of the same objects is matched unless the policy says Exact', () => {
  const older: ResourceView = {
    kind: gvk('extensions/v1beta1', 'Deployment'),
    resource: gvr('extensions/v1beta1', 'deployments'),
    form: (object) => ({ ...object, apiVersion: 'extensions/v1beta1' }),
    back: asItIs,
  };
  const constraints = { resourceRules: [{ ...rule, apiGroups: ['extensions'], apiVersions: ['v1beta1'] }] };
  const policy = validating('object.apiVersion != "extensions/v1beta1" || request.requestKind.group != "apps"');
  const more = { equivalents: () => [older] };
  expect(messageOf({ ...policy, matchConstraints: constraints }, {}, more)).toMatch(/failed expression/);
  expect(
    messageOf({ ...policy, matchConstraints: { ...constraints, matchPolicy: 'Exact' } }, {}, more),
  ).toBeUndefined();
});

test('variables are worked out once, and errors in them name them', () => {
  const variables = [
    { name: 'a', expression: 'object.spec.replicas' },
    { name: 'b', expression: 'variables.a * 2' },
    { name: 'gone', expression: 'object.gone' },
  ];
  expect(messageOf({ variables, ...validating('variables.b == 8 && variables.a == 4') })).toBeUndefined();
  expect(messageOf({ variables, ...validating('variables.gone') })).toBe(
    `${DENIED}expression 'variables.gone' resulted in error: composited variable "gone" fails to evaluate: expression 'object.gone' resulted in error: no such key: gone`,
  );
});

describe('parameters', () => {
  const policy = {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    ...validating('object.spec.replicas <= int(params.data.limit)', {
      messageExpression: '"more than " + params.data.limit',
    }),
  };
  test.each<[string, object, string | undefined]>([
    ['by name', { paramRef: { name: 'small', parameterNotFoundAction: 'Deny' } }, 'more than 3'],
    ['by another name', { paramRef: { name: 'large', parameterNotFoundAction: 'Deny' } }, undefined],
    ['by labels', { paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } }, 'more than 3'],
    ['absent and allowed', { paramRef: { name: 'gone', parameterNotFoundAction: 'Allow' } }, undefined],
    [
      'absent',
      { paramRef: { name: 'gone', parameterNotFoundAction: 'Deny' } },
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    ],
    ['not named', {}, `expression 'object.spec.replicas <= int(params.data.limit)' resulted in error: `],
  ])('%s', (_name, binding, message) => {
    const found = messageOf(policy, binding);
    if (message === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(DENIED + message);
  });
});

test('a binding that warns or audits lets the request pass', () => {
  const verdict = evaluated(
    {
      ...validating('false', { message: 'no' }),
      auditAnnotations: [{ key: 'count', valueExpression: 'string(object.spec.replicas)' }],
    },
    { validationActions: ['Warn', 'Audit'] },
  );
  expect(verdict).toEqual({
    refusal: undefined,
    warnings: [
      `Validation failed for ValidatingAdmissionPolicy 'limit.example.com' with binding 'limit.example.com': no`,
    ],
    audits: {
      'validation.policy.admission.k8s.io/validation_failure':
        '[{"message":"no","policy":"limit.example.com","binding":"limit.example.com","expressionIndex":0,"validationActions":["Warn","Audit"]}]',
      'limit.example.com/count': '4',
    },
  });
});

test('an expression that costs too much ends, and fails', () => {
  const list = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]';
  const nested = Array.from({ length: 7 }, (_item, i) => `${list}.all(v${i}, `).join('') + 'true' + ')'.repeat(7);
  expect(messageOf(validating(nested))).toMatch(/resulted in error: operation cancelled: actual cost limit exceeded$/);
});
