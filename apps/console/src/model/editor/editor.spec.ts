import { keyChoices, valueChoices, type KindSchema } from './schema-at';
import { editable, freshCopies, modeOf, needsEarlier, saveCommands } from './saving';
import { yamlPlace } from './yaml-place';

/** The place of `|` in a text. */
function place(marked: string) {
  const offset = marked.indexOf('|');
  return yamlPlace(marked.replace('|', ''), offset);
}

test.each([
  ['ki|', [], undefined, 'ki'],
  ['kind: Po|', [], 'kind', 'Po'],
  ['spec:\n  |', ['spec'], undefined, ''],
  ['spec:\n  containers:\n    - na|', ['spec', 'containers', '-'], undefined, 'na'],
  ['spec:\n  containers:\n  - name: c\n    im|', ['spec', 'containers', '-'], undefined, 'im'],
  ['spec:\n  containers:\n    - name: c\n    - |', ['spec', 'containers', '-'], undefined, ''],
  [
    'spec:\n  containers:\n  - name: c\n    resources:\n      requests:\n        cpu: |',
    ['spec', 'containers', '-', 'resources', 'requests'],
    'cpu',
    '',
  ],
  ['metadata:\n  labels:\n    "a.b/c": x\nspec:\n  nod|', ['spec'], undefined, 'nod'],
  ['spec:\n  a: 1\n---\nmeta|', [], undefined, 'meta'],
])('%j is read by its indentation', (marked, path, key, typed) => {
  expect(place(marked)).toMatchObject({ path, key, typed });
});

test('the kind of a document is known before and after the cursor, and of no other document', () => {
  const text = 'kind: A\napiVersion: v1\n---\nspec:\n  |\nkind: B\n---\nkind: C\n';
  expect(place(text)).toMatchObject({ kind: 'B', apiVersion: undefined });
});

const schema: KindSchema = {
  $ref: '#/definitions/Thing',
  definitions: {
    Thing: {
      type: 'object',
      required: ['parts'],
      properties: {
        on: { type: 'boolean', description: 'Whether.' },
        labels: { type: 'object', additionalProperties: { $ref: '#/definitions/Part' } },
        parts: { type: 'array', items: { $ref: '#/definitions/Part' } },
      },
    },
    Part: { type: 'object', description: 'A part.', properties: { size: { type: 'string', enum: ['S', 'L'] } } },
  },
};

test('keys are offered with required ones first, and open what they hold', () => {
  const choices = keyChoices(schema, { path: [] });
  expect(choices.map(({ key, type, isRequired }) => [key, type, isRequired])).toEqual([
    ['parts', 'list of object', true],
    ['on', 'boolean', false],
    ['labels', 'object', false],
  ]);
  expect(choices.map(({ opening }) => opening(2))).toEqual([':\n    - ', ': ', ':\n    ']);
  expect(keyChoices(schema, { path: ['labels', 'x'] }).map(({ key }) => key)).toEqual(['size']);
  expect(keyChoices(schema, { path: ['on', 'x'] })).toEqual([]);
});

test('values are offered where they are known', () => {
  expect(valueChoices(schema, { path: ['parts', '-', 'size'] })).toEqual(['S', 'L']);
  expect(valueChoices(schema, { path: ['on'] })).toEqual(['true', 'false']);
  expect(valueChoices(schema, { path: ['gone'] })).toEqual([]);
});

test('what depends on a name is offered by the name that stands above it', () => {
  const plugin = (name: string, args: KindSchema) => ({
    if: { properties: { name: { const: name } } },
    then: { properties: { args } },
  });
  const configuration: KindSchema = {
    properties: {
      plugins: {
        type: 'array',
        items: {
          properties: { name: { examples: ['Fit', 'Spread'] }, args: { type: 'object' } },
          allOf: [
            plugin('Fit', { properties: { strategy: { enum: ['Least', 'Most'] } } }),
            plugin('Spread', { properties: { zones: { type: 'array', items: { examples: ['a'] } } } }),
          ],
        },
      },
    },
  };
  const offered = (marked: string): readonly string[] => {
    const { path, names, key } = place(marked);
    const values = valueChoices(configuration, { names, path: key === undefined ? path : [...path, key] });
    return values.length > 0 ? values : keyChoices(configuration, { path, names }).map((choice) => choice.key);
  };
  expect(offered('plugins:\n  - name: Fit\n    args:\n      |')).toEqual(['strategy']);
  expect(offered('plugins:\n- name: "Fit"\n  args:\n    strategy: |')).toEqual(['Least', 'Most']);
  expect(offered('plugins:\n  - name: Fit\n    args: {}\n  - name: Spread # by zone\n    args:\n      |')).toEqual([
    'zones',
  ]);
  expect(offered('plugins:\n  - name: Spread\n    args:\n      zones:\n        - |')).toEqual(['a']);
  expect(offered('plugins:\n  - name: |')).toEqual(['Fit', 'Spread']);
  expect(offered('plugins:\n  - name: Other\n    args:\n      |')).toEqual([]);
});

test('objects that were read are replaced, others applied, each with its command', () => {
  const read = { metadata: { name: 'a', resourceVersion: '7' } };
  expect([modeOf(read), modeOf({})]).toEqual(['replace', 'apply']);
  expect(saveCommands([read, {}], true)).toEqual([
    'kubectl apply --server-side --field-manager=console --force-conflicts -f objects.yaml',
    'kubectl replace -f objects.yaml',
  ]);
});

test('what stands in a namespace, or is of a kind, that comes first is not tried ahead', () => {
  const bodies = [
    { kind: 'Namespace', metadata: { name: 'shop' } },
    { kind: 'Pod', apiVersion: 'v1', metadata: { namespace: 'shop' } },
    { kind: 'Pod', apiVersion: 'v1', metadata: { namespace: 'other' } },
    { kind: 'CustomResourceDefinition', spec: { group: 'example.com', names: { kind: 'Tab' } } },
    { kind: 'Tab', apiVersion: 'example.com/v1' },
  ];
  expect(bodies.map((_, index) => needsEarlier(bodies, index))).toEqual([false, true, false, false, true]);
});

test('an object is edited without managed fields, and without a status that another request writes', () => {
  const object = { kind: 'Pod', metadata: { name: 'a', managedFields: [] }, spec: {}, status: { phase: 'Running' } };
  expect(editable(object, true)).toEqual({ kind: 'Pod', metadata: { name: 'a' }, spec: {} });
  expect(editable(object, false)).toMatchObject({ status: { phase: 'Running' } });
});

test('objects of a file lose what their cluster gave them, and lists are taken apart', () => {
  const pod = {
    kind: 'Pod',
    metadata: { name: 'a', uid: 'u', ownerReferences: [] },
    status: {},
    spec: { nodeName: 'n' },
  };
  expect(freshCopies([{ kind: 'PodList', items: [pod] }, null, { kind: 'Node', metadata: { name: 'n' } }])).toEqual([
    { kind: 'Pod', metadata: { name: 'a' }, spec: {} },
    { kind: 'Node', metadata: { name: 'n' } },
  ]);
});
