import type { Malformed } from './malformed-request';
import { post } from './malformed-request';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** A kind that the test defines: a pattern, rules, a list that is a set, a map, and values of any kind. */
export const WIDGETS = '/apis/malformed.example.com/v1/namespaces/default/widgets';
type Schema = Readonly<Record<string, unknown>>;

/** Defines {@link WIDGETS}. */
export const WIDGET_DEFINITION = definition('widgets', {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 10 },
        name: { type: 'string', pattern: '^(a+)+$', maxLength: 100_000 },
        tags: {
          type: 'array',
          'x-kubernetes-list-type': 'set',
          maxItems: 100,
          items: { type: 'string', maxLength: 50 },
        },
        labels: { type: 'object', maxProperties: 10, additionalProperties: { type: 'string', maxLength: 10 } },
        numbers: { type: 'array', maxItems: 1000, items: { type: 'integer' } },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        image: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      },
      'x-kubernetes-validations': [
        { rule: "!has(self.labels) || !('bad' in self.labels)", message: 'no bad labels' },
        // Within the estimate, and at run time as dear as its values.
        {
          rule: '!has(self.numbers) || self.numbers.all(a, self.numbers.exists(b, a == b + 1000000))',
          message: 'in pairs',
        },
      ],
    },
  },
});

function definition(plural: string, schema: Schema, more: object = {}): object {
  const kind = plural[0]!.toUpperCase() + plural.slice(1, -1);
  return {
    metadata: { name: `${plural}.malformed.example.com` },
    spec: {
      group: 'malformed.example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...more }],
    },
  };
}

const object = (properties: Record<string, unknown>): Schema => ({ type: 'object', properties });
const inSpec = (schema: Schema): Schema => object({ spec: schema });
const ruled = (rule: string, schema: Schema = { type: 'string' }): Schema =>
  inSpec({ ...schema, 'x-kubernetes-validations': [{ rule }] });

function nested(depth: number, of: (inner: Schema) => Schema): Schema {
  let schema: Schema = { type: 'string' };
  for (let i = 0; i < depth; i++) schema = of(schema);
  return schema;
}

/** Definitions that are wrong, or made to cost more than they may. */
export function hostileDefinitions(): Malformed[] {
  const refused = (name: string, schema: Schema, more: Partial<Malformed> = {}): Malformed =>
    post(`definition: ${name}`, DEFINITIONS, definition('bombs', schema), { codes: [422], field: 'spec', ...more });
  const each = (loops: number): string => {
    let text = 'true';
    for (let i = 0; i < loops; i++) text = `self.all(v${i}, ${text})`;
    return text;
  };
  const texts = { type: 'array', items: { type: 'string' } };
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, { type: 'nothing' }]));
  const alternatives = nested(14, (inner) => ({ anyOf: [inner, inner] }));
  return [
    refused('schemas 600 deep', inSpec(nested(600, (inner) => ({ type: 'array', items: inner }))), {
      codes: [400, 422],
      field: undefined as never,
    }),
    refused('a reference to itself', inSpec({ $ref: '#' })),
    refused('a default that is not a value of its schema', inSpec({ type: 'object', default: { a: { a: 1 } } })),
    refused(
      'a default beside what it cannot be',
      inSpec({ type: 'array', items: { type: 'string' }, default: 'text' }),
    ),
    refused('5000 fields of no type', inSpec(object(wide))),
    refused('alternatives of alternatives with types', inSpec({ type: 'object', ...alternatives })),
    refused(
      'a default that is none of 20,000 choices',
      inSpec({ type: 'string', enum: Array.from({ length: 20_000 }, (_, i) => `${i}`), default: 'x' }),
    ),
    refused('a set of maps', inSpec({ type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } })),
    refused('a map by keys that are not there', inSpec({ ...texts, 'x-kubernetes-list-type': 'map' })),
    ...['(a', '(?=a)b', '\\1', 'a{1,100000}', '('.repeat(5000), '[z-a]', '(?P<n>a)(?P<n>b)'].map((pattern) =>
      refused(`the pattern ${pattern.slice(0, 30)}`, inSpec({ type: 'string', pattern })),
    ),
    ...[
      'self ==',
      'self.none > 1',
      'other',
      'self.matches("(")',
      'size(self)',
      '('.repeat(3000) + ')'.repeat(3000),
    ].map((rule) => refused(`the rule ${rule.slice(0, 40)}`, ruled(rule))),
    refused('10,000 negations', ruled(`${'!'.repeat(10_000)}true`)),
    refused(
      'a rule of 200,000 characters',
      ruled(Array(40_000).fill('true').join('&&'), { type: 'string', nullable: 5 }),
      {
        codes: [400],
        field: undefined as never,
      },
    ),
    ...[2, 3, 8].map((loops) => refused(`${loops} loops in each other`, ruled(each(loops), texts))),
    refused(
      'a rule in every item of a list of lists',
      inSpec({
        type: 'array',
        items: {
          type: 'array',
          items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self.contains(self)' }] },
        },
      }),
    ),
    ...['{.a', '$['].map((jsonPath) =>
      post(
        `definition: the column ${jsonPath.slice(0, 20)}`,
        DEFINITIONS,
        definition(
          'bombs',
          { type: 'object' },
          { additionalPrinterColumns: [{ name: 'a', type: 'string', jsonPath }] },
        ),
        { codes: [422], field: 'spec' },
      ),
    ),
    ...[{ strategy: 'Webhook' }, { strategy: 'Magic' }, webhook('ftp://x'), webhook('https://u:p@x/?q#f')].map(
      (conversion) => {
        const whole = definition('bombs', { type: 'object' }) as { spec: object };
        const body = { ...whole, spec: { ...whole.spec, conversion } };
        return post(`definition: conversion ${JSON.stringify(conversion)}`, DEFINITIONS, body, {
          codes: [422],
          field: 'spec.conversion',
        });
      },
    ),
  ];
}

