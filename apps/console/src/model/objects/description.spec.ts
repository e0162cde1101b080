import { base64Url, execMessage, resizeMessage, stdinMessage } from './exec-channel';
import { containersOf, relatedPlaces, selectorText } from './description';
import { MAX_LINES, NO_LINES, withLines } from './log-lines';
import { tabsOf } from './tabs';
import { toneOf } from './tone';

const place = (kind: string, name = 'x') => ({ apiVersion: 'v1', kind, namespace: 'shop', name });

test('the containers of a pod have their states in the words of kubectl', () => {
  const found = containersOf({
    spec: {
      containers: [{ name: 'app', image: 'nginx' }, { name: 'side' }],
      initContainers: [{ name: 'setup', image: 'i' }],
    },
    status: {
      containerStatuses: [
        { name: 'app', ready: false, restartCount: 3, state: { waiting: { reason: 'CrashLoopBackOff' } } },
      ],
      initContainerStatuses: [
        { name: 'setup', ready: true, state: { terminated: { reason: 'Completed', exitCode: 0 } } },
      ],
    },
  });
  expect(found).toEqual([
    { name: 'app', image: 'nginx', isInit: false, isReady: false, restarts: 3, state: 'CrashLoopBackOff' },
    { name: 'side', image: '', isInit: false, isReady: false, restarts: 0, state: 'Waiting' },
    { name: 'setup', image: 'i', isInit: true, isReady: true, restarts: 0, state: 'Completed (exit code 0)' },
  ]);
  expect(found.map(({ state }) => toneOf({ name: 'State' }, state))).toEqual(['bad', 'warn', 'good']);
  expect(containersOf({})).toEqual([]);
});

test.each([
  [{ app: 'web', tier: 'front' }, 'app=web,tier=front'],
  [{ matchLabels: { app: 'web' } }, 'app=web'],
  [
    {
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['x', 'y'] },
        { key: 'b', operator: 'NotIn', values: ['z'] },
        { key: 'c', operator: 'Exists' },
        { key: 'd', operator: 'DoesNotExist' },
      ],
    },
    'a in (x,y),b notin (z),c,!d',
  ],
  [{}, undefined],
  [undefined, undefined],
])('the selector %j is %s', (selector, want) => expect(selectorText(selector)).toBe(want));

test.each([
  ['Node', {}, { apiVersion: 'v1', kind: 'Pod', fields: 'spec.nodeName=x' }],
  ['Namespace', {}, { apiVersion: 'v1', kind: 'Pod', namespace: 'x' }],
  ['Pod', { spec: { nodeName: 'n' } }, { apiVersion: 'v1', kind: 'Node', name: 'n' }],
  [
    'Deployment',
    { spec: { selector: { matchLabels: { app: 'web' } } } },
    { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', labels: 'app=web' },
  ],
])('%s refers to others', (kind, object, want) => {
  expect(relatedPlaces(place(kind), object).map(({ place: to }) => to)).toEqual([want]);
});

test('a pod that waits, and a kind that selects nothing, refer to nothing', () => {
  expect(relatedPlaces(place('Pod'), { spec: {} })).toEqual([]);
  expect(relatedPlaces(place('ConfigMap'), {})).toEqual([]);
});

test('logs and a terminal are tabs of kinds that have them', () => {
  expect(tabsOf({ subresources: ['log', 'exec', 'status'] })).toEqual([
    'Describe',
    'YAML',
    'Logs',
    'Terminal',
    'Story',
  ]);
  expect(tabsOf({ subresources: ['scale'] })).toEqual(['Describe', 'YAML', 'Story']);
  expect(tabsOf(undefined)).toEqual(['Describe', 'YAML', 'Story']);
});

test('a log keeps its newest lines, and says how many it left out', () => {
  const many = Array.from({ length: MAX_LINES + 2 }, (_, i) => String(i));
  const read = withLines(withLines(NO_LINES, many), ['last']);
  expect(read.dropped).toBe(3);
  expect([read.lines.length, read.lines[0], read.lines.at(-1)]).toEqual([MAX_LINES, '3', 'last']);
});

describe('messages of a command', () => {
  const message = (channel: number, text: string) => new Uint8Array([channel, ...new TextEncoder().encode(text)]);
  test('are output, or its end', () => {
    expect(execMessage(message(1, 'é'))).toEqual({ is: 'output', bytes: new TextEncoder().encode('é') });
    expect(execMessage(message(2, 'x'))).toMatchObject({ is: 'output' });
    expect(execMessage(message(3, '{"status":"Success"}'))).toEqual({ is: 'end', words: 'the command has ended' });
    expect(execMessage(message(3, '{"status":"Failure","message":"exit 1"}'))).toEqual({ is: 'end', words: 'exit 1' });
    expect(execMessage(message(255, ''))).toBeUndefined();
  });
  test('that are sent have their channel first', () => {
    expect([...stdinMessage('ab')]).toEqual([0, 97, 98]);
    expect([...resizeMessage(80, 24)]).toEqual([...message(4, '{"Width":80,"Height":24}')]);
  });
  test.each([
    ['root-token', 'cm9vdC10b2tlbg'],
    ['é?>~', 'w6k_Pn4'],
    ['', ''],
  ])('the token %j is %j in base64url without padding', (token, want) => expect(base64Url(token)).toBe(want));
});
