import type { Random } from '@orrery/time';
import { momentFunctions } from './moment-functions';
import { readStageFile } from './read-stage-file';
import type { StageSubject, StageFileSpec } from './stage-file';

const base: StageFileSpec = {
  resourceRef: { kind: 'Pod' },
  selector: { matchLabels: { app: 'x' }, matchAnnotations: { note: 'y' } },
  next: {},
};
const subject = (annotations: Record<string, string> = {}, labels: Record<string, string> = {}): StageSubject => ({
  metadata: { name: 'web', uid: 'u', labels, annotations },
  status: { phase: 'Running' },
});
const read = (more: Partial<StageFileSpec>) => readStageFile({ metadata: { name: 's1' }, spec: { ...base, ...more } });
const random = (unit: number) => () => ({ unit: () => unit }) as Random;
const AT = { expressionFrom: '.facts.at' };
const TIME = { expressionFrom: '.metadata.annotations["t"]' };

test('a stage is for objects with all labels, annotations and fields that it names', () => {
  const stage = read({
    selector: { ...base.selector, matchExpressions: [{ key: '.status.phase', operator: 'NotIn', values: ['Failed'] }] },
  });
  expect(stage.matches(subject({ note: 'y' }, { app: 'x' }))).toBe(true);
  expect(stage.matches(subject({ note: 'y' }, { app: 'z' }))).toBe(false);
  expect(stage.matches(subject({}, { app: 'x' }))).toBe(false);
  expect(stage.matches({ ...subject({ note: 'y' }, { app: 'x' }), status: { phase: 'Failed' } })).toBe(false);
});

test.each<[string, StageFileSpec['delay'], Record<string, string>, number, number]>([
  ['none', undefined, {}, 0.5, 0],
  ['a fixed one', { durationMilliseconds: 1000 }, {}, 0.5, 1000],
  [
    'between the delay and the jitter by chance',
    { durationMilliseconds: 1000, jitterDurationMilliseconds: 5000 },
    {},
    0.5,
    3000,
  ],
  ['the earliest by chance', { durationMilliseconds: 1000, jitterDurationMilliseconds: 5000 }, {}, 0, 1000],
  [
    'the jitter itself where it is shorter',
    { durationMilliseconds: 5000, jitterDurationMilliseconds: 1000 },
    {},
    0.5,
    1000,
  ],
  [
    'the jitter itself where it is the same',
    { durationMilliseconds: 5000, jitterDurationMilliseconds: 5000 },
    {},
    0.5,
    5000,
  ],
  ['a duration from the object', { durationMilliseconds: 1000, durationFrom: TIME }, { t: '2m' }, 0.5, 120_000],
  ['a time from the object', { durationFrom: TIME }, { t: '1970-01-01T00:01:00Z' }, 0.5, 50_000],
  ['a time that has passed', { durationFrom: TIME }, { t: '1970-01-01T00:00:01Z' }, 0.5, 0],
  ['nothing readable from the object', { durationMilliseconds: 7, durationFrom: TIME }, { t: 'soon' }, 0.5, 7],
  ['nothing from the object', { durationMilliseconds: 7, durationFrom: TIME }, {}, 0.5, 7],
  ['a jitter from the object', { durationMilliseconds: 1000, jitterDurationFrom: TIME }, { t: '3s' }, 0.5, 2000],
  ['the annotation of the stage', { durationMilliseconds: 1000 }, { 's1.stage.kwok.x-k8s.io/delay': '9s' }, 0.5, 9000],
  [
    'both annotations of the stage',
    undefined,
    { 's1.stage.kwok.x-k8s.io/delay': '1s', 's1.stage.kwok.x-k8s.io/jitter-delay': '3s' },
    0.5,
    2000,
  ],
  ['the annotation of another', { durationMilliseconds: 1000 }, { 's2.stage.kwok.x-k8s.io/delay': '9s' }, 0.5, 1000],
])('delay: %s', (_, delay, annotations, unit, want) => {
  const stage = read(delay === undefined ? {} : { delay });
  expect(stage.instantOf(subject(annotations), { sinceMs: 10_000, random: random(unit) })).toBe(10_000 + want);
});

