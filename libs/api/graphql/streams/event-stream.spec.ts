import { EventStream } from './event-stream';

async function read(stream: EventStream<number>, count: number): Promise<number[]> {
  const values: number[] = [];
  while (values.length < count) {
    const { value, done } = await stream.next();
    if (done) break;
    values.push(value);
  }
  return values;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

it('hands out what is pushed in order, before and after it is asked for', async () => {
  const stream = new EventStream<number>();
  stream.push(1);
  stream.push(2);
  expect(await read(stream, 2)).toEqual([1, 2]);
  const later = stream.next();
  stream.push(3);
  expect(await later).toEqual({ done: false, value: 3 });
});

it('holds a thousand events for a slow reader, and lets it go at one more', async () => {
  const patient = new EventStream<number>();
  for (const n of upTo(1000)) patient.push(n);
  expect(await read(patient, 1000)).toEqual(upTo(1000));

  const slow = new EventStream<number>();
  const over = jest.fn();
  slow.whenOver(over);
  for (const n of upTo(1001)) slow.push(n);
  expect(over).toHaveBeenCalledTimes(1);
  await expect(slow.next()).rejects.toMatchObject({
    extensions: { code: 'TOO_MANY_REQUESTS', reason: 'TooManyRequests' },
  });
  expect(await slow.next()).toEqual({ done: true, value: undefined });
});

it('does not count the state it begins with as falling behind', async () => {
  const stream = new EventStream<number>();
  stream.begin(upTo(5000));
  for (const n of upTo(1000)) stream.push(n);
  expect(await read(stream, 6000)).toEqual([...upTo(5000), ...upTo(1000)]);
  for (const n of upTo(1001)) stream.push(n);
  await expect(stream.next()).rejects.toMatchObject({ extensions: { code: 'TOO_MANY_REQUESTS' } });
});

it('ends for a waiting reader when it is closed or its reader leaves, and cleans up once', async () => {
  const closed = new EventStream<number>();
  const over = jest.fn();
  closed.whenOver(over);
  const waiting = closed.next();
  closed.close();
  closed.close();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(over).toHaveBeenCalledTimes(1);

  const left = new EventStream<number>();
  left.push(1);
  left.whenOver(over);
  await left.return();
  left.push(2);
  expect(await left.next()).toEqual({ done: true, value: undefined });
  expect(over).toHaveBeenCalledTimes(2);
  left.whenOver(over);
  expect(over).toHaveBeenCalledTimes(3);
});
