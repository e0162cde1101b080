import { countText } from './count-text';

test.each([
  [0, '0 objects'],
  [1, '1 object'],
  [2, '2 objects'],
])('%i is %s', (count, text) => expect(countText(count, 'object')).toBe(text));
