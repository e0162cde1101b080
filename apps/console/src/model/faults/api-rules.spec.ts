import { ruleCommand, ruleWords, type ApiRule } from './api-rules';

test('the command adds the same rule as the form', () => {
  const form = {
    name: 'busy',
    verbs: 'update, patch',
    userAgents: 'operator/*',
    code: '429',
    watchLifetime: '',
    times: '3',
  };
  expect(ruleCommand(form)).toBe(
    "orrery fault api add busy --verbs update,patch --user-agents 'operator/*' --code 429 --times 3",
  );
  expect(ruleCommand({ name: 's', code: '', watchLifetime: '1s' })).toBe('orrery fault api add s --watch-lifetime 1s');
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
