import type { KubeObject } from '@orrery/api-types';
import { sharedEvents, type ShownEvent } from './shared-events';

// What the server adds to objects is not looked at.
const object = (name: string): KubeObject => ({ kind: 'Pod', apiVersion: 'v1', metadata: { name } }) as never;
const [a, b] = [object('a'), object('b')];
const textOf = jest.fn(({ type, object: { metadata } }: ShownEvent) => `${type} ${metadata.name};`);
const text = (form: string, ...events: ShownEvent[]): string => sharedEvents.bytesOf(form, events, textOf).toString();

beforeEach(() => textOf.mockClear());

test('events that many watches see are written once in a turn', async () => {
  for (let watch = 0; watch < 100; watch++) {
    expect(text('v1', { type: 'ADDED', object: a }, { type: 'MODIFIED', object: b })).toBe('ADDED a;MODIFIED b;');
  }
  expect(textOf).toHaveBeenCalledTimes(2);
  await Promise.resolve();
  text('v1', { type: 'ADDED', object: a }, { type: 'MODIFIED', object: b });
  expect(textOf).toHaveBeenCalledTimes(4);
});

test('others are written by themselves: another type, object, number of events, version', () => {
  const added = { type: 'ADDED', object: a };
  expect(text('v1', added)).toBe('ADDED a;');
  expect(text('v1', { type: 'DELETED', object: a })).toBe('DELETED a;');
  expect(text('v1', { type: 'ADDED', object: b })).toBe('ADDED b;');
  expect(text('v1', { type: 'ADDED', object: { ...a } })).toBe('ADDED a;');
  expect(text('v1', added, added)).toBe('ADDED a;ADDED a;');
  expect(textOf).toHaveBeenCalledTimes(6);
  expect(text('v2', added)).toBe('ADDED a;');
  expect(textOf).toHaveBeenCalledTimes(7);
});

test('more different selections than are remembered are written again, and right', () => {
  const events = Array.from({ length: 20 }, (_, i) => ({ type: 'ADDED', object: object(`pod-${i}`) }));
  for (const turn of [1, 2]) {
    for (const each of events) expect(text('v1', each)).toBe(`ADDED ${each.object.metadata.name};`);
    expect(textOf).toHaveBeenCalledTimes(turn * 20);
  }
});