function webhook(url: string): object {
  return { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url } } };
}

/** Objects of a kind of the test that its schema, or a limit, refuses. */
export function hostileObjects(): Malformed[] {
  const refused = (name: string, spec: object, more: Partial<Malformed> = {}): Malformed =>
    post(
      `widget: ${name}`,
      WIDGETS,
      { metadata: { name: 'w' }, spec: { size: 1, ...spec } },
      { codes: [422], field: 'spec', ...more },
    );
  const apply = { 'content-type': 'application/apply-patch+yaml' };
  const deep = (depth: number): string =>
    `{"metadata":{"name":"w"},"spec":{"size":1,"open":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}}`;
  return [
    refused('no size', { size: undefined }),
    ...[0, 11, 1.5, 'x', null, [], {}, 1e300].map((size) => refused(`the size ${JSON.stringify(size)}`, { size })),
    refused('a text that a careless pattern takes for ever to refuse', { name: `${'a'.repeat(50_000)}b` }),
    refused('a tag twice', { tags: ['a', 'a'] }),
    refused('too many tags', { tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }),
    refused('labels of other types', { labels: { a: 1, b: [], c: {} } }),
    refused('a label that a rule forbids', { labels: { bad: '' } }),
    refused('numbers that a rule compares with each other', { numbers: Array.from({ length: 1000 }, (_, i) => i) }),
    refused('too many numbers', { numbers: Array(200_000).fill(1) }),
    refused('an embedded object without a kind', { image: { apiVersion: 'v1' } }),
    refused('an embedded object with wrong metadata', {
      image: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 5, labels: [] } },
    }),
    post('widget: 600 deep in what is open', WIDGETS, deep(600), { codes: [400] }),
    post(
      'widget: of another version',
      WIDGETS,
      { apiVersion: 'malformed.example.com/v2', metadata: { name: 'w' } },
      { codes: [400] },
    ),
    post(
      'widget: unknown fields',
      `${WIDGETS}?fieldValidation=Strict`,
      { metadata: { name: 'w' }, spec: { size: 1, nothing: 1 } },
      { codes: [400] },
    ),
    post(
      'widget: __proto__',
      `${WIDGETS}?fieldValidation=Strict`,
      '{"metadata":{"name":"w"},"spec":{"size":1,"__proto__":{"polluted":1}}}',
      { codes: [400] },
    ),
    ...['nothing', 'status', 'scale'].map((part): Malformed => ({
      name: `widget: subresource ${part}`,
      path: `${WIDGETS}/w/${part}`,
      codes: [404],
      isNoPath: true,
    })),
    {
      name: 'widget: strategic merge',
      path: `${WIDGETS}/taken`,
      method: 'PATCH',
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: '{}',
      codes: [415],
    },
    {
      name: 'widget: apply without a manager',
      path: `${WIDGETS}/a`,
      method: 'PATCH',
      headers: apply,
      body: '{"apiVersion":"malformed.example.com/v1","kind":"Widget","spec":{"size":1}}',
      codes: [400, 422],
    },
    {
      name: 'widget: apply of another type',
      path: `${WIDGETS}/a?fieldManager=m`,
      method: 'PATCH',
      headers: apply,
      body: '{"apiVersion":"malformed.example.com/v1","kind":"Widget","spec":{"size":{}}}',
      codes: [400, 422, 500],
    },
    {
      name: 'widget: selected by a field that is not offered',
      path: `${WIDGETS}?fieldSelector=spec.size%3D1`,
      codes: [400],
    },
  ];
}

