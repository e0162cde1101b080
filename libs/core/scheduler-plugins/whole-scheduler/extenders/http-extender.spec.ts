import { readConfiguration } from '../../testing/load-configuration';
import type { Pod } from '@orrery/api-types';
import { HttpExtender, type ExtenderReply } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';

interface Call {
  readonly url: string;
  readonly body: unknown;
}

/** An extender with these settings whose server always gives this reply. */
function extenderWith(
  settings: object,
  reply: ExtenderReply,
): { readonly extender: HttpExtender; readonly calls: Call[] } {
  const policy = {
    kind: 'Policy',
    apiVersion: 'v1',
    extenders: [
      { urlPrefix: 'http://x/scheduler/', filterVerb: 'filter', prioritizeVerb: 'score', weight: 1, ...settings },
    ],
  };
  const { ok, errors } = readConfiguration(policy, { bundle: 'modern' });
  expect(errors).toBeUndefined();
  const calls: Call[] = [];
  const extender = new HttpExtender(ok!.extenders[0]!, async (url, body) => {
    calls.push({ url, body });
    return reply;
  });
  return { extender, calls };
}

const pod = makePod('p').build();
const nodes = ['a', 'b', 'c'].map((name) => makeNode(name).build());
const [a, b] = nodes;
const answer = (body: unknown): ExtenderReply => ({ status: 200, body });

async function refusals(settings: object, reply: ExtenderReply): Promise<unknown> {
  const verdict = await extenderWith(settings, reply).extender.filter(pod, nodes);
  if (!verdict.ok) return verdict.error;
  return Object.fromEntries([...verdict.refused].map(([name, { code, reasons }]) => [name, [code, ...reasons]]));
}

test('candidates travel whole, or as names to extenders that keep nodes', async () => {
  const whole = extenderWith({}, answer({ Nodes: { items: nodes } }));
  await whole.extender.filter(pod, nodes);
  expect(whole.calls).toEqual([
    {
      url: 'http://x/scheduler/filter',
      body: { Pod: pod, Nodes: { kind: 'NodeList', apiVersion: 'v1', metadata: {}, items: nodes }, NodeNames: null },
    },
  ]);
  const names = extenderWith({ nodeCacheCapable: true }, answer({ NodeNames: [] }));
  await names.extender.filter(pod, nodes);
  expect(names.calls[0]!.body).toEqual({ Pod: pod, Nodes: null, NodeNames: ['a', 'b', 'c'] });
});

test.each([
  ['all left', {}, answer({ Nodes: { items: nodes } }), {}],
  [
    'reasons; a refusal for good wins',
    {},
    answer({
      Nodes: { items: [a] },
      FailedNodes: { b: 'busy', c: 'busy' },
      FailedAndUnresolvableNodes: { c: 'never' },
    }),
    { b: ['Unschedulable', 'busy'], c: ['UnschedulableAndUnresolvable', 'never'] },
  ],
  ['left out without a word', {}, answer({ Nodes: { items: [a, b] } }), { c: ['Unschedulable'] }],
  ['a node that failed and is listed is left', {}, answer({ Nodes: { items: nodes }, FailedNodes: { a: 'x' } }), {}],
  ['names', { nodeCacheCapable: true }, answer({ NodeNames: ['a', 'b'] }), { c: ['Unschedulable'] }],
  [
    'names without being asked for them',
    {},
    answer({ NodeNames: ['a'] }),
    { a: ['Unschedulable'], b: ['Unschedulable'], c: ['Unschedulable'] },
  ],
  [
    'small letters',
    { nodeCacheCapable: true },
    answer({ nodenames: ['a', 'b'], failedNodes: { c: 'x' } }),
    { c: ['Unschedulable', 'x'] },
  ],
  [
    'a node that was not offered',
    { nodeCacheCapable: true },
    answer({ NodeNames: ['z'] }),
    'extender "http://x/scheduler/" claims a filtered node "z" which is not found in the input node list',
  ],
  ['an error of its own', {}, answer({ Error: 'out of order' }), 'out of order'],
  [
    'another status',
    {},
    { status: 503, body: {} },
    'failed filter with extender at URL http://x/scheduler/filter, code 503',
  ],
  ['no answer', {}, { error: 'timed out' }, 'timed out'],
] as const)('filter: %s', async (_name, settings, reply, want) => {
  expect(await refusals(settings, reply)).toEqual(want);
});

