import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  QuantityError,
  QuantityFormat,
  quantityMilliValue,
  quantityValue,
  subtractQuantities,
  tryParseQuantity,
} from './index';

interface QuantityRow {
  input: string;
  ok: boolean;
  error?: string;
  format?: string;
  canonical?: string;
  value?: string;
  milliValue?: string;
}
interface ArithmeticRow {
  a: string;
  b: string;
  cmp: number;
  add: string;
  sub: string;
}

function recorded<T>(name: string): T {
  return JSON.parse(gunzipSync(readFileSync(join(__dirname, 'testdata', name))).toString('utf8')) as T;
}
const recordings = recorded<{ quantities: QuantityRow[]; quantityArithmetic: ArithmeticRow[] }>('quantities.json.gz');
const good = recordings.quantities.filter((row) => row.ok);
const bad = recordings.quantities.filter((row) => !row.ok);

describe('recorded quantities', () => {
  test('both kinds are present', () => {
    expect(good.length).toBeGreaterThan(80);
    expect(bad.length).toBeGreaterThan(15);
  });

  test.each(good)('$input reads as $canonical', (row) => {
    const quantity = parseQuantity(row.input);
    expect(formatQuantity(quantity)).toBe(row.canonical);
    expect(quantity.format).toBe(row.format);
    if (row.value !== undefined) expect(quantityValue(row.input)).toBe(BigInt(row.value));
    if (row.milliValue !== undefined) expect(quantityMilliValue(row.input)).toBe(BigInt(row.milliValue));
  });

  test.each(bad)('"$input" is refused', (row) => {
    expect(tryParseQuantity(row.input)).toEqual({ ok: false, error: row.error });
    expect(() => parseQuantity(row.input)).toThrow(QuantityError);
  });

  test.each(recordings.quantityArithmetic)('$a and $b', (row) => {
    const a = parseQuantity(row.a);
    const b = parseQuantity(row.b);
    expect(formatQuantity(addQuantities(a, b))).toBe(row.add);
    expect(formatQuantity(subtractQuantities(a, b))).toBe(row.sub);
    expect(compareQuantities(a, b)).toBe(row.cmp);
  });
});

describe('canonical texts and derived integers (spec scheduler 1.2)', () => {
  test.each([
    ['0.0', '0', 0n, 0n],
    ['1.5', '1500m', 2n, 1500n],
    ['100m', '100m', 1n, 100n],
    ['1500u', '1500u', 1n, 2n],
    ['0.1m', '100u', 1n, 1n],
    ['-1.5', '-1500m', -2n, -1500n],
    ['0.0000000001', '1n', 1n, 1n],
    ['5e-1', '500e-3', 1n, 500n],
    ['1024', '1024', 1024n, 1024000n],
    ['1000k', '1M', 1000000n, 1000000000n],
    ['1024Mi', '1Gi', 1073741824n, 1073741824000n],
    ['2.5Mi', '2560Ki', 2621440n, 2621440000n],
    ['0.5Ki', '512', 512n, 512000n],
    ['1.1Ki', '1126400m', 1127n, 1126400n],
    ['1.5e3', '1500', 1500n, 1500000n],
    ['1e10', '10e9', 10000000000n, 10000000000000n],
    ['10Ei', '9223372036854775807', 9223372036854775807n, 9223372036854775807n],
  ] as const)('%s', (input, canonical, value, milliValue) => {
    expect(canonicalQuantity(input)).toBe(canonical);
    expect(quantityValue(input)).toBe(value);
    expect(quantityMilliValue(input)).toBe(milliValue);
  });

  test.each(['', ' 1', '1 Gi', '1,5', '0x10'])('"%s" has the wrong shape', (input) => {
    expect(tryParseQuantity(input)).toMatchObject({ ok: false, error: expect.stringContaining('regular expression') });
  });

  test('a long run of digits that ends wrong is refused, and that is soon known', () => {
    for (let i = 0; i < 200; i++) expect(tryParseQuantity(`${'1'.repeat(4000)}${i}x`).ok).toBe(false);
  });

  test.each(['1K', '1ki', '1mi', '1e', 'i', '1Gi1', '1e99999999'])('"%s" has a bad suffix', (input) => {
    expect(tryParseQuantity(input)).toEqual({ ok: false, error: "unable to parse quantity's suffix" });
  });

  test('a binary fraction keeps every digit (spec scheduler N4)', () => {
    expect(canonicalQuantity('1.2345678901Gi')).toBe('1325607178167805543n');
  });

  test('numbers read as their text', () => {
    expect(canonicalQuantity(2)).toBe('2');
    expect(canonicalQuantity(0.5)).toBe('500m');
  });
});

describe('properties', () => {
  const nanos = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  const decimals = fc.constantFrom(QuantityFormat.DecimalSI, QuantityFormat.DecimalExponent);

  test('what is printed parses to the same amount', () => {
    fc.assert(
      fc.property(nanos, decimals, (amount, format) => {
        expect(parseQuantity(formatQuantity({ nanos: amount, format })).nanos).toBe(amount);
      }),
    );
  });

  test('the canonical text is a fixed point', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('', 'm', 'Ki', 'Gi', 'k', 'E', 'e3'), (mantissa, suffix) => {
        const canonical = canonicalQuantity(`${mantissa}${suffix}`);
        expect(canonicalQuantity(canonical)).toBe(canonical);
      }),
    );
  });
});
