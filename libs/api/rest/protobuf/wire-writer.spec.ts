import fc from 'fast-check';
import { bytesField, numberField, textField, varint } from './wire-writer';

/** Seven bits a byte, the lowest first, all but the last with the highest bit set. */
function bytesOf(value: bigint): number[] {
  const rest = BigInt.asUintN(64, value);
  return rest < 128n ? [Number(rest)] : [Number(rest % 128n) + 128, ...bytesOf(rest / 128n)];
}

const around = [0, 7, 14, 21, 28, 31, 32, 35, 53, 63].flatMap((bits) => {
  const power = 2n ** BigInt(bits);
  return [power - 1n, power, power + 1n, -power];
});
const numbers = fc.oneof(fc.constantFrom(...around), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));

test('numbers have seven bits a byte, and fields a number and their kind before them', () => {
  const property = fc.property(numbers, fc.integer({ min: 1, max: 2 ** 20 }), (number, field) => {
    expect([...varint(number)]).toEqual(bytesOf(number));
    const tagged = [...bytesOf(BigInt(field) * 8n), ...bytesOf(number)];
    expect([...numberField(field, number)]).toEqual(tagged);
    if (!Number.isSafeInteger(Number(number))) return;
    expect([...varint(Number(number))]).toEqual(bytesOf(number));
    expect([...numberField(field, Number(number))]).toEqual(tagged);
  });
  fc.assert(property);
});

test('texts and messages have their length in bytes before them', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
    const bytes = Buffer.from(text);
    const field = [...bytesOf(5n * 8n + 2n), ...bytesOf(BigInt(bytes.length)), ...bytes];
    expect([...textField(5, text)]).toEqual(field);
    expect([...bytesField(5, bytes)]).toEqual(field);
  });
  fc.assert(property);
});