test.each([
  [
    'scores',
    answer([
      { Host: 'a', Score: 10 },
      { host: 'b', score: 3 },
    ]),
    { a: 10, b: 3 },
  ],
  ['no list', answer({ Host: 'a' }), 'extender "http://x/scheduler/" answered score with something else than scores'],
  [
    'a score that is no integer',
    answer([{ Host: 'a', Score: 'x' }]),
    'extender "http://x/scheduler/" answered score with something else than scores',
  ],
  [
    'an error',
    { status: 500, body: undefined },
    'failed score with extender at URL http://x/scheduler/score, code 500',
  ],
] as const)('prioritize: %s', async (_name, reply, want) => {
  const scores = await extenderWith({}, reply).extender.prioritize(pod, nodes);
  expect('error' in scores ? scores.error : Object.fromEntries(scores)).toEqual(want);
});

test.each([
  ['well', answer({}), ''],
  ['badly', answer({ Error: 'taken' }), 'taken'],
  ['not at all', { error: 'refused' }, 'refused'],
] as const)('bind ends %s', async (_name, reply, want) => {
  const { extender, calls } = extenderWith({ bindVerb: 'bind' }, reply);
  expect(await extender.bind(pod, 'a')).toBe(want);
  expect(calls).toEqual([
    { url: 'http://x/scheduler/bind', body: { PodName: 'p', PodNamespace: 'default', PodUID: 'default-p', Node: 'a' } },
  ]);
});

describe('preempt', () => {
  const low = makePod('low').node('a').build();
  const lower = makePod('lower').node('a').build();
  const victims = new Map([['a', { pods: [low, lower] as readonly Pod[], budgetViolations: 1 }]]);
  const reply = answer({ NodeNameToMetaVictims: { a: { Pods: [{ UID: 'default-lower' }], NumPDBViolations: 0 } } });

  test.each([
    [
      true,
      {
        NodeNameToVictims: null,
        NodeNameToMetaVictims: { a: { Pods: [{ UID: 'default-low' }, { UID: 'default-lower' }], NumPDBViolations: 1 } },
      },
    ],
    [false, { NodeNameToVictims: { a: { Pods: [low, lower], NumPDBViolations: 1 } }, NodeNameToMetaVictims: null }],
  ])('keeps nodes itself: %s', async (nodeCacheCapable, want) => {
    const { extender, calls } = extenderWith({ preemptVerb: 'preempt', nodeCacheCapable }, reply);
    const left = await extender.preempt(pod, victims);
    expect(calls[0]!.body).toEqual({ Pod: pod, ...want });
    expect(left).toEqual(new Map([['a', { pods: [lower], budgetViolations: 0 }]]));
  });

  test('a victim that was not offered is an error', async () => {
    const stranger = answer({ NodeNameToMetaVictims: { a: { Pods: [{ UID: 'other' }] } } });
    const { extender } = extenderWith({ preemptVerb: 'preempt' }, stranger);
    expect(await extender.preempt(pod, victims)).toEqual({
      error: 'extender names a victim on node "a" that was not offered',
    });
  });

  test('without the verb nothing changes and no extender is called', async () => {
    const { extender, calls } = extenderWith({}, reply);
    expect(await extender.preempt(pod, victims)).toBe(victims);
    expect(calls).toEqual([]);
  });
});

test.each([
  ['nothing managed', {}, makePod('p'), true],
  [
    'requested',
    { managedResources: [{ name: 'example.com/a' }] },
    makePod('p').requests({ 'example.com/a': '1' }),
    true,
  ],
  [
    'of an init container',
    { managedResources: [{ name: 'example.com/a' }] },
    makePod('p').initContainer({ 'example.com/a': '1' }),
    true,
  ],
  [
    'limited',
    { managedResources: [{ name: 'example.com/a' }] },
    makePod('p').spec({ containers: [{ name: 'c', resources: { limits: { 'example.com/a': '1' } } }] }),
    true,
  ],
  [
    'another',
    { managedResources: [{ name: 'example.com/a' }] },
    makePod('p').requests({ 'example.com/b': '1' }),
    false,
  ],
])('interest in pods by managed resource: %s', (_name, settings, builder, want) => {
  expect(extenderWith(settings, answer({})).extender.isInterestedIn(builder.build())).toBe(want);
});
