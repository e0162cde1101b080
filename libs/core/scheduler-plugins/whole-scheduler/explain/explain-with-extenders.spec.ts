import { readConfiguration } from '../../testing/load-configuration';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, type SceneSetting } from '../../testing/scheduling-scene';
import {
  ConsultedExtender,
  explainWithExtenders,
  HttpExtender,
  type ExtenderReply,
  type SchedulingExplanation,
} from '@orrery/scheduling';

type Answers = Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>>;

/** An extender that answers by verb; a verb without an answer cannot be reached. */
function extender(settings: object, answers: Answers): ConsultedExtender {
  const document = {
    kind: 'KubeSchedulerConfiguration',
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    extenders: [{ urlPrefix: 'http://x', nodeCacheCapable: true, ...settings }],
  };
  const { ok } = readConfiguration(document, { bundle: 'modern' });
  return new ConsultedExtender(
    new HttpExtender(ok!.extenders[0]!, (url, body): Promise<ExtenderReply> => {
      const answer = answers[url.split('/').at(-1)!];
      if (!answer) return Promise.resolve({ error: `Post "${url}": connection refused` });
      return Promise.resolve({ status: 200, body: answer(body as Record<string, unknown>) });
    }),
  );
}

const only =
  (...names: readonly string[]) =>
  ({ NodeNames }: Readonly<Record<string, unknown>>) => ({
    NodeNames: names,
    FailedNodes: Object.fromEntries((NodeNames as string[]).map((name) => [name, 'no licence'])),
  });

async function ask(setting: SceneSetting, pod = makePod('p').requests({ cpu: '1' })): Promise<SchedulingExplanation> {
  const nodes = ['a', 'b', 'c'].map((name) => makeNode(name).allocatable({ cpu: '4' }));
  return (await explainWithExtenders(makeScene({ nodes, ...setting }).scheduler.parts, { pod: pod.build() }))!;
}

function verdictOf({ nodes }: SchedulingExplanation, name: string, plugin = 'http://x') {
  const { status, filters, total } = nodes.find(({ node }) => node.name === name)!;
  return { status, total, finding: filters.find((each) => each.plugin === plugin) };
}

it('shows the verdicts of extenders beside those of the filters', async () => {
  const explained = await ask({ extenders: [extender({ filterVerb: 'filter' }, { filter: only('b') })] });
  expect(verdictOf(explained, 'a')).toMatchObject({
    status: { code: 'Unschedulable', reasons: ['no licence'], plugin: 'http://x' },
    total: undefined,
    finding: { status: { reasons: ['no licence'] }, isSkipped: false },
  });
  expect(verdictOf(explained, 'b').finding).toMatchObject({ status: { code: 'Success' } });
  expect(explained).toMatchObject({ selected: 'b', feasibleCount: 1, message: '' });
  expect(explained.extenders).toEqual([{ name: 'http://x', isIgnorable: false, isInterested: true, problems: [] }]);
});

it('does not ask about nodes that are refused before', async () => {
  const nodes = [makeNode('a').cordoned(), makeNode('b')];
  const explained = await ask({ nodes, extenders: [extender({ filterVerb: 'filter' }, { filter: only('b') })] });
  expect(verdictOf(explained, 'a').finding).toBeUndefined();
  expect(verdictOf(explained, 'b').finding).toMatchObject({ status: { code: 'Success' } });
});

it('adds the scores of extenders to the totals, on the common scale', async () => {
  const prioritize = () => [
    { Host: 'a', Score: 1 },
    { Host: 'c', Score: 7 },
  ];
  const without = await ask({});
  const explained = await ask({ extenders: [extender({ prioritizeVerb: 'score', weight: 3 }, { score: prioritize })] });
  const gained = (name: string) => verdictOf(explained, name).total! - verdictOf(without, name).total!;
  expect(['a', 'b', 'c'].map(gained)).toEqual([30, 0, 210]);
  expect(explained).toMatchObject({ selected: 'c', ties: ['c'] });
  const { scores } = explained.nodes.find(({ node }) => node.name === 'c')!;
  expect(scores.at(-1)).toEqual({ plugin: 'http://x', raw: 7, normalized: 70, weight: 3, weighted: 210 });
});

