import { readConfiguration, type ReadOptions } from '../../../testing/load-configuration';

const GUIDE: ReadOptions = { bundle: 'modern' };
const UPSTREAM: ReadOptions = { bundle: 'k8s-1.20' };

function errorsOf(policy: object, options: ReadOptions = GUIDE): readonly string[] {
  const verdict = readConfiguration({ kind: 'Policy', apiVersion: 'v1', ...policy }, options);
  return (verdict.errors ?? []).map(({ field, reason }) => `${field} | ${reason}`);
}
const priority = (entry: object): object => ({ predicates: [], priorities: [entry] });
const predicate = (entry: object): object => ({ predicates: [entry], priorities: [] });
const overflown = (name: string): string =>
  `priorities[0].weight | priority ${name} should have a positive weight applied to it or it has overflown`;

test.each([
  ['weight 0', priority({ name: 'LeastRequestedPriority', weight: 0 }), [overflown('LeastRequestedPriority')]],
  [
    'a negative weight',
    priority({ name: 'LeastRequestedPriority', weight: -1 }),
    [overflown('LeastRequestedPriority')],
  ],
  ['no weight', priority({ name: 'LeastRequestedPriority' }), [overflown('LeastRequestedPriority')]],
  ['no weight of EqualPriority', priority({ name: 'EqualPriority' }), [overflown('EqualPriority')]],
  [
    'a weight that overflows',
    priority({ name: 'EqualPriority', weight: 922337203685477580n }),
    [overflown('EqualPriority')],
  ],
  [
    'a weight of more than 32 bits',
    priority({ name: 'EqualPriority', weight: 999_999_999_999 }),
    ['priorities[0].weight | Invalid value: 999999999999: not in valid range [1, 2147483647]'],
  ],
  [
    'a weight of an extender of more than 32 bits',
    { predicates: [], priorities: [], extenders: [{ urlPrefix: 'http://a', prioritizeVerb: 'p', weight: 2 ** 31 }] },
    ['extenders[0].weight | Invalid value: 2147483648: not in valid range [1, 2147483647]'],
  ],
  [
    'an unknown predicate',
    predicate({ name: 'NoSuch' }),
    ['predicates[0].name | Invalid configuration: Predicate type not found for "NoSuch"'],
  ],
  [
    'a known predicate in other letters',
    predicate({ name: 'podfitsresources' }),
    ['predicates[0].name | Invalid configuration: Predicate type not found for "podfitsresources"'],
  ],
  [
    'an unknown priority',
    priority({ name: 'NoSuch', weight: 1 }),
    ['priorities[0].name | Invalid configuration: Priority type not found for "NoSuch"'],
  ],
  [
    'two arguments of a predicate',
    predicate({ name: 'X', argument: { serviceAffinity: { labels: ['a'] }, labelsPresence: { labels: ['b'] } } }),
    ['predicates[0].argument | Exactly 1 predicate argument is required, numArgs: 2, Predicate: X'],
  ],
  [
    'an empty argument of a priority',
    priority({ name: 'X', weight: 1, argument: {} }),
    ['priorities[0].argument | Exactly 1 priority argument is required, numArgs: 0, Priority: X'],
  ],
  [
    'an empty list of labels to spread over',
    priority({ name: 'X', weight: 1, argument: { serviceAntiAffinity: { label: [] } } }),
    ['priorities[0].argument.serviceAntiAffinity.label | Required value'],
  ],
  [
    'an empty label to spread over',
    priority({ name: 'X', weight: 1, argument: { serviceAntiAffinity: { label: '' } } }),
    ['priorities[0].argument.serviceAntiAffinity.label | Required value'],
  ],
  [
    'a name used twice',
    {
      predicates: [1, 2].map(() => ({ name: 'X', argument: { labelsPresence: { labels: ['a'] } } })),
      priorities: [1, 2].map(() => ({ name: 'Y', weight: 1, argument: { labelPreference: { label: 'a' } } })),
    },
    ['predicates[1].name | predicate name "X" is used twice', 'priorities[1].name | priority name "Y" is used twice'],
  ],
  [
    'a curve that goes back',
    priority({
      name: 'X',
      weight: 1,
      argument: { requestedToCapacityRatioArguments: { shape: [{ utilization: 5, score: 11 }, { utilization: 5 }] } },
    }),
    [
      'priorities[0].argument.requestedToCapacityRatioArguments.shape[0].score | Invalid value: 11: not in valid range [0, 10]',
      'priorities[0].argument.requestedToCapacityRatioArguments.shape[1].utilization | Invalid value: 5: utilization values must be sorted in increasing order',
    ],
  ],
  [
    'symmetric weight out of range',
    { hardPodAffinitySymmetricWeight: 101 },
    ['hardPodAffinitySymmetricWeight | Invalid value: 101: not in valid range [0-100]'],
  ],
  [
    'negative symmetric weight',
    { hardPodAffinitySymmetricWeight: -1 },
    ['hardPodAffinitySymmetricWeight | Invalid value: -1: not in valid range [0-100]'],
  ],
  [
    'an extender that scores without weight',
    { extenders: [{ urlPrefix: 'http://x', prioritizeVerb: 'p' }] },
    ['extenders[0].weight | Invalid value: 0: must have a positive weight applied to it'],
  ],
  [
    'an extender without a proper address',
    { extenders: [{ urlPrefix: 'localhost:80', filterVerb: 'f' }] },
    ['extenders[0].urlPrefix | Invalid value: "localhost:80": must be a URL that begins with http:// or https://'],
  ],
  [
    'two extenders that bind',
    { extenders: [{ bindVerb: 'b' }, { bindVerb: 'b' }] },
    ['extenders | Invalid value: "found 2 extenders implementing bind": only one extender can implement bind'],
  ],
  ['another version', { apiVersion: 'v2' }, ['apiVersion | Unsupported value: "v2": supported values: "v1"']],
  ['no version', { apiVersion: undefined }, ['apiVersion | Required value: must be "v1"']],
  [
    'values of the wrong type',
    { predicates: { name: 'X' }, alwaysCheckAllPredicates: 'yes', priorities: [{ name: 7, weight: 1.5 }] },
    [
      'predicates | Invalid value: {"name":"X"}: must be a list',
      'alwaysCheckAllPredicates | Invalid value: "yes": must be true or false',
      'priorities[0].name | Invalid value: 7: must be a string',
      'priorities[0].weight | Invalid value: 1.5: must be an integer',
    ],
  ],
  [
    'a large number in the wrong place',
    { predicates: { deep: [922337203685477580n] } },
    ['predicates | Invalid value: {"deep":["922337203685477580"]}: must be a list'],
  ],
  [
    'everything at once',
    { predicates: [{ name: 'A' }, {}], priorities: [{ name: 'B', weight: 0 }] },
    [
      'predicates[0].name | Invalid configuration: Predicate type not found for "A"',
      'predicates[1].name | Required value',
      'priorities[0].weight | priority B should have a positive weight applied to it or it has overflown',
      'priorities[0].name | Invalid configuration: Priority type not found for "B"',
    ],
  ],
])('%s', (_name, policy, want) => {
  expect(errorsOf(policy)).toEqual(want);
});

