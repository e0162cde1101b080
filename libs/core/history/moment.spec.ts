import { momentOfHostLabel, parseMoment } from './moment';

test.each([
  ['1234', { kind: 'revision', revision: 1234 }],
  ['2025-01-01T00:10:00Z', { kind: 'time', atMs: Date.UTC(2025, 0, 1, 0, 10) }],
  ['2025-01-01T02:10:00.5+02:00', { kind: 'time', atMs: Date.UTC(2025, 0, 1, 0, 10, 0, 500) }],
  ['-10m', { kind: 'ago', ms: 600_000 }],
  ['-1h30m', { kind: 'ago', ms: 5_400_000 }],
  ['', undefined],
  ['now', undefined],
  ['10m', undefined],
  ['--10m', undefined],
  ['-', undefined],
  ['1e3', undefined],
  ['May 5 2025', undefined],
  ['2025-01-01', undefined],
  ['9'.repeat(16), undefined],
  ['2025-13-01T00:00:00Z', undefined],
])('%j is a moment as it says', (text, moment) => {
  expect(parseMoment(text)).toEqual(moment);
});

test.each([
  ['1234', '1234'],
  ['20250101t001000z', '2025-01-01T00:10:00Z'],
  ['10m-ago', '-10m'],
  ['1h30m-ago', '-1h30m'],
  ['20251301t001000z', undefined],
  ['ago', undefined],
  ['10-ago', undefined],
  ['', undefined],
])('%j in a host name is %j', (label, text) => {
  expect(momentOfHostLabel(label)).toBe(text);
});
