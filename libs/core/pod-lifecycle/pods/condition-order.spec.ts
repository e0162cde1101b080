import type { NodeCondition } from '@orrery/api-types';
import { withSet } from './condition-order';

const list = (...words: string[]): NodeCondition[] =>
  words.map((word) => {
    const [type = '', status = 'False'] = word.split('=');
    return { type, status } as NodeCondition;
  });
const usual = list('MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready=True');

test.each([
  ['one of them', list('DiskPressure=True'), 'MemoryPressure DiskPressure=True PIDPressure Ready=True'],
  ['Ready', list('Ready=Unknown'), 'MemoryPressure DiskPressure PIDPressure Ready=Unknown'],
  [
    'a new one',
    list('NetworkUnavailable=True', 'PIDPressure=True'),
    'NetworkUnavailable=True MemoryPressure DiskPressure PIDPressure=True Ready=True',
  ],
  ['nothing', [], 'MemoryPressure DiskPressure PIDPressure Ready=True'],
])('Ready stays last when %s is set', (_name, set, expected) => {
  const words = withSet(usual, set).map(({ type, status }) => (status === 'False' ? type : `${type}=${status}`));
  expect(words.join(' ')).toBe(expected);
});
