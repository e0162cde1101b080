import { checkDeviceSelector, compileDeviceSelector, type SelectableDevice } from './index';

const GPU: SelectableDevice = {
  driver: 'gpu.example.com',
  attributes: {
    model: { string: 'A100' },
    index: { int: 3 },
    healthy: { bool: true },
    driverVersion: { version: '1.10.0' },
    'other.example.com/link': { string: 'nvlink' },
  },
  capacity: { memory: { value: '80Gi' } },
};
const matches = (text: string, device = GPU): boolean => compileDeviceSelector(text).matches(device);

test.each([
  'device.driver == "gpu.example.com"',
  'device.attributes["gpu.example.com"].model == "A100"',
  'device.attributes["gpu.example.com"].index > 2 && device.attributes["gpu.example.com"].healthy',
  'device.attributes["other.example.com"].link.startsWith("nv")',
  'device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) >= 0',
  'device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("40Gi"))',
  'device.attributes["gpu.example.com"].driverVersion.isGreaterThan(semver("1.9.9"))',
  'device.attributes["gpu.example.com"].driverVersion.major() == 1',
  'device.attributes["gpu.example.com"].driverVersion == semver("1.10.0")',
  'semver("v1.2", true).compareTo(semver("1.2.0")) == 0 && isSemver("1.0.0") && !isSemver("1.0")',
  'semver("1.0.0-alpha.2").isLessThan(semver("1.0.0-alpha.10")) && semver("1.0.0-rc").isLessThan(semver("1.0.0"))',
  '!has(device.attributes["gone.example.com"].model) && has(device.attributes["gpu.example.com"].model)',
  '"other.example.com" in device.attributes && !("gone.example.com" in device.attributes)',
  'cel.bind(gpu, device.attributes["gpu.example.com"], gpu.model == "A100" && gpu.healthy)',
  'device.attributes["gpu.example.com"].?gone.orValue("none") == "none"',
  'device.attributes["gpu.example.com"].healthy',
])('selected: %s', (text) => {
  expect(matches(text)).toBe(true);
  expect(() => checkDeviceSelector(text)).not.toThrow();
});

test.each([
  ['device.foo == "a"', "1:7: undefined field 'foo'"],
  ['device.driver > 1', "1:15: found no matching overload for '_>_' applied to '(string, int)'"],
  [
    'device.capacity["x"].memory > 1',
    "1:29: found no matching overload for '_>_' applied to '(kubernetes.Quantity, int)'",
  ],
  ['gpu.driver == "a"', "1:1: undeclared reference to 'gpu' (in container '')"],
])('the types of %s do not go together', (text, error) => {
  expect(() => checkDeviceSelector(text)).toThrow(`compilation failed: ERROR: <input>:${error}\n | ${text}\n | `);
});

test('a device without values is not selected by them', () => {
  expect(matches('device.capacity["x"].?memory.hasValue()', { driver: 'x' })).toBe(false);
});

test.each([
  ['device.driver ==', /^compilation failed: ERROR: <input>: Syntax error: /],
  ['device.foo == "a"', /^compilation failed: ERROR: <input>: No such key: foo$/],
  ['gpu.driver == "a"', /^compilation failed: ERROR: <input>: Unknown variable: gpu$/],
  ['1 + 1', /^must evaluate to bool or the unknown type, not int$/],
])('%s is refused', (text, message) => {
  expect(() => compileDeviceSelector(text)).toThrow(message);
});

test.each<[string, RegExp]>([
  ['device.attributes["gpu.example.com"].gone == "x"', /^no such key: gone$/],
  ['device.attributes["gpu.example.com"].index', /^CEL result of type int could not be converted to bool$/],
  ['device.attributes["gpu.example.com"].model > 1', /^no such overload$/],
])('%s fails on a device', (text, message) => {
  expect(() => matches(text)).toThrow(message);
});
