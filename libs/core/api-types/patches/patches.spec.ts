import { kindByGvk, toStatus } from '../index';
import { applyJsonPatch } from './json-patch';
import { applyMergePatch } from './merge-patch';
import { applyStrategicMergePatch } from './strategic-merge-patch';

const pod = kindByGvk('v1', 'Pod')!;

describe('JSON patch', () => {
  const document = { metadata: { labels: { a: 'b' } }, list: [1, 2] };

  test('operations apply in order and leave the target alone', () => {
    const verdict = applyJsonPatch(document, [
      { op: 'test', path: '/metadata/labels/a', value: 'b' },
      { op: 'replace', path: '/metadata/labels/a', value: 'c' },
      { op: 'add', path: '/list/-', value: 3 },
      { op: 'add', path: '/metadata/labels/x~1y', value: 'z' },
      { op: 'remove', path: '/list/0' },
    ]);
    expect(verdict).toEqual({ ok: true, value: { metadata: { labels: { a: 'c', 'x/y': 'z' } }, list: [2, 3] } });
    expect(document.list).toEqual([1, 2]);
  });

  test.each([
    ['a failing test', [{ op: 'test', path: '/list', value: [] }]],
    ['a missing path', [{ op: 'remove', path: '/nothing' }]],
    ['an unknown operation', [{ op: 'explode', path: '/list' }]],
    ['an inherited constructor', [{ op: 'add', path: '/metadata/constructor/polluted', value: 1 }]],
    ['a prototype', [{ op: 'add', path: '/__proto__/polluted', value: 1 }]],
    ['an inherited source', [{ op: 'copy', from: '/metadata/constructor/name', path: '/x' }]],
    ['an inherited field', [{ op: 'remove', path: '/metadata/toString' }]],
    ['an index with letters', [{ op: 'replace', path: '/list/1abc', value: 9 }]],
    ['an index past the end', [{ op: 'add', path: '/list/3', value: 9 }]],
    ['an index before the start', [{ op: 'remove', path: '/list/-3' }]],
    ['the end of a list as a source', [{ op: 'remove', path: '/list/-' }]],
    ['a path through a text', [{ op: 'add', path: '/metadata/labels/a/b', value: 1 }]],
    ['a value that moves into itself', [{ op: 'move', from: '/metadata', path: '/metadata/labels/x' }]],
    ['a document that is removed', [{ op: 'remove', path: '' }]],
    ['a document that becomes a number', [{ op: 'replace', path: '', value: 1 }]],
    ['no path', [{ op: 'add', value: 1 }]],
    ['no operation', [null]],
  ])('%s is 422', (_name, patch) => {
    const verdict = applyJsonPatch(document, patch);
    expect(!verdict.ok && [verdict.error.code, verdict.error.message]).toEqual([
      422,
      'the server rejected our request due to an error in our request',
    ]);
    expect(
      ({} as Record<string, unknown>)['polluted'] ?? (Object as unknown as Record<string, unknown>)['polluted'],
    ).toBeUndefined();
  });

  test.each([
    ['a field named constructor', [{ op: 'add', path: '/labels/constructor', value: 'x' }], { constructor: 'x' }],
    ['a missing field that is replaced', [{ op: 'replace', path: '/labels/b', value: 'x' }], { b: 'x' }],
    ['a missing field that is tested for null', [{ op: 'test', path: '/labels/b', value: null }], {}],
    ['a missing field that is copied', [{ op: 'copy', from: '/labels/b', path: '/labels/c' }], { c: null }],
    ['an operation without a value', [{ op: 'add', path: '/labels/b' }], { b: null }],
  ])('%s is as upstream has it', (_name, patch, labels) => {
    const verdict = applyJsonPatch({ labels: {} }, patch);
    expect(verdict).toEqual({ ok: true, value: { labels } });
  });

  test.each([
    [[{ op: 'replace', path: '/-1', value: 9 }], [1, 9]],
    [[{ op: 'add', path: '/-1', value: 9 }], [1, 2, 9]],
    [[{ op: 'remove', path: '/-2' }], [2]],
    [[{ op: 'move', from: '/0', path: '/-' }], [2, 1]],
    [[{ op: 'copy', from: '/-1', path: '/0' }], [2, 1, 2]],
  ])('%j counts negative indices from the end', (patch, list) => {
    expect(applyJsonPatch([1, 2], patch)).toEqual({ ok: true, value: list });
  });

  test('keys of the prototype are data', () => {
    const verdict = applyJsonPatch({ a: {} }, [{ op: 'add', path: '/a/__proto__', value: { polluted: 1 } }]);
    expect(verdict.ok && JSON.stringify(verdict.value)).toBe('{"a":{"__proto__":{"polluted":1}}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('values of a patch are not shared', () => {
    const value = { n: 1 };
    const verdict = applyJsonPatch({}, [
      { op: 'add', path: '/a', value },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/b/n', value: 2 },
    ]);
    expect(verdict).toEqual({ ok: true, value: { a: { n: 1 }, b: { n: 2 } } });
    expect(value).toEqual({ n: 1 });
  });

  test('copies may add up to 3 MiB, as bytes of JSON', () => {
    const limit = 3 * 1024 * 1024;
    const copies = (count: number, from: string) =>
      Array.from({ length: count }, (_, i) => ({ op: 'copy', from, path: `/copies/${i}` }));
    // As JSON 1 MiB: each letter has two bytes, and there are quotes.
    const target = { text: 'é'.repeat(512 * 1024 - 1), copies: {} };
    expect(applyJsonPatch(target, copies(3, '/text')).ok).toBe(true);
    const refused = applyJsonPatch(target, copies(4, '/text'));
    expect(!refused.ok && toStatus(refused.error)).toMatchObject({
      code: 422,
      message: 'the server rejected our request due to an error in our request',
      details: {
        causes: [
          {
            field: '[3]',
            message: `Unable to complete the copy, the accumulated size increase of copy is ${4 * 1024 * 1024}, exceeding the limit ${limit}`,
          },
        ],
      },
    });
  });

  test('a document that is copied into itself stops growing at the limit', () => {
    // 200 doublings: without a limit memory ends long before the patch does.
    const doubling = Array.from({ length: 200 }, (_, i) => ({ op: 'copy', from: '/data', path: `/data/k${i}` }));
    const verdict = applyJsonPatch({ data: { a: 'b' } }, doubling);
    expect(!verdict.ok && verdict.error.code).toBe(422);
  });

  test('what is not a list is 400, too long a list 413', () => {
    const first = applyJsonPatch(document, {});
    expect(!first.ok && first.error.code).toBe(400);
    const second = applyJsonPatch(document, new Array(10_001).fill({ op: 'test', path: '/list', value: [] }));
    expect(!second.ok && second.error.code).toBe(413);
  });
});

describe('merge patch', () => {
  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  ])('%j with %j', (target, patch, want) => expect(applyMergePatch(target, patch)).toEqual(want));

  test('keys of the prototype are data', () => {
    const merged = applyMergePatch({ a: 1 }, JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(JSON.stringify(merged)).toBe('{"a":1,"__proto__":{"polluted":1}}');
    expect((merged as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('strategic merge patch', () => {
  const spec = (value: object) => ({ spec: value });
  test.each([
    [
      'containers merge by name',
      {
        containers: [
          { name: 'a', image: '1' },
          { name: 'b', image: '1' },
        ],
      },
      { containers: [{ name: 'b', image: '2' }, { name: 'c' }] },
      { containers: [{ name: 'a', image: '1' }, { name: 'b', image: '2' }, { name: 'c' }] },
    ],
    [
      'an item is deleted',
      { containers: [{ name: 'a' }, { name: 'b' }] },
      { containers: [{ name: 'a', $patch: 'delete' }] },
      { containers: [{ name: 'b' }] },
    ],
    [
      'a list is replaced',
      { containers: [{ name: 'a' }] },
      { containers: [{ name: 'b' }, { $patch: 'replace' }] },
      { containers: [{ name: 'b' }] },
    ],
    [
      'tolerations are atomic',
      { tolerations: [{ key: 'a' }] },
      { tolerations: [{ key: 'b' }] },
      { tolerations: [{ key: 'b' }] },
    ],
    ['null deletes', { unschedulable: true, podCIDR: 'x' }, { unschedulable: null }, { podCIDR: 'x' }],
    [
      'a map is replaced',
      { nodeSelector: { a: 'b' } },
      { nodeSelector: { c: 'd', $patch: 'replace' } },
      { nodeSelector: { c: 'd' } },
    ],
    [
      'nested merges',
      { containers: [{ name: 'a', env: [{ name: 'x', value: '1' }], ports: [{ containerPort: 80 }] }] },
      { containers: [{ name: 'a', env: [{ name: 'x', value: '2' }], ports: [{ containerPort: 81 }] }] },
      {
        containers: [
          { name: 'a', env: [{ name: 'x', value: '2' }], ports: [{ containerPort: 81 }, { containerPort: 80 }] },
        ],
      },
    ],
    [
      'order',
      { containers: [{ name: 'a' }, { name: 'b' }] },
      {
        $setElementOrder_containers: 0,
        '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }],
        containers: [{ name: 'c', image: 'x' }],
      },
      { $setElementOrder_containers: 0, containers: [{ name: 'c', image: 'x' }, { name: 'b' }, { name: 'a' }] },
    ],
    [
      'order alone',
      { containers: [{ name: 'a' }, { name: 'b' }] },
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] },
      { containers: [{ name: 'b' }, { name: 'a' }] },
    ],
    [
      'retained keys',
      { volumes: [{ name: 'v', emptyDir: {} }] },
      { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/' } }] },
      { volumes: [{ name: 'v', hostPath: { path: '/' } }] },
    ],
    [
      'new maps lose nulls',
      {},
      { securityContext: { runAsUser: null, runAsGroup: 1 } },
      { securityContext: { runAsGroup: 1 } },
    ],
  ])('%s', (_name, before, patch, want) => {
    expect(applyStrategicMergePatch(pod, spec(before), spec(patch))).toEqual({ ok: true, value: spec(want) });
  });

  test.each([
    [
      'the selector of a disruption budget is replaced as a whole',
      kindByGvk('policy/v1', 'PodDisruptionBudget')!,
      { spec: { selector: { matchLabels: { a: 'b' } }, minAvailable: 1 } },
      { spec: { selector: { matchLabels: { c: 'd' } } } },
      { spec: { selector: { matchLabels: { c: 'd' } }, minAvailable: 1 } },
    ],
    [
      'conditions of a Deployment merge by their type',
      kindByGvk('apps/v1', 'Deployment')!,
      { status: { conditions: [{ type: 'Available', status: 'True' }] } },
      { status: { conditions: [{ type: 'Progressing', status: 'True' }] } },
      {
        status: {
          conditions: [
            { type: 'Progressing', status: 'True' },
            { type: 'Available', status: 'True' },
          ],
        },
      },
    ],
    [
      'drivers of a CSINode merge by their name',
      kindByGvk('storage.k8s.io/v1', 'CSINode')!,
      { spec: { drivers: [{ name: 'a', nodeID: 'n' }] } },
      { spec: { drivers: [{ name: 'b', nodeID: 'n' }] } },
      {
        spec: {
          drivers: [
            { name: 'b', nodeID: 'n' },
            { name: 'a', nodeID: 'n' },
          ],
        },
      },
    ],
  ])('%s', (_name, kind, before, patch, want) => {
    expect(applyStrategicMergePatch(kind, before, patch)).toEqual({ ok: true, value: want });
  });

  test('sets of strings', () => {
    const before = { metadata: { finalizers: ['a', 'b'] } };
    expect(applyStrategicMergePatch(pod, before, { metadata: { finalizers: ['b', 'c'] } })).toEqual({
      ok: true,
      value: { metadata: { finalizers: ['a', 'b', 'c'] } },
    });
    expect(
      applyStrategicMergePatch(pod, before, { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } }),
    ).toEqual({ ok: true, value: { metadata: { finalizers: ['b'] } } });
  });

  test('conditions of any status merge by type', () => {
    const verdict = applyStrategicMergePatch(
      pod,
      { status: { conditions: [{ type: 'A', status: 'True' }] } },
      { status: { conditions: [{ type: 'B', status: 'False' }] } },
    );
    expect(verdict).toEqual({
      ok: true,
      value: {
        status: {
          conditions: [
            { type: 'B', status: 'False' },
            { type: 'A', status: 'True' },
          ],
        },
      },
    });
  });

  test.each([
    ['an unknown directive', { $patch: 'explode' }],
    ['a missing merge key', { spec: { containers: [{ image: 'x' }] } }],
    ['a scalar where objects merge', { spec: { containers: ['x'] } }],
    ['no object', []],
  ])('%s is 400', (_name, patch) => {
    const verdict = applyStrategicMergePatch(pod, { spec: { containers: [{ name: 'a' }] } }, patch);
    expect(!verdict.ok && verdict.error.code).toBe(400);
  });

  test.each([
    [
      'an element that the order lacks',
      { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'zz' }] },
      "The order in patch list:\n[map[name:zz]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    ],
    [
      'an unknown directive',
      { containers: [{ name: 'a', $patch: 'foo' }] },
      'unknown patch type: foo in map: map[$patch:foo name:a]',
    ],
    [
      'a missing merge key',
      { containers: [{ image: 'x' }] },
      'map: map[image:x] does not contain declared merge key: name',
    ],
  ])('%s is refused in the words of strategicpatch', (_name, patch, message) => {
    const verdict = applyStrategicMergePatch(pod, { spec: { containers: [{ name: 'a' }] } }, { spec: patch });
    expect(!verdict.ok && verdict.error.message).toBe(message);
  });

  test('keys beside those that are retained are 422', () => {
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate', rollingUpdate: {} } } };
    const verdict = applyStrategicMergePatch(kindByGvk('apps/v1', 'Deployment')!, { spec: { strategy: {} } }, patch);
    expect(!verdict.ok && verdict.error).toMatchObject({
      code: 422,
      message: "patch content doesn't match retainKeys list",
    });
  });

  test('a list that is new is taken as it is, also with two items of one key', () => {
    const ports = [
      { containerPort: 53, protocol: 'TCP' },
      { containerPort: 53, protocol: 'UDP' },
    ];
    const before = { spec: { containers: [{ name: 'dns' }] } };
    expect(applyStrategicMergePatch(pod, before, { spec: { containers: [{ name: 'dns', ports }] } })).toEqual({
      ok: true,
      value: { spec: { containers: [{ name: 'dns', ports }] } },
    });
  });
});
