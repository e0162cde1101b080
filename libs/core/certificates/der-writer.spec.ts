import { readDer, timeOf, objectIdentifierOf, Tag } from './der-reader';
import { der, namedBits, objectIdentifier, time, wholeNumber } from './der-writer';

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

test.each([
  ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
  ['2.5.29.37.0', '0604551d2500'],
  ['2.16.840.1.113730.4.1', '06096086480186f8420401'],
])('the object identifier %s', (dotted, want) => {
  const bytes = objectIdentifier(dotted);
  expect(hex(bytes)).toBe(want);
  expect(objectIdentifierOf(readDer(bytes))).toBe(dotted);
});

test.each<[number, string, number]>([
  [Date.UTC(2026, 0, 2, 3, 4, 5), '260102030405Z', Tag.UtcTime],
  [Date.UTC(1950, 0, 1), '500101000000Z', Tag.UtcTime],
  [Date.UTC(2050, 0, 1), '20500101000000Z', Tag.GeneralizedTime],
  [Date.UTC(9999, 11, 31, 23, 59, 59), '99991231235959Z', Tag.GeneralizedTime],
])('the time %s', (atMs, text, tag) => {
  const value = readDer(time(atMs));
  expect([value.tag, new TextDecoder().decode(value.content)]).toEqual([tag, text]);
  expect(timeOf(value)).toBe(atMs);
});

test.each<[number[], string]>([
  [[], '030100'],
  [[0], '03020780'],
  [[0, 2], '030205a0'],
  [[5, 6], '03020106'],
  [[8], '0303070080'],
])('the bits %j', (numbers, want) => {
  expect(hex(namedBits(numbers))).toBe(want);
});

test.each<[number[], string]>([
  [[0], '020100'],
  [[0, 0, 127], '02017f'],
  [[128], '02020080'],
  [[1, 0], '02020100'],
])('the whole number %j', (bytes, want) => {
  expect(hex(wholeNumber(Uint8Array.from(bytes)))).toBe(want);
});

test.each([0, 127, 128, 255, 256, 70_000])('a content of %d bytes', (size) => {
  expect(readDer(der(Tag.OctetString, new Uint8Array(size))).content).toHaveLength(size);
});
