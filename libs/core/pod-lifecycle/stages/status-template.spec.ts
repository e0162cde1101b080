import { parseYaml } from '@orrery/api-types';
import fc from 'fast-check';
import { renderNodes, type TemplateData } from './go-template/compile-template';
import { TemplateFault, type TemplateNode } from './go-template/template-nodes';
import { compileDocument, compileSkeleton } from './status-template';
import { readStageTemplate } from './validate-stage-file';

const subject = {
  metadata: { name: 'web', labels: { app: 'a "b"\n\\' } },
  count: 7,
  flag: false,
  list: [{ a: 1 }, { a: '2', gone: undefined }],
  empty: '',
  nothing: null,
};
const moment = { Now: () => '1970-01-01T00:00:00Z', NodeIPsWith: () => ['10.0.0.1'] };
const data = (dot: object): TemplateData => ({ dot, root: dot, moment });

function nodesOf(template: string): readonly TemplateNode[] {
  const nodes = readStageTemplate(template);
  if (nodes instanceof TemplateFault) throw nodes;
  return nodes;
}

/** Returns the document, or the error, that rendering and reading gives. */
function outcome(compiled: (data: TemplateData) => unknown, dot: object): unknown {
  try {
    return compiled(data(dot));
  } catch (error) {
    return String(error);
  }
}

const rendered = (nodes: readonly TemplateNode[]) => (given: TemplateData) =>
  parseYaml(renderNodes(nodes, given), { maxAliasCount: 0 });

const FILLED = [
  'phase: Running',
  '',
  'a: {{ .metadata.name | toJson }}\nb: [{{ .count | toJson }}, { c: {{ .list | toJson }} }]',
  'a: {{ toJson .nothing }}\nb: {{ .missing.deeper | toJson }}\nc: {{ .missing | Quote }}',
  'a: {{ .metadata.labels.app | Quote }}\nb: {{ quote .metadata.labels.app }}\nc: {{ .count | Quote }}',
  'a: {{ printf "%s is %q %05d" .metadata.name .empty .count | Quote }}',
  'a: {{ Now | Quote }}\nb: {{ NodeIPsWith | toJson }}\nc: {{ $.count | toJson }}',
  'a: {{ .empty | default .metadata.name | upper | Quote }} # said',
  '- {{ .flag | toJson }}\n- 0x10\n- "x"\n- ~',
  'a: {{ .constructor | toJson }}\nb: {{ .metadata.name.x | toJson }}',
];
const INTERPRETED = [
  'a: "{{ .metadata.name }}"',
  'a: {{ .count }}',
  'a: {{ .metadata.name | Quote }}-{{ .count | toJson }}',
  '{{ .metadata.name | Quote }}: 1',
  'a: 1 # {{ .metadata.name | Quote }}',
  'a: |\n  {{ .metadata.name | Quote }}',
  'a: !!str {{ .count | toJson }}',
  'a: &b {{ .count | toJson }}\nc: *b',
  'a: 1\na: {{ .count | toJson }}',
  '{{ if .flag }}a: 1{{ else }}b: {{ .count | toJson }}{{ end }}',
  '{{ $n := .count }}a: {{ $n | toJson }}',
  'a: {{ or .empty .metadata.name | Quote }}',
  'a: {{ .metadata.name | Quote | toJson | trim }}',
  'a: {{ replace "" "x" .metadata.name | Quote }}',
  'a: OrreryPlace0.\nb: {{ .count | toJson }}',
  'a: [{{ .count | toJson }}',
];

test.each(FILLED)('%j is read once, and gives what rendering and reading gives', (template) => {
  const nodes = nodesOf(template);
  const filled = compileSkeleton(nodes)!;
  expect(outcome(filled, subject)).toEqual(outcome(rendered(nodes), subject));
});

test.each(INTERPRETED)('%j is rendered and read each time', (template) => {
  const nodes = nodesOf(template);
  expect(compileSkeleton(nodes)).toBeUndefined();
  expect(outcome(compileDocument(nodes), subject)).toEqual(outcome(rendered(nodes), subject));
});

test('whatever JSON the values are, both give the same', () => {
  const nodes = nodesOf('a: {{ .x | toJson }}\nb: { c: [{{ .x | Quote }}, {{ quote .x }}] }');
  const filled = compileSkeleton(nodes)!;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (x) => {
      expect(outcome(filled, { x })).toEqual(outcome(rendered(nodes), { x }));
    }),
    { numRuns: 200 },
  );
});
