import { toStatus } from '@orrery/api-types';
import { Sessions } from './sessions';

const LIMIT = 100;

describe('the sessions of a process', () => {
  test('are limited: one more gets 429 with the time to come back, until one ends', () => {
    const sessions = new Sessions();
    const slots = Array.from({ length: LIMIT }, () => sessions.admit());
    const refusal = (): unknown => {
      try {
        return sessions.admit();
      } catch (error) {
        return toStatus(error as Error);
      }
    };
    expect(refusal()).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      message: `too many sessions: ${LIMIT} are open`,
      details: { retryAfterSeconds: 1 },
    });
    slots[7]!.release();
    // To end twice frees one place only.
    slots[7]!.release();
    sessions.admit();
    expect(() => sessions.admit()).toThrow('too many sessions');
  });

  test('end with the process, those that were never opened too', () => {
    const sessions = new Sessions();
    const closed: string[] = [];
    const open = (name: string): void => {
      const slot = sessions.admit();
      slot.hold({
        close: () => {
          closed.push(name);
          slot.release();
        },
      });
    };
    sessions.admit();
    open('exec');
    open('attach');
    sessions.close();
    expect(closed).toEqual(['exec', 'attach']);
  });

  test('keep what came right behind a request for an upgrade', () => {
    const sessions = new Sessions();
    const request = {} as never; // The sessions look at nothing of it.
    sessions.keepHead(request, Buffer.from('early'));
    expect(sessions.headOf(request)?.toString()).toBe('early');
  });
});
