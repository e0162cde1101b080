import { kindByGvk, kindByResource, type KubeObject } from '@orrery/api-types';
import { policyStatus, type ExpressionWarning } from './type-check';

const kinds = { byResource: kindByResource, byGvk: kindByGvk };
const rule = { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };

function warnings(expression: string, more: object = {}): readonly ExpressionWarning[] {
  const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression }], ...more };
  // Status needs nothing of the metadata but the generation.
  const policy = { metadata: { name: 'a', generation: 3 }, spec } as unknown as KubeObject;
  const status = policyStatus(policy, kinds) as {
    observedGeneration: number;
    typeChecking: { expressionWarnings?: readonly ExpressionWarning[] };
  };
  expect(status.observedGeneration).toBe(3);
  return status.typeChecking.expressionWarnings ?? [];
}

const of = (message: string, text: string, column: number): string =>
  `apps/v1, Kind=Deployment: ERROR: <input>:1:${column}: ${message}\n | ${text}\n | ${'.'.repeat(column - 1)}^\n`;

test.each<[string, string | undefined]>([
  ['object.spec.replicas > 1', undefined],
  ['object.metadata.labels.anything == "a"', undefined],
  ['object.spec.template.spec.containers.all(c, c.image != "" && c.ports.all(p, p.containerPort > 1))', undefined],
  [
    'object.spec.strategy.rollingUpdate.maxSurge == "25%" || object.spec.strategy.rollingUpdate.maxSurge == 1',
    undefined,
  ],
  ['object.metadata.creationTimestamp > timestamp("2026-01-01T00:00:00Z")', undefined],
  ['request.userInfo.groups.exists(g, g == "a") && namespaceObject.metadata.labels["a"] == "b"', undefined],
  ['authorizer.requestResource.check("a").allowed()', undefined],
  [
    'object.spec.template.spec.containers.all(c, c.anything == 1)',
    of("undefined field 'anything'", 'object.spec.template.spec.containers.all(c, c.anything == 1)', 46),
  ],
  [
    'object.spec.replicas == "1"',
    of("found no matching overload for '_==_' applied to '(int, string)'", 'object.spec.replicas == "1"', 22),
  ],
  ['request.user == "a"', of("undefined field 'user'", 'request.user == "a"', 8)],
  ['params.limit > 1', of("undeclared reference to 'params' (in container '')", 'params.limit > 1', 1)],
  ['object.replicas > 1', of("undefined field 'replicas'", 'object.replicas > 1', 7)],
  ['oldObject.spec.replica > 1', of("undefined field 'replica'", 'oldObject.spec.replica > 1', 15)],
  ['has(object.spec.replica)', of("undefined field 'replica'", 'has(object.spec.replica)', 4)],
  [
    'object.spec.replicas.max > 1',
    of("type 'int' does not support field selection", 'object.spec.replicas.max > 1', 21),
  ],
])('%s', (expression, warning) => {
  const found = warnings(expression);
  expect(found).toEqual(warning === undefined ? [] : [{ fieldRef: 'spec.validations[0].expression', warning }]);
});

test('variables have the types of their expressions, as far as upstream keeps them', () => {
  const variables = [
    { name: 'replicas', expression: 'object.spec.replicas' },
    { name: 'twice', expression: 'variables.replicas * 2' },
    { name: 'spec', expression: 'object.spec' },
    { name: 'wrong', expression: 'object.nothing' },
  ];
  const text =
    'variables.twice > 1 && variables.spec.anything == 1 && variables.wrong == 2 && variables.replicas == "a"';
  expect(warnings(text, { variables }).map(({ warning }) => warning)).toEqual([
    of("found no matching overload for '_==_' applied to '(int, string)'", text, text.lastIndexOf('==') + 1),
  ]);
});

test('messages are checked as well', () => {
  const validations = [{ expression: 'true', messageExpression: 'object.spec.replicas + "x"' }];
  expect(warnings('', { validations })).toEqual([
    {
      fieldRef: 'spec.validations[0].messageExpression',
      warning: of("found no matching overload for '_+_' applied to '(int, string)'", 'object.spec.replicas + "x"', 22),
    },
  ]);
});

test('rules with stars name no kind to check', () => {
  expect(
    warnings('object.replicas > 1', { matchConstraints: { resourceRules: [{ ...rule, resources: ['*'] }] } }),
  ).toEqual([]);
});

test('parameters have the fields of their kind', () => {
  const found = warnings('params.data.limit == "1" && params.limit == "1"', {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
  });
  expect(found.map(({ warning }) => warning)).toEqual([
    of("undefined field 'limit'", 'params.data.limit == "1" && params.limit == "1"', 35),
  ]);
});
