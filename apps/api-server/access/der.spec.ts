import { Der } from './der';

test.each([
  ['01', '020101'],
  ['7f', '02017f'],
  ['80', '02020080'],
  ['ff01', '020300ff01'],
  ['0001', '020101'],
  ['0080', '02020080'],
  ['0000', '020100'],
])('the number %s is written with as few bytes as possible', (bytes, expected) => {
  expect(Der.integer(Buffer.from(bytes, 'hex')).toString('hex')).toBe(expected);
});