describe('the dialect of 1.20', () => {
  const anti = (name: string, weight: number): object => ({
    name,
    weight,
    argument: { serviceAntiAffinity: { label: name } },
  });
  const curve = (name: string): object => ({
    name,
    weight: 1,
    argument: { requestedToCapacityRatioArguments: { shape: [{ utilization: 0, score: 1 }] } },
  });

  test.each([
    [
      'spreads of unequal weight',
      { priorities: [anti('a', 1), anti('b', 2)] },
      ['priorities[1].weight | ServiceAntiAffinity  priority "b" has a different weight with "a"'],
    ],
    [
      'a second curve',
      { priorities: [curve('a'), curve('b')] },
      ['priorities[1] | priority "b" redeclares custom priority "RequestedToCapacityRatio", from: "a"'],
    ],
  ])('%s', (_name, policy, want) => {
    expect(errorsOf(policy, UPSTREAM)).toEqual(want);
  });

  test.each([
    'CheckNodeCondition',
    'CheckNodeMemoryPressure',
    'CheckNodeDiskPressure',
    'CheckNodePIDPressure',
    'PodToleratesNodeNoExecuteTaints',
    'checkServiceAffinity',
  ])('%s is gone', (name) => {
    expect(errorsOf(predicate({ name }), UPSTREAM)).toEqual([
      `predicates[0].name | Invalid configuration: Predicate type not found for "${name}"`,
    ]);
  });

  test('a name may be used twice', () => {
    const twice = [1, 2].map(() => ({ name: 'X', argument: { labelsPresence: { labels: ['a'] } } }));
    expect(errorsOf({ predicates: twice, priorities: [] }, UPSTREAM)).toEqual([]);
  });
});

describe('topology spread was unknown before 1.20', () => {
  test.each([
    ['predicate', predicate({ name: 'EvenPodsSpread' }), 'Predicate type not found for "EvenPodsSpread"'],
    [
      'priority',
      priority({ name: 'EvenPodsSpreadPriority', weight: 1 }),
      'Priority type not found for "EvenPodsSpreadPriority"',
    ],
  ])('%s', (_name, policy, want) => {
    expect(errorsOf(policy, { bundle: 'okd-legacy' })).toEqual([expect.stringContaining(want)]);
  });
});

describe('unknown fields', () => {
  const policy = {
    kind: 'Policy',
    apiVersion: 'v1',
    predicates: [{ name: 'HostName', extra: 1, argumnt: {} }],
    priorities: [],
    more: 2,
  };

  test('are warned of', () => {
    expect(readConfiguration(policy, GUIDE).ok?.warnings).toEqual([
      { field: 'predicates[0].extra', reason: 'unknown field' },
      { field: 'predicates[0].argumnt', reason: 'unknown field; did you mean argument?' },
      { field: 'more', reason: 'unknown field' },
    ]);
  });

  test('are errors in strict reading', () => {
    expect(readConfiguration(policy, { ...GUIDE, strict: true }).errors).toEqual([
      { field: 'predicates[0].extra', reason: 'unknown field' },
      { field: 'predicates[0].argumnt', reason: 'unknown field; did you mean argument?' },
      { field: 'more', reason: 'unknown field' },
    ]);
  });
});

test.each([
  ['no kind', {}, 'kind', 'Required value'],
  [
    'another kind',
    { kind: 'Pod' },
    'kind',
    'Unsupported value: "Pod": supported values: "Policy", "KubeSchedulerConfiguration"',
  ],
  ['a list', [], '', 'Invalid value: []: must be an object'],
  ['a word', 'hello', '', 'Invalid value: "hello": must be an object'],
])('%s is no configuration', (_name, source, field, reason) => {
  expect(readConfiguration(source, GUIDE).errors).toEqual([{ field, reason }]);
});
