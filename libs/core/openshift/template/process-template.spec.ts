import type { KubeObject, Template } from '@orrery/api-types';
import { generatedValue } from './generated-value';
import { processTemplate } from './process-template';

const last = (count: number): number => count - 1;

const templateOf = (parts: Partial<Template>): Template => ({
  apiVersion: 'template.openshift.io/v1',
  kind: 'Template',
  // A template that is processed has no metadata of the server.
  metadata: { name: 'shop' } as unknown as KubeObject['metadata'],
  ...parts,
});

const objectsOf = (parts: Partial<Template>): unknown => {
  const processed = processTemplate(templateOf(parts), last);
  return processed.ok ? processed.template.objects : processed.errors;
};

const NAME = { name: 'NAME', value: 'web' };
const cases: readonly [title: string, parts: Partial<Template>, expected: unknown][] = [
  ['a reference in a text', { parameters: [NAME], objects: [{ a: 'x-${NAME}-${NAME}' }] }, [{ a: 'x-web-web' }]],
  ['a name of a field', { parameters: [NAME], objects: [{ '${NAME}': [1, '${NAME}'] }] }, [{ web: [1, 'web'] }]],
  ['a reference to no parameter', { objects: [{ a: '${OTHER} ${{OTHER}}' }] }, [{ a: '${OTHER} ${{OTHER}}' }]],
  ['a number', { parameters: [{ name: 'N', value: '3' }], objects: [{ a: '${{N}}', b: '${N}' }] }, [{ a: 3, b: '3' }]],
  ['a value that is not JSON', { parameters: [NAME], objects: [{ a: '${{NAME}}' }] }, [{ a: 'web' }]],
  ['a value within a text', { parameters: [NAME], objects: [{ a: 'x${{NAME}}' }] }, [{ a: 'x${{NAME}}' }]],
  ['a namespace', { objects: [{ metadata: { name: 'a', namespace: 'b' } }] }, [{ metadata: { name: 'a' } }]],
  [
    'a namespace by parameter',
    { parameters: [NAME], objects: [{ metadata: { namespace: '${NAME}' } }] },
    [{ metadata: { namespace: 'web' } }],
  ],
  [
    'labels of the template',
    {
      parameters: [NAME],
      labels: { app: '${NAME}' },
      objects: [{ kind: 'Pod', metadata: { labels: { app: 'x', b: 'c' } } }],
    },
    [{ kind: 'Pod', metadata: { labels: { app: 'web', b: 'c' } } }],
  ],
  [
    'labels of the pods of a DeploymentConfig',
    { labels: { app: 'a' }, objects: [{ kind: 'DeploymentConfig', spec: { template: {} } }] },
    [
      {
        kind: 'DeploymentConfig',
        metadata: { labels: { app: 'a' } },
        spec: { template: { metadata: { labels: { app: 'a' } } } },
      },
    ],
  ],
  [
    'a generated value',
    { parameters: [{ name: 'P', generate: 'expression', from: 'x[a-c]{3}[0-9]{2}' }], objects: [{ a: '${P}' }] },
    [{ a: 'xccc99' }],
  ],
];

it.each(cases)('fills in %s', (_title, parts, expected) => {
  expect(objectsOf(parts)).toEqual(expected);
});

const wrong: readonly [title: string, parameter: object, field: string, detail: string][] = [
  [
    'a missing value',
    { name: 'P', required: true },
    'template.parameters[0]',
    'template.parameters[0]: parameter P is required and must be specified',
  ],
  [
    'an unknown generator',
    { name: 'P', generate: 'dice' },
    'template.parameters[0]',
    "Unknown generator name 'dice' for parameter P",
  ],
  [
    'a range that runs backwards',
    { name: 'P', generate: 'expression', from: '[z-a]{2}' },
    'template.parameters[0]',
    'invalid range specified: z-a',
  ],
  [
    'too many characters',
    { name: 'P', generate: 'expression', from: '[a-z]{256}' },
    'template.parameters[0]',
    'range must be within [1-255] characters (256)',
  ],
];

it.each(wrong)('refuses %s', (_title, parameter, field, detail) => {
  expect(objectsOf({ parameters: [parameter], objects: [] })).toMatchObject([{ field, detail }]);
});

it('refuses a template that grows without measure', () => {
  const value = 'x'.repeat(100_000);
  const objects = Array.from({ length: 20 }, () => ({ a: '${P}'.repeat(10) }));
  expect(objectsOf({ parameters: [{ name: 'P', value }], objects })).toMatchObject([{ field: 'objects' }]);
});

it.each([
  ['\\w', /^[a-zA-Z0-9_]{9}$/],
  ['\\d', /^\d{9}$/],
  ['\\a', /^[a-zA-Z0-9]{9}$/],
  ['a-zA-Z', /^[a-zA-Z]{9}$/],
  ['A-F0-9', /^[A-F0-9]{9}$/],
])('generates characters of [%s]', (ranges, form) => {
  let turn = 0;
  expect(generatedValue(`[${ranges}]{9}`, (count) => (turn += 7) % count)).toMatch(form);
});
