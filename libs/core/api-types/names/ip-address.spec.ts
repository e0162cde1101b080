import { isIP } from 'node:net';
import fc from 'fast-check';
import { addressFamily, isIpAddress, isWithin, parseCidr } from './ip-address';

test.each([
  ['10.9.8.7', true],
  ['2001:db8::ffff', true],
  ['::', true],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::192.0.2.33', true],
  ['1:2:3:4:5:6:7:8', true],
  ['256.0.0.1', false],
  ['010.0.0.1', false],
  ['10.0.1', false],
  ['0x0a.0.0.1', false],
  ['fe80::1%eth0', false],
  ['1::2::3', false],
  ['1:2:3:4:5:6:7', false],
  ['1:2:3:4:5:6:7:8:9', false],
  ['12345::', false],
  ['::ffff:10.0.0.256', false],
  ['', false],
  [' 10.0.0.1', false],
])('whether %j is an address: %s', (text, expected) => {
  expect(isIpAddress(text)).toBe(expected);
});

test('addresses are those of Node', () => {
  const part = fc.constantFrom('0', '1', 'ff', 'ffff', '10', '255', ':', '::', '.', '10.0.0.1');
  const texts = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(fc.property(texts, (text) => expect(isIpAddress(text)).toBe(isIP(text) !== 0)));
});

test.each([
  ['10.0.0.1', 'IPv4'],
  ['::ffff:10.0.0.1', 'IPv4'],
  ['64:ff9b::10.0.0.1', 'IPv6'],
  ['::1', 'IPv6'],
  ['web', undefined],
])('the family of %s is %s', (text, expected) => {
  expect(addressFamily(text)).toBe(expected);
});

test.each([
  ['10.0.0.0/8', true],
  ['2001:db8::/64', true],
  ['10.0.0.0/33', false],
  ['::/129', false],
  ['10.0.0.0', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/x', false],
  ['/8', false],
])('whether %j is a range: %s', (text, expected) => {
  expect(parseCidr(text) !== undefined).toBe(expected);
});

test.each([
  ['10.1.0.0/16', '10.0.0.0/8', true],
  ['10.0.0.0/8', '10.0.0.0/8', false],
  ['11.0.0.0/16', '10.0.0.0/8', false],
  ['2001:db8:1::/48', '2001:db8::/32', true],
  ['::/8', '0.0.0.0/0', false],
])('whether %s is within %s: %s', (part, whole, expected) => {
  expect(isWithin(parseCidr(part)!, parseCidr(whole)!)).toBe(expected);
});
