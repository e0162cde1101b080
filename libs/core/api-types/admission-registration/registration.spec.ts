import {
  applyDefaults,
  convert,
  kindByGvk,
  renderFieldError,
  validateCreate,
  validateUpdate,
  type KubeObject,
} from '../index';

const GROUP = 'admissionregistration.k8s.io';
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const webhook = {
  name: 'check.example.com',
  clientConfig: { url: 'https://hook.example.com/check' },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'object.a == 1' }] };

function objectOf(kind: string, body: object, version = 'v1'): KubeObject {
  const metadata = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
  return { apiVersion: `${GROUP}/${version}`, kind, metadata, ...structuredClone(body) } as KubeObject;
}

/** Returns the errors of an object once it has its defaults. */
function errorsOf(kind: string, body: object, version = 'v1'): string[] {
  const object = objectOf(kind, body, version);
  const info = kindByGvk(object.apiVersion, kind)!;
  applyDefaults(object, info);
  return validateCreate(info, object).map(renderFieldError);
}

test.each<[string, object, string[]]>([
  ['nothing wrong', {}, []],
  ['a service', { clientConfig: { service: { namespace: 'a', name: 'b', path: '/c' } } }, []],
  [
    'a short name',
    { name: 'check' },
    ['name: Invalid value: "check": should be a domain with at least three segments separated by dots'],
  ],
  [
    'no side effects said',
    { sideEffects: undefined },
    ['sideEffects: Required value: must specify one of None, NoneOnDryRun'],
  ],
  [
    'side effects',
    { sideEffects: 'Some' },
    ['sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
  ],
  [
    'a long timeout',
    { timeoutSeconds: 31 },
    ['timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds'],
  ],
  [
    'no reviews',
    { admissionReviewVersions: [] },
    ['admissionReviewVersions: Required value: must specify one of v1, v1beta1'],
  ],
  ['no address', { clientConfig: {} }, ['clientConfig: Required value: exactly one of url or service is required']],
  [
    'http',
    { clientConfig: { url: 'http://a/b?c' } },
    [
      `clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'clientConfig.url: Invalid value: "c": query parameters are not permitted in the URL',
    ],
  ],
  [
    'a rule of everything and more',
    { rules: [{ ...rule, operations: ['*', 'CREATE'], resources: ['*/*', 'pods'] }] },
    [
      `rules[0].operations: Invalid value: ["*","CREATE"]: if '*' is present, must not specify other operations`,
      `rules[0].resources: Invalid value: ["*/*","pods"]: if '*/*' is present, must not specify other resources`,
    ],
  ],
  [
    'a condition that cannot be read, and one twice',
    {
      matchConditions: [
        { name: 'a', expression: 'object.' },
        { name: 'a', expression: '"x"' },
        { name: 'b', expression: `size('a') + 'b' == object.spec` },
      ],
    },
    [
      'matchConditions[0].expression: Invalid value: "object.": compilation failed: ERROR: <input>: Syntax error: Expected IDENTIFIER, got EOF',
      'matchConditions[1].expression: Invalid value: "\\"x\\"": must evaluate to bool',
      'matchConditions[1].name: Duplicate value: "a"',
      `matchConditions[2].expression: Invalid value: "size('a') + 'b' == object.spec": compilation failed: ERROR: <input>:1:11: found no matching overload for '_+_' applied to '(int, string)'\n | size('a') + 'b' == object.spec\n | ..........^`,
    ],
  ],
])('a webhook with %s', (_name, more, want) => {
  const errors = errorsOf('ValidatingWebhookConfiguration', { webhooks: [{ ...webhook, ...more }] });
  expect(errors).toEqual(want.map((text) => `webhooks[0].${text}`));
});

test('v1beta1 has its own defaults, and lets webhooks have side effects', () => {
  const older = objectOf(
    'MutatingWebhookConfiguration',
    { webhooks: [{ name: 'a.b.c', clientConfig: webhook.clientConfig }] },
    'v1beta1',
  );
  const object = convert(older, `${GROUP}/v1`);
  const kind = kindByGvk(object.apiVersion, object.kind)!;
  applyDefaults(object, kind);
  expect(object['webhooks']).toEqual([
    {
      name: 'a.b.c',
      clientConfig: webhook.clientConfig,
      failurePolicy: 'Ignore',
      matchPolicy: 'Exact',
      sideEffects: 'Unknown',
      timeoutSeconds: 30,
      admissionReviewVersions: ['v1beta1'],
      namespaceSelector: {},
      objectSelector: {},
      reinvocationPolicy: 'Never',
    },
  ]);
  expect(validateCreate(kind, object, older.apiVersion)).toEqual([]);
  expect(validateCreate(kind, object, object.apiVersion)).not.toEqual([]);
  expect(validateUpdate(kind, object, object, { apiVersion: object.apiVersion })).toEqual([]);
});

test.each<[string, object, string[]]>([
  ['nothing wrong', {}, []],
  ['nothing to match', { matchConstraints: {} }, ['matchConstraints.resourceRules: Required value']],
  [
    'nothing to do',
    { validations: [] },
    ['validations', 'auditAnnotations'].map(
      (field) => `${field}: Required value: validations or auditAnnotations must contain at least one item`,
    ),
  ],
  [
    'what is no condition',
    { validations: [{ expression: '1' }, { expression: 'params.a', messageExpression: '1', reason: 'Gone' }] },
    [
      'validations[0].expression: Invalid value: "1": must evaluate to bool',
      "validations[1].expression: Invalid value: \"params.a\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.a\n | ^",
      'validations[1].messageExpression: Invalid value: "1": must evaluate to string',
      'validations[1].reason: Unsupported value: "Gone": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
  ],
  [
    'parameters',
    { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations: [{ expression: 'params.data.a == "b"' }] },
    [],
  ],
  [
    'variables in their order',
    {
      variables: [
        { name: 'a', expression: 'variables.b' },
        { name: 'b', expression: '1' },
        { name: 'in', expression: '' },
      ],
      validations: [{ expression: 'variables.b == 1 && variables.c' }],
    },
    [
      `variables[0].expression: Invalid value: "variables.b": compilation failed: ERROR: <input>:1:10: undefined field 'b'\n | variables.b\n | .........^`,
      'variables[2].name: Invalid value: "in": name is not a valid CEL identifier',
      'variables[2].expression: Required value: expression is not specified',
      `validations[0].expression: Invalid value: "variables.b == 1 && variables.c": compilation failed: ERROR: <input>:1:30: undefined field 'c'\n | variables.b == 1 && variables.c\n | ${'.'.repeat(29)}^`,
    ],
  ],
  [
    'annotations',
    {
      auditAnnotations: [
        { key: 'a', valueExpression: '1' },
        { key: 'a', valueExpression: '"x"' },
      ],
    },
    [
      'auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of: string, null_type',
      'auditAnnotations[1].key: Duplicate value: "a"',
    ],
  ],
])('a validating policy with %s', (_name, more, want) => {
  const errors = errorsOf('ValidatingAdmissionPolicy', { spec: { ...spec, ...more } });
  expect(errors).toEqual(want.map((text) => `spec.${text}`));
});

test.each<[object, string[]]>([
  [{ policyName: 'a', validationActions: ['Deny', 'Audit'] }, []],
  [
    { validationActions: [] },
    ['policyName: Required value', 'validationActions: Required value: at least one validation action is required'],
  ],
  [
    { policyName: 'a', validationActions: ['Deny', 'Warn'], paramRef: { name: 'b', selector: {} } },
    [
      'paramRef.name: Forbidden: name and selector are mutually exclusive',
      'paramRef.selector: Forbidden: name and selector are mutually exclusive',
      'paramRef.parameterNotFoundAction: Required value',
      'validationActions: Invalid value: ["Deny","Warn"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    ],
  ],
])('the binding %j', (body, want) => {
  const errors = errorsOf('ValidatingAdmissionPolicyBinding', { spec: body });
  expect(errors).toEqual(want.map((text) => `spec.${text}`));
});

test.each<[string, object, string[]]>([
  [
    'an object',
    { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{spec: Object.spec{a: 1}}' } },
    [],
  ],
  ['a patch', { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/a"}]' } }, []],
  [
    'a number',
    { patchType: 'JSONPatch', jsonPatch: { expression: '1' } },
    ['jsonPatch.expression: Invalid value: "1": must evaluate to list(JSONPatch)'],
  ],
  ['nothing', { patchType: 'JSONPatch' }, ['jsonPatch: Required value: must be specified when patchType is JSONPatch']],
  [
    'another type',
    { patchType: 'Merge' },
    ['patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"'],
  ],
])('a mutating policy with %s', (_name, mutation, want) => {
  const body = { spec: { ...spec, validations: undefined, mutations: [mutation], reinvocationPolicy: 'Never' } };
  const errors = errorsOf('MutatingAdmissionPolicy', body, 'v1beta1');
  expect(errors).toEqual(want.map((text) => `spec.mutations[0].${text}`));
});
