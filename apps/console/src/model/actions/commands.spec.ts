import { commands, parseTaint, scalableOf } from './commands';
import { word } from './shell-word';

test.each([
  ['', 'NAME'],
  ['web-1', 'web-1'],
  ['a=b:NoSchedule', 'a=b:NoSchedule'],
  ['my state.json', "'my state.json'"],
  ["it's", "'it'\\''s'"],
  ['$(date)', "'$(date)'"],
  ['operator/*', "'operator/*'"],
])('%j is the word %s of a command line', (text, want) => expect(word(text, 'NAME')).toBe(want));

test.each([
  ['a=b:NoSchedule', { key: 'a', value: 'b', effect: 'NoSchedule' }],
  ['example.com/a:NoExecute', { key: 'example.com/a', value: '', effect: 'NoExecute' }],
  [' a=:PreferNoSchedule ', { key: 'a', value: '', effect: 'PreferNoSchedule' }],
  ['a', undefined],
  ['a:Never', undefined],
])('%j is the taint %j', (text, taint) => expect(parseTaint(text)).toEqual(taint));

test.each([
  [commands.taint('n', { key: 'a', value: '', effect: 'NoSchedule' }), 'kubectl taint nodes n a:NoSchedule'],
  [commands.untaint('n', { key: 'a', value: 'b', effect: 'NoSchedule' }), 'kubectl taint nodes n a:NoSchedule-'],
  [
    commands.fault(['n'], 'POWER_OFF'),
    'mutation { injectFault(input: { kind: POWER_OFF, nodes: ["n"] }) { errors { message } } }',
  ],
  [
    commands.scale({ kind: 'Deployment', name: 'web', namespace: 'shop' }, 3),
    'kubectl scale deployment/web --namespace shop --replicas 3',
  ],
])('%s', (text, want) => expect(text).toBe(want));

test('a Deployment is scaled, not its ReplicaSet', () => {
  const workload = (kind: string, name: string) => ({
    kind,
    apiVersion: 'apps/v1',
    json: { spec: { replicas: 4 } },
    metadata: { name },
  });
  const set = { ...workload('ReplicaSet', 'web-x'), owner: workload('Deployment', 'web') };
  expect(scalableOf(set)).toEqual({ kind: 'Deployment', apiVersion: 'apps/v1', name: 'web', replicas: 4 });
  expect(scalableOf({ ...set, owner: null })?.name).toBe('web-x');
  expect(scalableOf({ ...workload('DaemonSet', 'agent'), owner: null })).toBeUndefined();
  expect(scalableOf(null)).toBeUndefined();
});
