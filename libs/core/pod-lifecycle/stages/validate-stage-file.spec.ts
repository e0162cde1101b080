import { stageFileErrors } from './validate-stage-file';

const good = {
  resourceRef: { apiGroup: 'v1', kind: 'Pod' },
  selector: { matchExpressions: [{ key: '.status.phase', operator: 'In', values: ['Pending'] }] },
  next: { statusTemplate: 'phase: Running' },
};
const requirement = (more: object) => ({ selector: { matchExpressions: [more] } });

test.each<[string, object]>([
  ['the least', good],
  ['a selector in the newer form', requirement({ jq: { key: '.a', operator: 'Exists' } })],
  [
    'delays, weights and paths to them',
    {
      delay: {
        durationMilliseconds: 1,
        durationFrom: { expressionFrom: '.metadata.annotations["a"]' },
        jitterDurationMilliseconds: 2,
        jitterDurationFrom: { jq: { expression: '.metadata.deletionTimestamp' } },
      },
      weight: 3,
      weightFrom: { expressionFrom: '.metadata.annotations.a' },
      immediateNextStage: true,
    },
  ],
  [
    'all that can be next',
    {
      next: {
        event: { type: 'Warning', reason: 'R', message: 'm' },
        finalizers: { add: [{ value: 'a' }], remove: [{ value: 'b' }], empty: true },
        delete: true,
        patches: [{ subresource: 'status', root: 'status', template: 'a: 1', type: 'merge' }],
      },
    },
  ],
  [
    'a stage of the kubelet',
    {
      kubelet: 'Container',
      delay: {
        startFrom: { expressionFrom: '.container.startedAtMs' },
        extraFrom: { expressionFrom: '.facts.sandboxMs' },
        limitFrom: { expressionFrom: '.facts.graceEndsAtMs' },
      },
      next: {
        containerStateTemplate: 'running: {}',
        initialContainerStateTemplate: 'waiting: {}',
        actions: ['PullImage', 'WithholdStatus'],
        remember: ['it'],
        events: [{ reason: 'R', messageTemplate: '{{ .name }}', forEach: '.a.[]', matchExpressions: [] }],
      },
    },
  ],
  ['steps', { next: undefined, steps: [{ event: { reason: 'R' } }, { delete: true }] }],
])('takes %s', (_, more) => {
  expect(stageFileErrors({ ...good, ...more })).toEqual([]);
});

test.each<[string, object | undefined, string, string]>([
  ['no spec', undefined, 'spec', ''],
  [
    'another kind',
    { resourceRef: { kind: 'PersistentVolume' } },
    'spec.resourceRef.kind',
    'only pods and nodes have stages',
  ],
  ['another group', { resourceRef: { apiGroup: 'apps/v1', kind: 'Pod' } }, 'spec.resourceRef.apiGroup', 'give v1'],
  ['no selector', { selector: undefined }, 'spec.selector', ''],
  [
    'an expression in CEL',
    requirement({ cel: { expression: 'true' } }),
    'spec.selector.matchExpressions[0].cel',
    'give key and operator',
  ],
  [
    'a path that is none',
    requirement({ key: 'a | length', operator: 'Exists' }),
    'spec.selector.matchExpressions[0].key',
    'must be a path',
  ],
  [
    'another operator',
    requirement({ key: '.a', operator: 'Gt', values: ['1'] }),
    'spec.selector.matchExpressions[0].operator',
    'supported values',
  ],
  ['In without values', requirement({ key: '.a', operator: 'In' }), 'spec.selector.matchExpressions[0].values', ''],
  [
    'Exists with values',
    requirement({ key: '.a', operator: 'Exists', values: ['a'] }),
    'spec.selector.matchExpressions[0].values',
    'must be empty',
  ],
  [
    'a negative delay',
    { delay: { durationMilliseconds: -1 } },
    'spec.delay.durationMilliseconds',
    'must not be less than 0',
  ],
  [
    'a delay in CEL',
    { delay: { durationFrom: { cel: { expression: '1' } } } },
    'spec.delay.durationFrom.cel',
    'not evaluated here',
  ],
  ['nothing next', { next: undefined }, 'spec.next', ''],
  ['next and steps', { steps: [] }, 'spec.steps', 'cannot be used together with next'],
  [
    'a template that is none',
    { next: { statusTemplate: 'a: {{ if }}' } },
    'spec.next.statusTemplate',
    'line 1: a value is missing',
  ],
  [
    'an unknown function',
    { next: { statusTemplate: '{{ genCA }}' } },
    'spec.next.statusTemplate',
    'there is no function genCA',
  ],
  [
    'a JSON patch',
    { next: { patches: [{ subresource: 'status', root: 'status', template: 'a', type: 'json' }] } },
    'spec.next.patches[0].type',
    'only merge and strategic patches',
  ],
  [
    'a patch of metadata',
    { next: { patches: [{ subresource: 'status', root: 'metadata', template: 'a' }] } },
    'spec.next.patches[0].root',
    'only the status is patched here',
  ],
  [
    'an impersonation',
    { next: { statusTemplate: 'a: 1', statusPatchAs: { username: 'u' } } },
    'spec.next.statusPatchAs',
    'cannot be chosen',
  ],
  [
    'an object to apply',
    { next: undefined, steps: [{ apply: { template: 'a' } }] },
    'spec.steps[0].apply',
    'cannot apply other objects',
  ],
  ['a stage of another part', { kubelet: 'Volume' }, 'spec.kubelet', 'supported values'],
  [
    'a stage of the kubelet on nodes',
    { kubelet: 'Pod', resourceRef: { kind: 'Node' } },
    'spec.kubelet',
    'only pods have stages of the kubelet',
  ],
  [
    'a stage of the kubelet with steps',
    { kubelet: 'Pod', next: undefined, steps: [{ delete: true }] },
    'spec.steps',
    'has next',
  ],
  [
    'a stage of the kubelet with the next at once',
    { kubelet: 'Pod', immediateNextStage: true },
    'spec.immediateNextStage',
    'always written as one',
  ],
  [
    'work of the kubelet in another stage',
    { next: { actions: ['PullImage'] } },
    'spec.next.actions',
    'give spec.kubelet',
  ],
  [
    'a state of a container in a stage of the pod',
    { kubelet: 'Pod', next: { containerStateTemplate: 'running: {}' } },
    'spec.next.containerStateTemplate',
    'only a stage of containers',
  ],
  [
    'work on a container in a stage of the pod',
    { kubelet: 'Pod', next: { actions: ['PullImage'] } },
    'spec.next.actions',
    'only a stage of containers',
  ],
  ['unknown work', { kubelet: 'Pod', next: { actions: ['Dance'] } }, 'spec.next.actions[0]', 'supported values'],
  [
    'a fact that cannot be asked for',
    { kubelet: 'Pod', next: { remember: ['a b'] } },
    'spec.next.remember[0]',
    'letters and digits',
  ],
  [
    'two messages of an event',
    { next: { events: [{ message: 'a', messageTemplate: 'b' }] } },
    'spec.next.events[0].messageTemplate',
    'cannot be used together with message',
  ],
  ['an unknown field', { colour: 'red' }, 'spec.colour', 'unknown field'],
  ['a misspelt field', { resourceRev: {} }, 'spec.resourceRev', 'unknown field; did you mean resourceRef?'],
])('refuses %s', (_, more, field, detail) => {
  const errors = stageFileErrors(more && { ...good, ...more });
  expect(errors.map((error) => error.field)).toContain(field);
  expect(errors.find((error) => error.field === field)!.detail).toContain(detail);
});
