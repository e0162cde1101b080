import fc from 'fast-check';
import { ApiError, decodeStruct, structNamed, structNames } from '@orrery/api-types';
import { decodeMessage } from './decode-message';
import { decodeProtobuf } from './decode-protobuf';
import { wireMessage } from './wire-structs';

/** A writer of its own, from the description of the format, so that the reader is not tested with itself. */
function varint(value: number | bigint): number[] {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}
const number = (field: number, value: number | bigint): number[] => [...varint(field << 3), ...varint(value)];
const chunk = (field: number, ...parts: (number[] | Buffer)[]): number[] => {
  const bytes = parts.flatMap((part) => [...part]);
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
};
const text = (field: number, value: string): number[] => chunk(field, Buffer.from(value));
const entry = (field: number, key: string, ...value: number[][]): number[] => chunk(field, text(1, key), ...value);
const body = (apiVersion: string, kind: string, ...fields: number[][]): Buffer =>
  Buffer.from([
    0x6b,
    0x38,
    0x73,
    0,
    ...chunk(1, text(1, apiVersion), text(2, kind)),
    ...chunk(2, ...fields),
    ...text(3, ''),
    ...text(4, ''),
  ]);

describe('protobuf bodies', () => {
  test('a secret, as helm stores its releases', () => {
    const metadata = chunk(
      1,
      text(1, 'sh.helm.v1'),
      text(2, ''),
      text(3, 'default'),
      number(7, 0),
      chunk(8),
      entry(11, 'owner', text(2, 'helm')),
    );
    const bytes = body('v1', 'Secret', metadata, entry(2, 'release', text(2, 'abc')), text(3, 'helm.sh/release.v1'));
    expect(decodeProtobuf(bytes)).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'sh.helm.v1', namespace: 'default', labels: { owner: 'helm' } },
      data: { release: 'YWJj' },
      type: 'helm.sh/release.v1',
    });
  });

  test('a pod: embedded messages, quantities, zeros that count', () => {
    const probe = chunk(
      10,
      chunk(1, chunk(2, text(1, '/'), chunk(2, number(1, 1), number(2, 0), text(3, 'web')))),
      number(2, 5),
    );
    const resources = chunk(8, entry(2, 'cpu', chunk(2, text(1, '500m'))));
    const env = chunk(7, text(1, 'A'), chunk(3, chunk(4, chunk(1, text(1, 's')), text(2, 'k'), number(3, 0))));
    const container = chunk(2, text(1, 'c'), text(2, 'nginx'), number(16, 0), resources, env, probe);
    const spec = chunk(
      2,
      chunk(1, text(1, 'v'), chunk(2, chunk(2, text(1, 'Memory')))),
      container,
      number(4, 0),
      number(11, 0),
      number(21, 0),
      number(25, -5),
    );
    expect(decodeProtobuf(body('v1', 'Pod', chunk(1, text(1, 'p')), spec))).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: {
        volumes: [{ name: 'v', emptyDir: { medium: 'Memory' } }],
        containers: [
          {
            name: 'c',
            image: 'nginx',
            resources: { requests: { cpu: '500m' } },
            env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: false } } }],
            livenessProbe: { httpGet: { path: '/', port: 'web' }, initialDelaySeconds: 5 },
          },
        ],
        terminationGracePeriodSeconds: 0,
        automountServiceAccountToken: false,
        priority: -5,
      },
    });
  });

  test('a lease keeps microseconds, an int-or-string its type', () => {
    const lease = body(
      'coordination.k8s.io/v1',
      'Lease',
      chunk(2, text(1, 'me'), number(2, 15), chunk(4, number(1, 1_700_000_000), number(2, 123_456_789))),
    );
    expect(decodeProtobuf(lease)).toMatchObject({
      spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2023-11-14T22:13:20.123456Z' },
    });
    const budget = body('policy/v1', 'PodDisruptionBudget', chunk(2, chunk(1, number(1, 0), number(2, 3))));
    expect(decodeProtobuf(budget)).toMatchObject({ spec: { minAvailable: 3 } });
  });

  test('options, reviews and managed fields', () => {
    const options = body(
      'v1',
      'DeleteOptions',
      number(1, 0),
      chunk(2, text(1, 'u')),
      text(4, 'Background'),
      text(5, 'All'),
    );
    expect(decodeProtobuf(options)).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u' },
      propagationPolicy: 'Background',
      dryRun: ['All'],
    });
    const review = body(
      'authorization.k8s.io/v1',
      'SubjectAccessReview',
      chunk(2, entry(5, 'k', chunk(2, text(1, 'a'), text(1, 'b')))),
    );
    expect(decodeProtobuf(review)).toMatchObject({ spec: { extra: { k: ['a', 'b'] } } });
    const owned = body(
      'v1',
      'ConfigMap',
      chunk(1, chunk(17, text(1, 'm'), chunk(7, chunk(1, Buffer.from('{"f:a":{}}'))))),
    );
    expect(decodeProtobuf(owned)).toMatchObject({
      metadata: { managedFields: [{ manager: 'm', fieldsV1: { 'f:a': {} } }] },
    });
  });

  test('an event of events.k8s.io has the names of that group', () => {
    const bytes = body(
      'events.k8s.io/v1',
      'Event',
      text(4, 'c'),
      text(7, 'r'),
      chunk(8, text(1, 'Pod'), text(3, 'p')),
      text(10, 'm'),
    );
    expect(decodeProtobuf(bytes)).toEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      reportingController: 'c',
      reason: 'r',
      regarding: { kind: 'Pod', name: 'p' },
      note: 'm',
    });
  });

  test('keys of clients are data', () => {
    const decoded = decodeProtobuf(body('v1', 'ConfigMap', entry(2, '__proto__', text(2, 'x')))) as { data: object };
    expect(Object.keys(decoded.data)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test.each([
    ['no prefix', Buffer.from('{}')],
    ['an unknown kind', body('v1', 'Nothing')],
    ['cut off', body('v1', 'Pod', chunk(1, text(1, 'p'))).subarray(0, 12)],
    ['a number where a message belongs', body('v1', 'Pod', number(1, 4))],
    ['field zero', body('v1', 'Pod', [0, 0])],
    ['groups', body('v1', 'Pod', [0x0b])],
  ])('%s is refused', (_name, bytes) => {
    expect(() => decodeProtobuf(bytes)).toThrow(ApiError);
  });

  test('no bytes at all break anything but the request', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Pod', 'Node', 'Lease', 'Event', 'DeleteOptions'),
        fc.uint8Array({ maxLength: 64 }),
        (kind, bytes) => {
          try {
            decodeProtobuf(body('v1', kind, [...bytes]));
          } catch (error) {
            expect(error).toMatchObject({ code: 400 });
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('every int64 field of every message keeps its number or refuses it', () => {
  const samples = [
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
    10n ** 18n,
    10n ** 18n + 1n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ];
  let count = 0;
  for (const struct of structNames().map((name) => structNamed(name)!)) {
    const message = wireMessage(struct) ?? new Map();
    for (const [field, value] of message) {
      if (value.is !== 'value' || value.type.is !== 'l') continue;
      count++;
      for (const sample of samples) {
        const read = decodeStruct(struct, decodeMessage(Buffer.from(number(field, sample)), message, {}));
        if (read.ok) expect(JSON.stringify(read.value[value.name])).toBe(`${sample}`);
        else expect(read.error).toContain(`json: ${value.name}: ${sample} cannot be kept exactly`);
        expect(read.ok).toBe(sample === 2n ** 53n || sample === 10n ** 18n);
      }
    }
  }
  expect(count).toBeGreaterThan(20);
});
