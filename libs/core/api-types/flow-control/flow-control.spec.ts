import {
  convert,
  flowControlObjects,
  kindByGvk,
  RELEASES,
  prepareForCreate,
  renderFieldError,
  validateCreate,
  type KubeObject,
} from '../index';
import { randomFor } from '@orrery/time';

const API_VERSION = 'flowcontrol.apiserver.k8s.io/v1';
const kinds = {
  FlowSchema: kindByGvk(API_VERSION, 'FlowSchema')!,
  PriorityLevelConfiguration: kindByGvk(API_VERSION, 'PriorityLevelConfiguration')!,
};
type Kind = keyof typeof kinds;
const metadata = { name: 'x', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const context = { now: 0, uid: () => 'u', random: randomFor('flow control') };

/** The object as it would be stored, or the reason why it is refused. */
function created(kind: Kind, name: string, spec: object): KubeObject | string {
  const verdict = prepareForCreate(kinds[kind], { apiVersion: API_VERSION, kind, metadata: { name }, spec }, context);
  return verdict.ok ? verdict.object : verdict.error.message;
}

const given = RELEASES.flatMap((release) =>
  Object.entries(flowControlObjects(release) ?? {}).flatMap(([kind, { mandatory, suggested }]) =>
    [...mandatory, ...suggested].map(({ name, spec }) => [release, kind as Kind, name, spec] as const),
  ),
);

test.each(given)('%s: %s %s is accepted, and defaults change nothing', (_release, kind, name, spec) => {
  expect(created(kind, name, spec)).toMatchObject({ spec, metadata: { generation: 1 } });
  expect((created(kind, name, spec) as KubeObject).spec).toEqual(spec);
});

test.each(RELEASES)('%s: every schema has a level', (release) => {
  const levels = given.filter(([of, kind]) => of === release && kind !== 'FlowSchema').map(([, , name]) => name);
  for (const [of, kind, , spec] of given) {
    if (of !== release || kind !== 'FlowSchema') continue;
    const { priorityLevelConfiguration: level } = spec as { priorityLevelConfiguration: { name: string } };
    expect(levels).toContain(level.name);
  }
});

test.each<[string, object, object, object]>([
  [
    'shares',
    { type: 'Limited', limited: { assuredConcurrencyShares: 7, limitResponse: { type: 'Reject' } } },
    { type: 'Limited', limited: { nominalConcurrencyShares: 7, limitResponse: { type: 'Reject' } } },
    { type: 'Limited', limited: { assuredConcurrencyShares: 7, limitResponse: { type: 'Reject' } } },
  ],
  [
    'no shares',
    { type: 'Limited', limited: {} },
    { type: 'Limited', limited: { nominalConcurrencyShares: 30 } },
    { type: 'Limited', limited: { assuredConcurrencyShares: 30 } },
  ],
  [
    'no limit',
    { type: 'Exempt' },
    { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
    { type: 'Exempt' },
  ],
  ['what is none', { limited: 3 }, { limited: 3 }, { limited: 3 }],
])('a level of v1beta1 with %s', (_what, spec, stored, shown) => {
  const older = 'flowcontrol.apiserver.k8s.io/v1beta1';
  const body = { apiVersion: older, kind: 'PriorityLevelConfiguration', metadata, spec } as KubeObject;
  expect(convert(body, API_VERSION).spec).toEqual(stored);
  expect(convert(convert(body, API_VERSION), older).spec).toEqual(shown);
});

const rule = {
  subjects: [{ kind: 'User', user: { name: 'jane' } }],
  resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }],
};
const schema = (more: object): object => ({
  priorityLevelConfiguration: { name: 'low' },
  matchingPrecedence: 5,
  rules: [rule],
  ...more,
});
const rules = (...more: object[]): object => schema({ rules: more.map((each) => ({ ...rule, ...each })) });
const resource = (more: object): object => rules({ resourceRules: [{ ...rule.resourceRules[0], ...more }] });
const url = (...nonResourceURLs: string[]): object =>
  rules({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs }] });
const RULE = String.raw`spec.rules\[0\]`;

