import { loadDeschedulerPolicy } from './load-policy';
import { policyMessage } from './policy-error';

function messageOf(document: object): string | undefined {
  const loaded = loadDeschedulerPolicy(document);
  return loaded.ok ? undefined : policyMessage(loaded.errors);
}

/** The message of a policy with one profile. */
function profileMessage(plugins: Readonly<Record<string, object>>): string | undefined {
  return messageOf({
    apiVersion: 'descheduler/v1alpha2',
    kind: 'DeschedulerPolicy',
    profiles: [{ name: 'p', pluginConfig: Object.entries(plugins).map(([name, args]) => ({ name, args })) }],
  });
}

const spreading = 'RemovePodsViolatingTopologySpreadConstraint';
const In = (values?: readonly string[]): object => ({ matchExpressions: [{ key: 'a', operator: 'In', values }] });
const EMPTY = "for 'in', 'notin' operators, values set can't be empty";
const SURPLUS = 'values set must be empty for exists and does not exist';
const PROTECTIONS = '[PodsWithPVC PodsWithoutPDB PodsWithResourceClaims]';
const DEFAULTS = '[PodsWithLocalStorage SystemCriticalPods FailedBarePods DaemonSetPods]';

describe('errors of v1alpha2 in the words of 0.34', () => {
  test.each<[string, Record<string, object>, string | undefined]>([
    [
      'unknown constraints of spreading',
      { [spreading]: { constraints: ['Never', 'DoNotSchedule', 'Maybe'] } },
      'in profile p: [constraint Never is not one of map[DoNotSchedule:{} ScheduleAnyway:{}], ' +
        'constraint Maybe is not one of map[DoNotSchedule:{} ScheduleAnyway:{}]]',
    ],
    [
      'a priority threshold above the limit',
      { DefaultEvictor: { priorityThreshold: { value: 2_000_000_001 } } },
      "priority threshold can't be greater than 2000000000",
    ],
    [
      'a priority threshold at the limit',
      { DefaultEvictor: { priorityThreshold: { value: 2_000_000_000 } } },
      undefined,
    ],
    [
      'defaults are set last',
      { DefaultEvictor: { priorityThreshold: { value: 2_000_000_001 }, noEvictionPolicy: 'Never' } },
      'in profile p: noEvictionPolicy accepts only ["Preferred" "Mandatory"] values',
    ],
    ['an empty noEvictionPolicy', { DefaultEvictor: { noEvictionPolicy: '' } }, undefined],
    [
      'unknown protections, listed and repeated',
      { DefaultEvictor: { podProtections: { extraEnabled: ['PodsWithPvc', 'PodsWithPVC', 'PodsWithPVC'] } } },
      `in profile p: [invalid pod protection policy in ExtraEnabled: "PodsWithPvc". Valid options are: ${PROTECTIONS}, ` +
        'PodProtections.ExtraEnabled contains duplicate entries]',
    ],
    [
      'protections in the wrong list',
      { DefaultEvictor: { podProtections: { defaultDisabled: ['PodsWithPVC'] } } },
      `in profile p: invalid pod protection policy in DefaultDisabled: "PodsWithPVC". Valid options are: ${DEFAULTS}`,
    ],
    [
      'empty selector values',
      { RemoveFailedPods: { labelSelector: In([]) } },
      `in profile p: failed to get label selectors from strategy's params: values: Invalid value: null: ${EMPTY}`,
    ],
    [
      'surplus selector values',
      { RemoveFailedPods: { labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] } } },
      `in profile p: failed to get label selectors from strategy's params: values: Invalid value: ["x"]: ${SURPLUS}`,
    ],
    [
      'a label that cannot be',
      { RemoveFailedPods: { labelSelector: { matchLabels: { a: 'b!' } } } },
      'in profile p: failed to get label selectors from strategy\'s params: values[0][a]: Invalid value: "b!": a valid ' +
        "label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with " +
        "an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
        "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    [
      'two errors of one plugin and one of another',
      {
        RemovePodsHavingTooManyRestarts: { namespaces: { include: ['a'], exclude: ['b'] } },
        RemovePodsViolatingNodeAffinity: {},
      },
      '[in profile p: [only one of Include/Exclude namespaces can be set, invalid PodsHavingTooManyRestarts threshold], ' +
        'in profile p: nodeAffinityType needs to be set]',
    ],
    [
      'a selector of the evictor, which is read when the profile is built',
      { DefaultEvictor: { labelSelector: In() } },
      `unable to build DefaultEvictor plugin: unable to initialize "DefaultEvictor" plugin: values: Invalid value: null: ${EMPTY}`,
    ],
    [
      'an age without a unit',
      { DefaultEvictor: { minPodAge: '5' } },
      'failed decoding descheduler\'s policy config "policy.yaml": time: missing unit in duration "5"',
    ],
    [
      'a value of another type, after which no rule is looked at',
      { LowNodeUtilization: { thresholds: { cpu: '20' }, numberOfNodes: 2n ** 70n } },
      '[failed decoding descheduler\'s policy config "policy.yaml": json: cannot unmarshal object into Go struct field ' +
        "LowNodeUtilizationArgs.thresholds of type map[string]float64, failed decoding descheduler's policy config " +
        '"policy.yaml": json: cannot unmarshal number into Go struct field LowNodeUtilizationArgs.numberOfNodes of type int]',
    ],
    [
      'a value of another type inside a list',
      { PodLifeTime: { conditions: [{ type: 1 }] } },
      'failed decoding descheduler\'s policy config "policy.yaml": json: cannot unmarshal number into Go struct field ' +
        'PodConditionFilter.type of type string',
    ],
    [
      'an unknown field of a nested object',
      { RemoveFailedPods: { namespaces: { included: ['a'] } } },
      'failed decoding descheduler\'s policy config "policy.yaml": strict decoding error: unknown field "included"',
    ],
  ])('%s', (_what, plugins, message) => expect(profileMessage(plugins)).toBe(message));
});

