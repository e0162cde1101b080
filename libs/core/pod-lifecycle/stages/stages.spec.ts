import { randomFor } from '@orrery/time';
import { KUBELET_BUNDLES } from '../shard/kubelet-settings';
import { defaultPodStages } from './default-pod-stages';
import { compilePath, valueAt } from './field-path';
import type { FieldCondition, StageDelay, StageRecord } from './stage';
import { StageMatcher, stageInstant } from './stage-matcher';
import { compileTemplate } from './status-template';
import { validateStages } from './validate-stage';

describe('paths', () => {
  const subject = { metadata: { annotations: { 'a.b/c': 'x' } }, list: [{ name: 'first' }], none: null };
  test.each([
    ['metadata.annotations["a.b/c"]', 'x'],
    ['list[0].name', 'first'],
    ['list[1].name', undefined],
    ['none', undefined],
    ['metadata.constructor', undefined],
    ['__proto__', undefined],
  ])('%s', (path, want) => expect(valueAt(subject, compilePath(path)!)).toBe(want));
  test.each(['', '.a', 'a..b', 'a[', 'a["x]', 'a b'])('%j is none', (path) =>
    expect(compilePath(path)).toBeUndefined(),
  );
});

describe('templates', () => {
  const subject = { facts: { now: 't', names: [{ name: 'a' }, { name: 'b' }] } };
  test.each([
    ['plain', 'plain'],
    [
      { a: 1, b: [true, null] },
      { a: 1, b: [true, null] },
    ],
    [{ at: { $value: 'facts.now' }, gone: { $value: 'facts.nothing' } }, { at: 't' }],
    [{ $text: 'at ${facts.now}, ${facts.nothing}!' }, 'at t, !'],
    [{ $forEach: 'facts.names', $yield: { n: { $value: 'item.name' } } }, [{ n: 'a' }, { n: 'b' }]],
    [{ $forEach: 'facts.nothing', $yield: 1 }, []],
  ])('%j', (template, want) => expect(compileTemplate(template)(subject)).toEqual(want));
});

const stage = (over: Partial<StageRecord>): StageRecord => ({
  name: 's',
  appliesTo: 'Pod',
  when: [],
  next: {},
  ...over,
});
const matches = (condition: FieldCondition, subject: object): boolean =>
  new StageMatcher([stage({ when: [condition] })]).match('Pod', subject, () => randomFor('x')) !== undefined;

describe('conditions', () => {
  test.each([
    ['In', ['true'], { a: true }, true],
    ['In', ['1', '2'], { a: 2 }, true],
    ['In', ['1'], {}, false],
    ['NotIn', ['1'], {}, true],
    ['NotIn', ['1'], { a: '1' }, false],
    ['Exists', undefined, { a: '' }, true],
    ['Exists', undefined, { a: null }, false],
    ['DoesNotExist', undefined, {}, true],
    ['DoesNotExist', undefined, { a: 0 }, false],
  ] as const)('%s %j on %j: %s', (operator, values, subject, want) => {
    expect(matches({ path: 'a', operator, ...(values ? { values } : {}) }, subject)).toBe(want);
  });
});

describe('delays', () => {
  const instant = (delay: StageDelay, subject: object = {}): number => {
    const compiled = new StageMatcher([stage({ delay })]).match('Pod', subject, () => randomFor('x'))!;
    return stageInstant(compiled, subject, { sinceMs: 1000, random: () => randomFor('x') });
  };
  test.each([
    [{ ms: 500 }, {}, 1500],
    [{ ms: 500, jitterMs: 200 }, {}, 1200],
    [{ ms: 500, msFrom: 'd' }, { d: '2s' }, 3000],
    [{ ms: 500, msFrom: 'd' }, { d: 'soon' }, 1500],
    [{ ms: 500, from: 't' }, { t: '1970-01-01T00:00:10Z' }, 10_500],
    [{ ms: 500, from: 't' }, { t: 7 }, 507],
    [{ ms: 500, notAfter: 't' }, { t: 1100 }, 1100],
    [{ ms: 500, plus: [{ when: [{ path: 'x', operator: 'Exists' }], ms: 1 }] }, { x: 1 }, 1501],
    [{ ms: 500, plus: [{ when: [{ path: 'x', operator: 'Exists' }], ms: 1 }] }, {}, 1500],
  ] as [StageDelay, object, number][])('%j on %j', (delay, subject, want) =>
    expect(instant(delay, subject)).toBe(want),
  );
  it('jitter stays between its bounds and repeats for the same chance', () => {
    const at = instant({ ms: 500, jitterMs: 900 });
    expect(at).toBeGreaterThanOrEqual(1500);
    expect(at).toBeLessThan(1900);
    expect(instant({ ms: 500, jitterMs: 900 })).toBe(at);
  });
});

it('chance among matching stages follows their weights', () => {
  const matcher = new StageMatcher([
    stage({ name: 'often', weight: 3 }),
    stage({ name: 'rare', weight: 1 }),
    stage({ name: 'never', weight: 0 }),
  ]);
  const counts: Record<string, number> = {};
  for (let i = 0; i < 4000; i++) {
    const { name } = matcher.match('Pod', {}, () => randomFor('seed', i))!.record;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  expect(counts['never']).toBeUndefined();
  expect(counts['often']! / counts['rare']!).toBeGreaterThan(2.6);
  expect(counts['often']! / counts['rare']!).toBeLessThan(3.4);
});

describe('validation', () => {
  test.each(Object.entries(KUBELET_BUNDLES))('the default stages of %s are valid', (_bundle, settings) => {
    expect(validateStages(defaultPodStages(settings))).toEqual([]);
  });
  test.each([
    [{ name: '' }, 'stages[0].name'],
    [{ appliesTo: 'Job' }, 'stages[0].appliesTo'],
    [{ when: [{ path: 'a..b', operator: 'Exists' }] }, 'stages[0].when[0].path'],
    [{ when: [{ path: 'a', operator: 'Is' }] }, 'stages[0].when[0].operator'],
    [{ when: [{ path: 'a', operator: 'In' }] }, 'stages[0].when[0].values'],
    [{ when: [{ path: 'a', operator: 'Exists', values: ['x'] }] }, 'stages[0].when[0].values'],
    [{ delay: { ms: -1 } }, 'stages[0].delay.ms'],
    [{ delay: { ms: 0, from: '.' } }, 'stages[0].delay.from'],
    [{ delay: { ms: 0, plus: [{ when: [], ms: -1 }] } }, 'stages[0].delay.plus[0].ms'],
    [{ weight: -1 }, 'stages[0].weight'],
    [{ next: { status: { a: { $valu: 'x' } } } }, 'stages[0].next.status.a.$valu'],
    [{ next: { status: [{ $text: '${.}' }] } }, 'stages[0].next.status[0].$text'],
    [{ next: { containerState: {} } }, 'stages[0].next.containerState'],
    [{ next: { conditions: [] } }, 'stages[0].next.conditions'],
    [
      { next: { events: [{ type: 'Normal', reason: 'R', message: '${.}' }] } },
      'stages[0].next.events[0].message.$text',
    ],
  ])('%j is refused at %s', (over, field) => {
    expect(validateStages([stage(over as Partial<StageRecord>)]).map((error) => error.field)).toContain(field);
  });
  it('names are unique', () => {
    expect(validateStages([stage({}), stage({})]).map(({ field }) => field)).toEqual(['stages[1].name']);
  });
});
