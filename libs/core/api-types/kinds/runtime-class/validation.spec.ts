import { kindByGvk, renderFieldError, validateCreate, validateUpdate, type KubeObject } from '../../index';

const KIND = kindByGvk('node.k8s.io/v1', 'RuntimeClass')!;
const metadata = { name: 'kata', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const runtimeClass = (more: object): KubeObject =>
  ({ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata, handler: 'kata', ...more }) as KubeObject;

test.each<[string, object, RegExp[]]>([
  ['a handler alone', {}, []],
  ['everything', { overhead: { podFixed: { cpu: '1' } }, scheduling: { nodeSelector: { a: 'b' } } }, []],
  ['no handler', { handler: undefined }, [/^handler: Invalid value: "": a lowercase RFC 1123 label/]],
  ['a handler with a dot', { handler: 'a.b' }, [/^handler: Invalid value: "a.b": must not contain dots$/]],
  [
    'a negative overhead',
    { overhead: { podFixed: { cpu: '-1' } } },
    [/^overhead.limits\[cpu\]: Invalid value: "-1": must be greater than or equal to 0$/],
  ],
  [
    'a label that is none',
    { scheduling: { nodeSelector: { '-': 'b' } } },
    [/^scheduling.nodeSelector: Invalid value: "-": name part must/],
  ],
  [
    'a toleration of nothing',
    { scheduling: { tolerations: [{ operator: 'Equal' }] } },
    [/^scheduling.tolerations\[0\].operator: Invalid value: "Equal": operator must be Exists when `key` is empty/],
  ],
])('a class with %s', (_name, more, want) => {
  const found = validateCreate(KIND, runtimeClass(more)).map(renderFieldError);
  expect(found).toEqual(want.map((text) => expect.stringMatching(text) as string));
});

test('the handler stays', () => {
  const next = runtimeClass({ handler: 'runc', overhead: { podFixed: { cpu: '1' } } });
  expect(validateUpdate(KIND, next, runtimeClass({})).map(renderFieldError)).toEqual([
    'handler: Invalid value: "runc": field is immutable',
  ]);
});
