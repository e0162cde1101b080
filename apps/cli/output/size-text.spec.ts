import { sizeText } from './size-text';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [2_500_000, '2.4 MiB'],
  [5 * 1024 ** 5, '5120.0 TiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
