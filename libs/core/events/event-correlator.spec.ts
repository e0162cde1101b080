import { EventCorrelator, numbersOf, type DueEvent, type EventNote } from './event-correlator';

const note = (over: Partial<EventNote> = {}): EventNote => ({
  involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'p', namespace: 'default', uid: 'u' },
  type: 'Warning',
  reason: 'FailedScheduling',
  message: '0/3 nodes are available',
  component: 'default-scheduler',
  ...over,
});

const summary = (event: DueEvent | undefined): unknown =>
  event && { name: event.metadata.name, count: event.count, message: event.message };

describe('EventCorrelator', () => {
  it('counts the same event up instead of writing another', () => {
    const correlator = new EventCorrelator();
    const first = correlator.correlate(note(), 1000)!;
    const second = correlator.correlate(note(), 2000)!;
    expect(first).toMatchObject({ count: 1, firstTimestamp: '1970-01-01T00:00:01Z' });
    expect(second).toMatchObject({
      count: 2,
      firstTimestamp: '1970-01-01T00:00:01Z',
      lastTimestamp: '1970-01-01T00:00:02Z',
    });
    expect(second.metadata.name).toBe(first.metadata.name);
  });

  it('names events after the object, with nanoseconds in hex, and never twice the same in one instant', () => {
    const correlator = new EventCorrelator();
    const names = ['a', 'b'].map((message) => correlator.correlate(note({ message }), 1)!.metadata.name);
    expect(names).toEqual(['p.f4240', 'p.f4241']);
  });

  it('combines events that differ only in their message from the tenth on, and starts over after ten minutes', () => {
    const correlator = new EventCorrelator();
    const say = (i: number, at: number): unknown => summary(correlator.correlate(note({ message: `m${i}` }), at));
    for (let i = 1; i <= 9; i++) expect(say(i, 0)).toMatchObject({ count: 1, message: `m${i}` });
    expect(say(10, 0)).toMatchObject({ count: 1, message: '(combined from similar events): m10' });
    expect(say(11, 0)).toMatchObject({ count: 2, message: '(combined from similar events): m11' });
    expect(say(12, 600_001)).toMatchObject({ count: 1, message: 'm12' });
  });

  it('goes on from a fork as it would have gone on by itself, whatever others say', () => {
    const correlator = new EventCorrelator();
    let fork = new EventCorrelator();
    for (let i = 0; i < 120; i++) {
      const said = note({
        message: `m${i % 17}`,
        component: i % 3 ? 'kubelet' : 'scheduler',
        involvedObject: { ...note().involvedObject, uid: `u${i % 2}` },
      });
      expect(fork.correlate(said, i * 20_000)).toEqual(correlator.correlate(said, i * 20_000));
      const next = fork.fork();
      // Its origin goes on, too.
      for (let k = 0; k < 3; k++) fork.correlate(note({ ...said, message: `other ${k}` }), i * 20_000);
      fork = next;
    }
  });

  it('goes on from its state as it would have gone on by itself', () => {
    const correlator = new EventCorrelator();
    let restored = new EventCorrelator();
    for (let i = 0; i < 120; i++) {
      const said = note({
        message: `m${i % 17}`,
        component: i % 3 ? 'kubelet' : 'scheduler',
        involvedObject: { ...note().involvedObject, uid: `u${i % 2}` },
      });
      expect(restored.correlate(said, i * 20_000)).toEqual(correlator.correlate(said, i * 20_000));
      // As it comes out of a file.
      const state = JSON.parse(JSON.stringify(restored.toState())) as ReturnType<EventCorrelator['toState']>;
      restored.correlate(note({ ...said, message: 'another' }), i * 20_000);
      restored = EventCorrelator.fromState(state);
    }
  });

  it('lets a source say 25 things about an object at once and one more every 300 s', () => {
    const correlator = new EventCorrelator();
    const accepted = Array.from({ length: 40 }, () => correlator.correlate(note(), 0)).filter(Boolean);
    expect(accepted).toHaveLength(25);
    expect(correlator.correlate(note(), 299_999)).toBeUndefined();
    expect(correlator.correlate(note(), 300_000)).toBeDefined();
    expect(correlator.correlate(note({ component: 'kubelet' }), 0)).toBeDefined();
  });

  it('gives what components say of an object at one instant other names, where each has a correlator', () => {
    const components = ['scheduler', 'kubelet', 'controller-manager', 'node-lifecycle-controller', 'descheduler'];
    const names = components.flatMap((component) => {
      const correlator = new EventCorrelator(numbersOf(component));
      return Array.from(
        { length: 20 },
        (_, i) => correlator.correlate(note({ reason: `Reason${i}` }), 1000)!.metadata.name,
      );
    });
    expect(new Set(names).size).toBe(names.length);
  });
});