test.each<[string, StageFileSpec['delay'], object, number]>([
  ['from an instant of the object', { durationMilliseconds: 500, startFrom: AT }, { at: 7000 }, 7500],
  ['from a time of the object', { durationMilliseconds: 500, startFrom: AT }, { at: '1970-01-01T00:00:10Z' }, 10_500],
  ['from the match where there is none', { durationMilliseconds: 500, startFrom: AT }, {}, 1500],
  ['as many milliseconds as the object says', { durationMilliseconds: 500, durationFrom: AT }, { at: 20 }, 1020],
  ['with a further delay', { durationMilliseconds: 500, extraFrom: AT }, { at: 1 }, 1501],
  ['never after a limit', { durationMilliseconds: 500, limitFrom: AT }, { at: 1100 }, 1100],
  ['as long as the limit is later', { durationMilliseconds: 500, limitFrom: AT }, { at: 2000 }, 1500],
])('delay of a stage of the kubelet: %s', (_, delay, facts, want) => {
  const stage = read({ kubelet: 'Pod', ...(delay && { delay }) });
  const seen = { ...subject(), facts };
  expect(stage.instantOf(seen, { sinceMs: 1000, random: random(0) })).toBe(want);
});

test('a number is not a duration for a stage that drives its object, nor for other programs', () => {
  const stage = read({ delay: { durationMilliseconds: 500, durationFrom: { expressionFrom: '.status.n' } } });
  expect(stage.instantOf({ ...subject(), status: { n: 20 } }, { sinceMs: 0, random: random(0) })).toBe(500);
});

test.each<[string, Partial<StageFileSpec>, Record<string, string>, number | undefined]>([
  ['zero if nothing is said', {}, {}, 0],
  ['as said', { weight: 3 }, {}, 3],
  ['from the object', { weight: 3, weightFrom: TIME }, { t: '7' }, 7],
  ['none where the object says nothing readable', { weight: 3, weightFrom: TIME }, { t: 'much' }, undefined],
  ['as said where the object says nothing', { weight: 3, weightFrom: TIME }, {}, 3],
  ['from the annotation of the stage', { weight: 3 }, { 's1.stage.kwok.x-k8s.io/weight': '5' }, 5],
])('weight: %s', (_, more, annotations, want) => {
  expect(read(more).weightOf(subject(annotations))).toBe(want);
});

const moment = momentFunctions({
  nowMs: 61_000,
  nodeName: 'n1',
  nodeIP: '10.0.0.1',
  startTime: '1970-01-01T00:00:00Z',
  podIP: '10.1.0.5',
});

test('plays what is next, in order; what is deleted is changed no more', () => {
  const stage = read({
    steps: [
      { event: { reason: 'R', message: 'm' } },
      {
        patch: {
          root: 'status',
          template: 'startTime: {{ Now | Quote }}\npodIP: {{ PodIPWith "n1" false "u" "web" "d" }}',
        },
      },
      { patch: { template: 'status:\n  hostIP: {{ NodeIPWith "n1" }}', type: 'merge' } },
      { finalizers: { remove: [{ value: 'a' }], empty: true } },
      { delete: true },
      { patch: { root: 'status', template: 'late: true' } },
      { event: { type: 'Warning', reason: 'Late' } },
    ],
  });
  expect(stage.play(subject(), moment)).toEqual({
    statusPatches: [
      { type: 'strategic', patch: { startTime: '1970-01-01T00:01:01Z', podIP: '10.1.0.5' } },
      { type: 'merge', patch: { hostIP: '10.0.0.1' } },
    ],
    events: [
      { type: 'Normal', reason: 'R', message: 'm' },
      { type: 'Warning', reason: 'Late', message: '' },
    ],
    finalizers: { add: [], remove: ['a'], empty: true },
    deletes: true,
  });
});

test.each([
  ['what is no YAML', 'a: [', 'the template does not come to YAML'],
  ['what has aliases', 'a: &a { b: c }\nd: *a', 'the template does not come to YAML'],
  ['what is nested too deep', `a: ${'['.repeat(20_000)}`, 'the template does not come to YAML'],
  ['what is not an object', '- a', 'the template does not come to an object'],
  ['what cannot be written', '{{ .metadata.name.x }}', 'there is no field x in web'],
])('says why %s cannot be played', (_, template, fault) => {
  expect(read({ next: { statusTemplate: template } }).play(subject(), moment)).toMatchObject({
    fault: expect.stringContaining(fault),
    statusPatches: [],
  });
});