test.each<[string, object, string]>([
  ['no level', schema({ priorityLevelConfiguration: {} }), 'spec.priorityLevelConfiguration.name: Required value'],
  ['precedence 1', schema({ matchingPrecedence: 1 }), "only the schema named 'exempt' may have matchingPrecedence 1"],
  ['a high precedence', schema({ matchingPrecedence: 10_001 }), 'must not be greater than 10000'],
  ['a negative precedence', schema({ matchingPrecedence: -1 }), 'must be a positive value'],
  ['another method', schema({ distinguisherMethod: { type: 'X' } }), 'supported values: "ByNamespace", "ByUser"'],
  ['no subjects', rules({ subjects: [] }), `${RULE}.subjects: Required value: subjects must contain at least one`],
  ['no rules', rules({ resourceRules: [] }), `${RULE}: Required value: at least one of resourceRules`],
  ['a subject of no kind', rules({ subjects: [{ kind: 'X' }] }), 'supported values: "Group", "ServiceAccount", "User"'],
  ['a subject that is missing', rules({ subjects: [{ kind: 'Group' }] }), 'group is required when subject kind is'],
  [
    'a subject too many',
    rules({ subjects: [{ kind: 'User', user: { name: 'a' }, group: { name: 'b' } }] }),
    "group is forbidden when subject kind is not 'Group'",
  ],
  [
    'an account without a namespace',
    rules({ subjects: [{ kind: 'ServiceAccount', serviceAccount: { name: '*' } }] }),
    'serviceAccount.namespace: Required value: must specify namespace for service account',
  ],
  ['no verbs', resource({ verbs: [] }), 'verbs must contain at least one value'],
  ['all verbs and one', resource({ verbs: ['*', 'get'] }), "if '\\*' is present, must not specify other verbs"],
  ['another verb', resource({ verbs: ['look'] }), 'verbs: Unsupported value'],
  ['no groups', resource({ apiGroups: [] }), 'resource rules must supply at least one api group'],
  ['no namespaces', resource({ namespaces: [] }), 'not cluster scoped must supply at least one namespace'],
  ['a bad namespace', resource({ namespaces: ['A'] }), "each member of this list must be '\\*' or a DNS-1123 label"],
  ['a bad path', url('healthz'), 'must start with slash'],
  ['a star within a path', url('/a/*/b'), 'wildcard can only do suffix matching'],
])('a schema with %s is refused', (_name, spec, want) => {
  expect(created('FlowSchema', 'x', spec)).toMatch(new RegExp(want));
});

const limited = (more: object): object => ({
  type: 'Limited',
  limited: { limitResponse: { type: 'Reject' }, ...more },
});
const queue = (queuing?: object): object =>
  limited({ limitResponse: { type: 'Queue', ...(queuing ? { queuing } : {}) } });

test.each<[string, object, string]>([
  ['no limits', { type: 'Limited' }, 'spec.limited: Required value: must not be empty when type is Limited'],
  ['another type', { type: 'X' }, 'supported values: "Exempt", "Limited"'],
  ['no limit at all', { type: 'Exempt', exempt: {} }, "type must be 'Exempt' if and only if name is 'exempt'"],
  ['shares below zero', limited({ nominalConcurrencyShares: -1 }), 'must be a non-negative integer'],
  ['too much to lend', limited({ lendablePercent: 101 }), 'must be between 0 and 100, inclusive'],
  [
    'less than nothing to borrow',
    limited({ borrowingLimitPercent: -1 }),
    'if specified, must be a non-negative integer',
  ],
  ['another response', limited({ limitResponse: { type: 'X' } }), 'supported values: "Queue", "Reject"'],
  ['no queues', queue(), 'must not be empty if limited.limitResponse.type is Limited'],
  ['a large hand', queue({ queues: 4, handSize: 5 }), 'should not be greater than queues \\(4\\)'],
  ['too many hands', queue({ queues: 1000, handSize: 10 }), 'required entropy bits of deckSize 1000 and handSize 10'],
  ['too many queues', queue({ queues: 10_000_001 }), 'must not be greater than 10000000'],
])('a level with %s is refused', (_name, spec, want) => {
  expect(created('PriorityLevelConfiguration', 'x', spec)).toMatch(new RegExp(want));
});

test('what is left out has defaults', () => {
  expect(created('PriorityLevelConfiguration', 'x', queue({}))).toMatchObject({
    spec: {
      limited: {
        nominalConcurrencyShares: 30,
        lendablePercent: 0,
        limitResponse: { queuing: { handSize: 8, queues: 64, queueLengthLimit: 50 } },
      },
    },
  });
  expect(created('FlowSchema', 'x', schema({ matchingPrecedence: 0 }))).toMatchObject({
    spec: { matchingPrecedence: 1000 },
  });
});

test.each<[Kind, string, string]>([
  ['FlowSchema', 'exempt', "spec of 'exempt' must equal the fixed value"],
  ['PriorityLevelConfiguration', 'catch-all', "spec of 'catch-all' must equal the fixed value"],
])('%s %s stays as it is', (kind, name, want) => {
  expect(created(kind, name, kind === 'FlowSchema' ? schema({}) : queue({}))).toContain(want);
});

test('of the level that nothing limits, the shares may be changed', () => {
  const spec = { type: 'Exempt', exempt: { nominalConcurrencyShares: 5, lendablePercent: 50 } };
  expect(created('PriorityLevelConfiguration', 'exempt', spec)).toMatchObject({ spec });
});

test('conditions are of one type each', () => {
  const status = { conditions: [{ type: 'Dangling' }, { type: 'Dangling' }, {}] };
  const object = { apiVersion: API_VERSION, kind: 'FlowSchema', metadata, spec: schema({}), status };
  // A status that no client could write with the object.
  const errors = validateCreate(kinds.FlowSchema, object as unknown as KubeObject).map(renderFieldError);
  expect(errors).toEqual([
    'status.conditions[1].type: Duplicate value: "Dangling"',
    'status.conditions[2].type: Required value: must not be empty',
  ]);
});