test('fields at the top that do nothing are warned of, with what was probably meant', () => {
  const document = { apiVersion: 'descheduler/v1alpha2', kind: 'DeschedulerPolicy', profils: [], colour: 'red' };
  const loaded = loadDeschedulerPolicy(document);
  expect(loaded.ok && loaded.policy.warnings).toEqual([
    'unknown field "profils" has no effect; did you mean profiles?',
    'unknown field "colour" has no effect',
  ]);
});

test('an argument is named where a policy of v1alpha1 has it', () => {
  const params = { podLifeTime: { maxPodLifeTimeSeconds: 5, states: ['Nope'] } };
  const loaded = loadDeschedulerPolicy({
    apiVersion: 'descheduler/v1alpha1',
    kind: 'DeschedulerPolicy',
    strategies: { PodLifeTime: { enabled: true, params } },
  });
  expect(loaded.ok ? [] : loaded.errors.map(({ field }) => field)).toEqual([
    'strategies.PodLifeTime.params.podLifeTime.states',
  ]);
});

test('empty selector values of v1alpha1 are shown as Go writes them', () => {
  const params = { labelSelector: In([]) };
  expect(
    messageOf({
      apiVersion: 'descheduler/v1alpha1',
      kind: 'DeschedulerPolicy',
      strategies: { RemoveFailedPods: { enabled: true, params } },
    }),
  ).toBe(
    'failed decoding descheduler\'s policy config "policy.yaml": failed to get plugin config for strategy ' +
      'RemoveFailedPods: strategy "RemoveFailedPods" param validation failed: failed to get label selectors from ' +
      `strategy's params: values: Invalid value: []string(nil): ${EMPTY}`,
  );
});

describe('node fit of v1alpha1', () => {
  const evictorOf = (behaviour: object): object => {
    const document = {
      apiVersion: 'descheduler/v1alpha1',
      kind: 'DeschedulerPolicy',
      nodeSelector: 'pool=a',
      strategies: {
        PodLifeTime: { enabled: true, params: { podLifeTime: { maxPodLifeTimeSeconds: 1 }, nodeFit: true } },
      },
    };
    const loaded = loadDeschedulerPolicy(document, { behaviour });
    return loaded.ok ? loaded.policy.steps[0]!.evictor : {};
  };

  test('is heeded by PodLifeTime, over the selected nodes', () =>
    expect(evictorOf({})).toMatchObject({ nodeFit: true, nodeSelector: 'pool=a' }));
  test('is ignored by PodLifeTime of 0.30', () =>
    expect(evictorOf({ lifeTimeNodeFit: 'ignored' })).toMatchObject({ nodeFit: false }));
  test('looks at all nodes in 0.30', () => expect(evictorOf({ fitNodes: 'all' })).not.toHaveProperty('nodeSelector'));
});
