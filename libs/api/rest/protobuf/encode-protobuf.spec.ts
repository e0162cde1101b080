import { allKinds, structNamed, structNames, type Struct, type ValueType } from '@orrery/api-types';
import { decodeMessage } from './decode-message';
import { decodeProtobuf } from './decode-protobuf';
import { encodeMessage } from './encode-message';
import { encodeProtobuf, encodeWatchEvent, hasMessage } from './encode-protobuf';
import { messageOfBody, wireMessage, type WireMessage } from './wire-structs';

type Json = Record<string, unknown>;
const MAX_DEPTH = 3;

/** An object with a value in every field that a message has; below some depth structs are empty. */
function sampleOf(struct: Struct, depth = 0): Json {
  const message = wireMessage(struct);
  return message && depth <= MAX_DEPTH ? sampleOfMessage(message, depth) : {};
}

function sampleOfMessage(message: WireMessage, depth = 0): Json {
  const object: Json = {};
  const fill = (fields: WireMessage): void => {
    for (const field of fields.values()) {
      if (field.is === 'embedded') fill(field.message);
      else if (!isAlternative(field.type)) object[field.name] = valueOf(field.type, depth);
    }
  };
  fill(message);
  return object;
}

/** Values of several types are sent as JSON: see the test below. */
function isAlternative(type: ValueType): boolean {
  return type.is === '|' || ((type.is === '[' || type.is === '{') && isAlternative(type.item));
}

function valueOf(type: ValueType, depth: number): unknown {
  switch (type.is) {
    case 's':
      return 'text';
    case 'i':
      return -7;
    case 'l':
      return 9007199254740993n;
    case 'd':
      return 1.5;
    case 'b':
      return true;
    case 'y':
      return 'AQID';
    case 'q':
      return '1500m';
    case 't':
      return '2026-03-01T12:00:00Z';
    case 'u':
      return '2026-03-01T12:00:00.123456Z';
    case 'o':
      return 'http';
    case 'x':
      return { any: ['thing', 1] };
    case '[':
      return [valueOf(type.item, depth)];
    case '{':
      return { a: valueOf(type.item, depth), b: valueOf(type.item, depth) };
    case '|':
    case 'shape':
      throw new TypeError('has no message');
    case 'struct':
      return sampleOf(type.struct, depth + 1);
  }
}

const encodable = structNames().filter((name) => wireMessage(structNamed(name)!) !== undefined);

test('there are messages for the structs of built-in kinds', () => {
  expect(encodable.length).toBeGreaterThan(300);
});

test.each(encodable)('%s is read as it was written', (name) => {
  const struct = structNamed(name)!;
  const message = wireMessage(struct)!;
  const sample = sampleOf(struct);
  expect(decodeMessage(encodeMessage(sample, message), message, {})).toEqual(sample);
});

const bodies = allKinds()
  .flatMap(({ bodyKind: kind, apiVersions }) => apiVersions.map((apiVersion) => [apiVersion, kind] as const))
  .filter(([apiVersion, kind]) => hasMessage(apiVersion, kind));

test('each served version of a kind has a message', () => {
  expect(bodies.length).toBeGreaterThan(90);
});

test.each(bodies)('%s %s is read as it was sent, with the fields of its version', (apiVersion, kind) => {
  const object = { ...sampleOfMessage(messageOfBody(apiVersion, kind)!), apiVersion, kind };
  expect(decodeProtobuf(encodeProtobuf(object)!)).toEqual(object);
});

test('an autoscaler of v1 has the numbers of v1, those of v2 are others', () => {
  const autoscaler = {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    spec: { maxReplicas: 5, targetCPUUtilizationPercentage: 80 },
  };
  const bytes = encodeProtobuf(autoscaler)!;
  // spec is field 2, maxReplicas its field 3, the percentage its field 4: a number here, a list of metrics in v2.
  expect(bytes.includes(Buffer.from([0x12, 4, 3 << 3, 5, 4 << 3, 80]))).toBe(true);
  expect(decodeProtobuf(bytes)).toEqual(autoscaler);
});

test('an event of events.k8s.io has the fields of that group', () => {
  const event = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'default' },
    note: 'what happened',
    regarding: { kind: 'Pod', name: 'web' },
    reportingController: 'kubelet',
  };
  expect(decodeProtobuf(encodeProtobuf(event)!)).toEqual(event);
});

test('a status, a list and the event of a watch have the bytes that the format says', () => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'm',
    reason: 'NotFound',
    details: { name: 'x', causes: [{ reason: 'R', message: 'c', field: 'f' }] },
    code: 404,
  };
  expect(encodeProtobuf(status)!.toString('latin1')).toBe(
    'k8s\0\n\x0c\n\x02v1\x12\x06Status\x129\n\x06\n\0\x12\0\x1a\0\x12\x07Failure\x1a\x01m"\x08NotFound*\x16\n\x01x\x12\0\x1a\0"\x09\n\x01R\x12\x01c\x1a\x01f(\x002\x000\x94\x03\x1a\0"\0',
  );
  const list = {
    kind: 'ConfigMapList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '7' },
    items: [{ metadata: { name: 'a' } }],
  };
  expect(encodeProtobuf(list)!.toString('latin1')).toBe(
    'k8s\0\n\x13\n\x02v1\x12\x0dConfigMapList\x12\x10\n\x07\n\0\x12\x017\x1a\0\x12\x05\n\x03\n\x01a\x1a\0"\0',
  );
  const frame = encodeWatchEvent('ADDED', { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } });
  expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
  expect(frame.subarray(4, 11).toString('latin1')).toBe('\n\x05ADDED');
  expect(frame.includes('k8s\0')).toBe(true);
});

test('what has no message is not sent as one', () => {
  expect(encodeProtobuf({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', rows: [] })).toBeUndefined();
  expect(encodeProtobuf({ kind: 'Widget', apiVersion: 'example.com/v1', metadata: {} })).toBeUndefined();
  expect(encodeProtobuf('text')).toBeUndefined();
});

test('a schema with a value of several types is sent as JSON', () => {
  const struct = structNamed('V1JSONSchemaProps')!;
  const encode = (): Buffer => encodeMessage({ items: { type: 'string' } }, wireMessage(struct)!);
  expect(encode).toThrow('a value of several types, or of a type that a schema gives, is sent as JSON');
});
