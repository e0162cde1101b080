import { jsonText, parseJson, type KubeObject } from '@orrery/api-types';
import { shareParts } from '@orrery/store';
import fc from 'fast-check';
import { ListBody, ordered, orderedText } from './list-body';

const HEAD = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '7' } };

// What the server adds to objects is not looked at.
function podOf(name: string, text = ''): KubeObject {
  return shareParts({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels: { app: 'a' }, resourceVersion: '1' },
    spec: { containers: [{ name: 'c', image: 'é' + text }] },
    status: { phase: 'Running' },
  } as never as KubeObject);
}

const KEPT = { show: (object: KubeObject): KubeObject => object, areKept: true, isKindNamed: false };
const textOf = async (body: ListBody): Promise<string> => Buffer.concat([...(await body.pieces())]).toString();
const expectText = async (items: readonly KubeObject[], areKept = true): Promise<void> => {
  const body = new ListBody(HEAD, items, { show: (object) => object, areKept, isKindNamed: false });
  expect(await textOf(body)).toBe(jsonText(await body.value()));
};

test.each([true, false])(
  'the pieces are the JSON of the value, whether texts are kept (%s) or not',
  async (areKept) => {
    const pods = Array.from({ length: 300 }, (_, i) => podOf(`pod-${i}`, 'x'.repeat(3000)));
    const other = podOf('other', '"\\\u2028');
    const lists = [
      [],
      pods,
      pods,
      pods.slice(10, 20),
      [pods[3]!, pods[1]!, pods[2]!],
      [other],
      // What is in the midst of others has changed, came or went.
      [...pods.slice(0, 150), other, ...pods.slice(151)],
      pods.filter((_, i) => i % 7 !== 0),
      [pods[0]!, pods[0]!],
    ];
    for (const items of lists) await expectText(items, areKept);
  },
);

test('a list that did not change is sent from the same memory, in few pieces', async () => {
  const pods = Array.from({ length: 1600 }, (_, i) => podOf(`kept-${i}`, 'x'.repeat(3000)));
  const pieces = (): Promise<readonly Buffer[]> => new ListBody(HEAD, [...pods], KEPT).pieces();
  const [first, second] = [await pieces(), await pieces()];
  expect(first.length).toBeGreaterThan(3);
  expect(first.length).toBeLessThan(12);
  expect(second.slice(1, -1).map(({ buffer }) => buffer)).toEqual(first.slice(1, -1).map(({ buffer }) => buffer));
  for (const [i, piece] of second.slice(1, -1).entries()) expect(piece.buffer).toBe(first[i + 1]!.buffer);
  // Others are made again each time.
  const unkept = async (): Promise<Buffer> =>
    (await new ListBody(HEAD, [podOf('a', 'x'.repeat(70_000))], { ...KEPT, areKept: false }).pieces())[1]!;
  expect((await unkept()).buffer).not.toBe((await unkept()).buffer);
});

test('the same list is sent in the same pieces, in another version in others', async () => {
  const pods = Array.from({ length: 3 }, (_, i) => podOf(`version-${i}`));
  const pieces = async (apiVersion: string): Promise<readonly Buffer[]> => {
    const show = (pod: KubeObject): KubeObject => (apiVersion === 'v1' ? pod : { ...pod, apiVersion });
    const body = new ListBody({ ...HEAD, apiVersion }, pods, { show, areKept: true, isKindNamed: true });
    expect(await textOf(body)).toBe(jsonText(await body.value()));
    return body.pieces();
  };
  const [first, other, second] = [await pieces('v1'), await pieces('v2'), await pieces('v1')];
  expect(second[1]).toBe(first[1]);
  expect(other[1]).not.toBe(first[1]);
});

test('texts of more objects than are kept are made again', async () => {
  const large = Array.from({ length: 70 }, (_, i) => podOf(`large-${i}`, 'x'.repeat(1_000_000)));
  await expectText(large);
  await expectText(large);
});

test('an object is written as JSON writes it, with what is not there and integers of 64 bits', () => {
  const rare = parseJson(
    '{"kind":"A","metadata":{"name":"a","__proto__":"b"},"value":12345678901234567890,"spec":[1]}',
  );
  const objects = [
    rare as KubeObject,
    { metadata: {} } as KubeObject,
    { ...podOf('a'), spec: undefined, status: undefined, data: undefined } as KubeObject,
    { ...podOf('b'), spec: null, status: null } as never as KubeObject,
  ];
  for (const object of objects) expect(orderedText(object)).toBe(jsonText(ordered(object)));
});

test('so is any object', () => {
  const json = fc.object({
    maxDepth: 3,
    values: [fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)],
  });
  const property = fc.property(json, json, json, (metadata, spec, status) => {
    const object = { kind: 'A', apiVersion: 'v1', metadata, spec, data: metadata, status } as never as KubeObject;
    expect(orderedText(object)).toBe(jsonText(ordered(object)));
    expect(orderedText(shareParts(object))).toBe(jsonText(ordered(object)));
  });
  fc.assert(property);
});
