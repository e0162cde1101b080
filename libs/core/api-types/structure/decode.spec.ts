import { decodeStruct } from './decode';
import { allKinds } from '../kinds/registry';
import { parseJson } from '../numbers/parse-json';
import { parseYamlDocument } from '../yaml/parse-yaml';
import { structOfKind, type Struct, type ValueType } from './struct-types';

const decode = (kind: string, input: unknown) =>
  decodeStruct(structOfKind(allKinds().find((each) => each.kind === kind)!)!, input);

describe('decoding', () => {
  test('known fields are kept, unknown ones named, nulls and empty collections dropped', () => {
    const input = {
      kind: 'Pod',
      metadata: { name: 'a', labels: {}, annotations: null },
      spec: { containers: [{ name: 'c', imagee: 'x', emptyy: 1 }], volumes: [], extra: true, securityContext: {} },
    };
    expect(decode('Pod', input)).toEqual({
      ok: true,
      value: { kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'c' }], securityContext: {} } },
      unknownFields: ['spec.containers[0].imagee', 'spec.containers[0].emptyy', 'spec.extra'],
      unstorable: [],
    });
  });

  test.each([
    [
      'quantities',
      'Pod',
      { spec: { overhead: { cpu: '0.5', memory: 1024 } } },
      { spec: { overhead: { cpu: '500m', memory: '1024' } } },
    ],
    [
      'times',
      'Pod',
      { status: { startTime: '2026-01-01T01:00:00.9+01:00' } },
      { status: { startTime: '2026-01-01T00:00:00Z' } },
    ],
    [
      'micro times',
      'Lease',
      { spec: { renewTime: '2026-01-01T01:00:00.000001+01:00' } },
      { spec: { renewTime: '2026-01-01T00:00:00.000001Z' } },
    ],
    [
      'microseconds are kept',
      'Lease',
      { spec: { renewTime: '2026-01-01T00:00:00.123456Z' } },
      { spec: { renewTime: '2026-01-01T00:00:00.123456Z' } },
    ],
    [
      'integers or strings',
      'Service',
      { spec: { ports: [{ targetPort: 'http' }, { targetPort: 80 }] } },
      { spec: { ports: [{ targetPort: 'http' }, { targetPort: 80 }] } },
    ],
    ['an empty managedFields', 'Pod', { metadata: { managedFields: [] } }, { metadata: { managedFields: [] } }],
    ['no triggers', 'DeploymentConfig', { spec: { triggers: [], test: true } }, { spec: { triggers: [], test: true } }],
    ['null in a map of strings', 'ConfigMap', { data: { a: null } }, { data: { a: '' } }],
  ])('%s', (_name, kind, input, value) => {
    expect(decode(kind, input)).toEqual({ ok: true, value, unknownFields: [], unstorable: [] });
  });

  test.each([
    [{ spec: 'x' }, 'json: cannot unmarshal string into Go struct field Pod.spec of type v1.PodSpec'],
    [
      { metadata: { labels: { a: 5 } } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      { spec: { containers: {} } },
      'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    ],
    [
      { spec: { containers: [{ ports: [{ containerPort: '80' }] }] } },
      'json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32',
    ],
    [
      { spec: { priority: 2 ** 31 } },
      'json: cannot unmarshal number into Go struct field PodSpec.spec.priority of type int32',
    ],
    [
      { spec: { terminationGracePeriodSeconds: 1e30 } },
      'json: cannot unmarshal number into Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64',
    ],
    [
      { spec: { terminationGracePeriodSeconds: -(2n ** 63n) - 1n } },
      'json: cannot unmarshal number -9223372036854775809 into Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64',
    ],
    [
      { spec: { tolerations: [{ tolerationSeconds: 2 ** 63 + 2048 }] } },
      'json: cannot unmarshal number into Go struct field Toleration.spec.tolerations.tolerationSeconds of type int64',
    ],
    [
      { spec: { tolerations: [{ tolerationSeconds: 2n ** 53n + 1n }] } },
      'json: spec.tolerations[0].tolerationSeconds: 9007199254740993 cannot be kept exactly; numbers beyond 9007199254740991 (2^53 - 1) are accepted only where a float64 is printed as the same number',
    ],
    [
      { spec: { priority: 2n ** 60n } },
      'json: cannot unmarshal number 1152921504606846976 into Go struct field PodSpec.spec.priority of type int32',
    ],
    [
      { spec: { hostNetwork: 'yes' } },
      'json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool',
    ],
    [
      { spec: { overhead: { cpu: '1 Gi' } } },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])('%p is refused', (input, error) => {
    expect(decode('Pod', input)).toEqual({ ok: false, error });
  });

  test('a quantity that is a number keeps its digits', () => {
    const input = parseJson('{"spec":{"overhead":{"memory":9223372036854775807}}}');
    expect(decode('Pod', input)).toMatchObject({ value: { spec: { overhead: { memory: '9223372036854775807' } } } });
  });

  test.each([
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['9223372036854775808', 2 ** 63],
    ['9007199254740993.0', 9007199254740992],
  ])('%s is kept in a value of any type as Go keeps it', (number, value) => {
    expect(decode('ControllerRevision', parseJson(`{"data":{"a":[1,${number}]}}`))).toMatchObject({
      value: { data: { a: [1, value] } },
    });
  });

  test('1e400 is refused in a value of any type', () => {
    expect(decode('ControllerRevision', parseJson('{"data":{"a":[1,1e400]}}'))).toEqual({
      ok: false,
      error: 'json: data.a[1]: a number is beyond the range of float64',
    });
  });

  test('every int64 field of every kind keeps its number or refuses it', () => {
    const fields = int64Fields();
    expect(fields.length).toBeGreaterThan(30);
    for (const { struct, name } of fields) {
      for (const [digits, isKept] of INT64_SAMPLES) {
        for (const input of [parseJson(`{"${name}":${digits}}`), parseYamlDocument(`${name}: ${digits}`).toJS()]) {
          const verdict = decodeStruct(struct, input);
          if (isKept) expect(verdict.ok && JSON.stringify(verdict.value)).toBe(`{"${name}":${digits}}`);
          else expect(verdict).toMatchObject({ ok: false, error: expect.stringContaining(name) as string });
        }
      }
    }
  });

  test('keys of the prototype are data', () => {
    const verdict = decode('ConfigMap', JSON.parse('{"__proto__":{"a":1},"data":{"__proto__":"x","constructor":"y"}}'));
    expect(verdict).toMatchObject({ ok: true, unknownFields: ['__proto__'] });
    const data = (verdict as unknown as { value: { data: object } }).value.data;
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(JSON.stringify(data)).toBe('{"__proto__":"x","constructor":"y"}');
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  test.each([
    ['a field', 'Pod', { spec: { containers: [{ image: 'a\0' }] } }, 'spec.containers[0].image'],
    ['a value of a map', 'ConfigMap', { data: { a: 'x\udc00' } }, 'data[a]'],
    ['a key of a map', 'ConfigMap', { data: { 'a\ud800': '' } }, 'data'],
    ['an integer or string', 'Service', { spec: { ports: [{ targetPort: '\0' }] } }, 'spec.ports[0].targetPort'],
    ['a value of any type', 'ControllerRevision', { data: { a: ['\ud800'] } }, 'data.a[0]'],
    ['a key in a value of any type', 'ControllerRevision', { data: { '\0': 1 } }, 'data'],
  ])('%s that no store takes is named', (_name, kind, input, field) => {
    expect(decode(kind, input)).toMatchObject({ ok: true, unstorable: [{ type: 'Invalid value', field }] });
  });

  test('pairs of surrogates and other control characters are text', () => {
    expect(decode('ConfigMap', { data: { '😀': 'a\u0001\t\u007f😀\ufffd' } })).toMatchObject({ unstorable: [] });
  });

  test('endless nesting is refused', () => {
    const data = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown;
    expect(decode('ControllerRevision', { data })).toEqual({ ok: false, error: 'json: exceeded max depth' });
  });

  test('nothing is shared with the input', () => {
    const input = { metadata: { labels: { a: 'b' } } };
    const verdict = decode('Pod', input) as unknown as { value: typeof input };
    input.metadata.labels.a = 'c';
    expect(verdict.value.metadata.labels.a).toBe('b');
  });
});

/** Numbers around the limits of doubles and of int64, with whether JSON keeps them. */
const INT64_SAMPLES: readonly (readonly [digits: string, isKept: boolean])[] = [
  ['9007199254740991', true],
  ['-9007199254740991', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['-9007199254740993', false],
  ['1000000000000000000', true],
  ['1000000000000000001', false],
  ['9223372036854775807', false],
  ['-9223372036854775808', false],
  ['9223372036854775808', false],
  ['10000000000000000000', false],
];

function int64Fields(): { readonly struct: Struct; readonly name: string }[] {
  const seen = new Set<Struct>();
  const found: { readonly struct: Struct; readonly name: string }[] = [];
  const visit = (type: ValueType): void => {
    if ('item' in type) return visit(type.item);
    if (type.is !== 'struct' || seen.has(type.struct)) return;
    seen.add(type.struct);
    for (const [name, field] of type.struct.fields) {
      if (field.is === 'l') found.push({ struct: type.struct, name });
      visit(field);
    }
  };
  for (const kind of allKinds()) {
    const struct = structOfKind(kind);
    if (struct) visit({ is: 'struct', struct });
  }
  return found;
}

test.each([
  ['2026-01-01T00:00:00Z', 'cannot parse "Z" as ".000000"'],
  ['2026-01-01T00:00:00.123Z', 'cannot parse ".123Z" as ".000000"'],
  ['2026-01-01T00:00:00.1234567Z', 'cannot parse "7Z" as "Z07:00"'],
  ['x', 'cannot parse "x" as "2006"'],
])('times with microseconds have six digits: %s', (renewTime, why) => {
  expect(decode('Lease', { spec: { renewTime } })).toMatchObject({
    ok: false,
    error: `parsing time "${renewTime}" as "2006-01-02T15:04:05.000000Z07:00": ${why}`,
  });
});
