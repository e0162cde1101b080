import { requestedRevision } from './query';

describe('the state that a watch begins with', () => {
  const query = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };

  test('is what the options say', () => {
    expect(requestedRevision({ ...query, resourceVersion: '5' }, true)).toEqual({ revision: 5, match: 'NotOlderThan' });
  });

  test('is refused by releases that do not know it, so that clients fall back to lists', () => {
    expect(() => requestedRevision(query, true, false)).toThrow(
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch',
    );
    expect(requestedRevision({ sendInitialEvents: 'true' }, true, false)).toEqual({
      revision: undefined,
      match: undefined,
    });
  });
});
