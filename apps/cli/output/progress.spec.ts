import { Writable } from 'node:stream';
import { withProgress, type Progress } from './progress';

/** A terminal that keeps what is written, as cli-progress needs it. */
function terminal() {
  let text = '';
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY: true, columns: 80 }), text: () => text };
}

/** Work that ends after some time. */
const lasting = (ms: number) => (): Promise<string> => new Promise((resolve) => setTimeout(() => resolve('done'), ms));

describe('the progress of long work', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  async function shown(ms: number, look: () => Progress | Promise<Progress>): Promise<string> {
    const { stream, text } = terminal();
    const result = withProgress({ progress: stream }, 'cluster time', look, lasting(ms));
    await jest.advanceTimersByTimeAsync(ms);
    expect(await result).toBe('done');
    return text();
  }

  test.each<[string, number, () => Progress | Promise<Progress>, RegExp]>([
    ['shows how much is done', 1000, () => ({ share: 0.25, text: '12:00:05' }), /cluster time .* 25% 12:00:05/],
    ['shows no share that is not known', 1000, () => ({ text: '12:00:05' }), /cluster time 12:00:05/],
    ['is silent while work is short', 300, () => ({ text: '12:00:05' }), /^$/],
    ['is silent where it cannot be found out', 1000, () => Promise.reject(new Error('no answer')), /^$/],
  ])('%s', async (_case, ms, look, pattern) => {
    expect(await shown(ms, look)).toMatch(pattern);
  });

  it('is nothing that a file gets', async () => {
    const look = jest.fn(() => ({ text: '' }));
    const result = withProgress({}, 'cluster time', look, lasting(1000));
    await jest.advanceTimersByTimeAsync(1000);
    expect(await result).toBe('done');
    expect(look).not.toHaveBeenCalled();
  });
});