const ADMISSION = '/apis/admissionregistration.k8s.io/v1';
const RULE = { operations: ['CREATE'], apiGroups: ['absent.example.com'], apiVersions: ['v1'], resources: ['things'] };

/** Policies, webhooks and selectors of devices with expressions that cannot be used. */
export function hostileExpressions(): Malformed[] {
  const policy = (validations: unknown, more: object = {}): object => ({
    metadata: { name: 'hostile' },
    spec: { matchConstraints: { resourceRules: [RULE] }, validations, ...more },
  });
  const webhookOf = (more: object): object => ({
    metadata: { name: 'hostile' },
    webhooks: [
      {
        name: 'a.example.com',
        clientConfig: { url: 'https://127.0.0.1:1/' },
        rules: [RULE],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...more,
      },
    ],
  });
  const expressions = [
    '',
    'object ==',
    'nothing.a',
    '1 + 1',
    `${'('.repeat(2000)}`,
    `${'['.repeat(1000)}${']'.repeat(1000)} == 1`,
    '"a".matches("(") == 1',
  ];
  const devices = (expression: string): object => ({
    metadata: { name: 'hostile' },
    spec: { selectors: [{ cel: { expression } }] },
  });
  return [
    ...expressions.flatMap((expression) => [
      post(`policy ${expression.slice(0, 30)}`, `${ADMISSION}/validatingadmissionpolicies`, policy([{ expression }]), {
        codes: [422],
        field: 'spec.validations[0].expression',
      }),
      post(
        `condition of a webhook ${expression.slice(0, 30)}`,
        `${ADMISSION}/validatingwebhookconfigurations`,
        webhookOf({ matchConditions: [{ name: 'a', expression }] }),
        { codes: [422], field: 'webhooks[0].matchConditions[0].expression' },
      ),
      post(
        `selector of devices ${expression.slice(0, 30)}`,
        '/apis/resource.k8s.io/v1/deviceclasses',
        devices(expression),
        { codes: [422], field: 'spec.selectors[0].cel.expression' },
      ),
    ]),
    post('policy of nothing', `${ADMISSION}/validatingadmissionpolicies`, policy([]), { codes: [422], field: 'spec' }),
    post(
      'variables in a circle',
      `${ADMISSION}/validatingadmissionpolicies`,
      policy([{ expression: 'variables.a' }], {
        variables: [
          { name: 'a', expression: 'variables.b' },
          { name: 'b', expression: 'variables.a' },
        ],
      }),
      { codes: [422], field: 'spec' },
    ),
    ...[
      { url: 'http://x' },
      { url: 'https://u@x' },
      { url: 'https://x?q' },
      {},
      { url: 'https://x', service: { name: 'a', namespace: 'b' } },
    ].map((clientConfig) =>
      post(
        `webhook at ${JSON.stringify(clientConfig)}`,
        `${ADMISSION}/mutatingwebhookconfigurations`,
        webhookOf({ clientConfig }),
        { codes: [422], field: 'webhooks[0].clientConfig' },
      ),
    ),
    ...[0, -1, 31, 1e6].map((timeoutSeconds) =>
      post(
        `webhook of ${timeoutSeconds} s`,
        `${ADMISSION}/validatingwebhookconfigurations`,
        webhookOf({ timeoutSeconds }),
        { codes: [422], field: 'webhooks[0].timeoutSeconds' },
      ),
    ),
  ];
}
