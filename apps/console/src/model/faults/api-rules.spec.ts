import { ruleCommand, ruleInput, ruleWords, type ApiRule } from './api-rules';

const form = {
  name: 'busy',
  verbs: 'update, patch',
  resources: 'pods',
  clients: 'operator/*',
  effect: 'code',
  value: '429',
  times: '3',
};

test('a form becomes the input of the mutation, and the command that does the same', () => {
  expect(ruleInput(form)).toEqual({
    name: 'busy',
    verbs: ['update', 'patch'],
    resources: ['pods'],
    userAgents: ['operator/*'],
    code: 429,
    times: 3,
  });
  expect(ruleCommand(form)).toBe(
    "orrery fault api add busy --verbs update,patch --resources pods --user-agents 'operator/*' --code 429 --times 3",
  );
});

test('what is empty is left out', () => {
  const slow = { name: 's', verbs: '', resources: '', clients: '', effect: 'watchLifetime', value: '1s', times: '' };
  expect(ruleInput(slow)).toEqual({ name: 's', watchLifetime: '1s' });
  expect(ruleCommand(slow)).toBe('orrery fault api add s --watch-lifetime 1s');
});

test('a rule is said in a sentence', () => {
  const rule: ApiRule = {
    name: 'busy',
    verbs: ['list'],
    resources: null,
    namespaces: ['shop'],
    names: null,
    users: ['alice'],
    userAgents: null,
    code: 500,
    latency: '2s',
    watchLifetime: null,
    probability: 0.5,
    times: null,
    hits: 0,
  };
  expect(ruleWords(rule)).toBe(
    'list of any resource in shop by alice: answers 500, takes 2s longer, with a chance of 0.5',
  );
});