it('goes on without one that is away if it is ignorable, and says so', async () => {
  const settings = { filterVerb: 'filter', prioritizeVerb: 'score', weight: 1 };
  const explained = await ask({ extenders: [extender({ ...settings, ignorable: true }, {})] });
  expect(explained).toMatchObject({ feasibleCount: 3, message: '', error: undefined });
  expect(verdictOf(explained, 'a').finding).toMatchObject({ isSkipped: true });
  expect(explained.extenders[0]!.problems).toEqual([
    'Post "http://x/filter": connection refused',
    'Post "http://x/score": connection refused',
  ]);
});

it('ends as a cycle does if one is away that may not be ignored', async () => {
  const explained = await ask({ extenders: [extender({ filterVerb: 'filter' }, {})] });
  const problem = 'Post "http://x/filter": connection refused';
  expect(explained).toMatchObject({ feasibleCount: 0, selected: undefined, message: problem });
  expect(verdictOf(explained, 'a').status).toMatchObject({ code: 'Error', reasons: [problem] });
});

it('passes over one that only scores and is away', async () => {
  const explained = await ask({ extenders: [extender({ prioritizeVerb: 'score', weight: 1 }, {})] });
  expect(explained).toMatchObject({ feasibleCount: 3, message: '' });
  expect(explained.extenders[0]!.problems).toHaveLength(1);
});

it('is not asked about pods that name none of its resources', async () => {
  const settings = { filterVerb: 'filter', managedResources: [{ name: 'example.com/gpu' }] };
  const explained = await ask({ extenders: [extender(settings, { filter: only() })] });
  expect(explained).toMatchObject({ feasibleCount: 3, extenders: [{ isInterested: false, problems: [] }] });
});

describe('preemption', () => {
  const pods = ['a', 'b', 'c'].map((name) => makePod(`low-${name}`).node(name).requests({ cpu: '4' }));
  const high = makePod('high').priority(10).requests({ cpu: '4' });
  const keeping =
    (...names: readonly string[]) =>
    ({ NodeNameToMetaVictims }: Readonly<Record<string, unknown>>) => ({
      NodeNameToMetaVictims: Object.fromEntries(
        names.map((name) => [name, (NodeNameToMetaVictims as Record<string, unknown>)[name]]),
      ),
    });

  it('shows which candidates extenders do not agree to', async () => {
    const preempt = extender({ preemptVerb: 'preempt' }, { preempt: keeping('b', 'c') });
    const { preemption } = await ask({ pods, extenders: [preempt] }, high);
    expect(preemption!.candidates.map(({ nodeName }) => nodeName).sort()).toEqual(['b', 'c']);
    expect(['b', 'c']).toContain(preemption!.chosen);
    expect(preemption!.refusals.get('a')?.reasons).toEqual(['extender http://x does not agree to it']);
  });

  it('finds nothing if they agree to none', async () => {
    const preempt = extender({ preemptVerb: 'preempt' }, { preempt: keeping() });
    const { preemption } = await ask({ pods, extenders: [preempt] }, high);
    expect(preemption).toMatchObject({ chosen: undefined, candidates: [] });
    expect(preemption!.refusals.size).toBe(3);
  });

  it('says what broke', async () => {
    const { message, preemption } = await ask({ pods, extenders: [extender({ preemptVerb: 'preempt' }, {})] }, high);
    const problem = 'preemption: Post "http://x/preempt": connection refused';
    expect(preemption).toMatchObject({ chosen: undefined, message: problem });
    expect(message).toBe(`0/3 nodes are available: 3 Insufficient cpu. no new claims to deallocate, ${problem}`);
  });
});

it('asks again about all nodes if the promised one is refused', async () => {
  const nominated = makePod('p').requests({ cpu: '1' }).nominated('a');
  const agreed = extender({ filterVerb: 'filter' }, { filter: only('b') });
  const explained = await ask({ pods: [nominated], extenders: [agreed] }, nominated);
  expect(explained).toMatchObject({ selected: 'b', isNominated: false, feasibleCount: 1 });
});
