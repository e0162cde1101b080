import { everyInterval } from './shared-interval';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('calls all of an interval together, with one timer, until they end', () => {
  const before = jest.getTimerCount();
  const called: string[] = [];
  const endFirst = everyInterval(70, () => called.push('first'));
  jest.advanceTimersByTime(69);
  const endSecond = everyInterval(70, () => called.push('second'));
  const endOther = everyInterval(90, () => called.push('other'));
  expect(jest.getTimerCount()).toBe(before + 2);
  jest.advanceTimersByTime(1);
  expect(called).toEqual(['first', 'second']);
  endFirst();
  endFirst();
  jest.advanceTimersByTime(70);
  expect(called).toEqual(['first', 'second', 'second']);
  endSecond();
  endOther();
  expect(jest.getTimerCount()).toBe(before);
});

it('begins again after the last one has ended', () => {
  everyInterval(70, () => undefined)();
  let count = 0;
  const end = everyInterval(70, () => count++);
  jest.advanceTimersByTime(140);
  expect(count).toBe(2);
  end();
});
