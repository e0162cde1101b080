import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = join(__dirname, '../../tools/generate/release');

/** Evaluates an expression of a module of the generator; `given` is what it refers to. */
function evaluated(module: string, expression: string, given: object): { value: unknown; errors: string } {
  const url = pathToFileURL(join(FOLDER, module)).href;
  const script = `import * as m from ${JSON.stringify(url)};
const given = ${JSON.stringify(given)};
console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return { value: stdout === '' ? undefined : JSON.parse(stdout), errors: stderr };
}

const SOURCE = `
// +k8s:alpha(since: "1.36")=+k8s:enum
type Mode string

const (
	ModeAll Mode = "All"
	ModeOne = Mode(other.One)
)

type Claim struct {
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:subfield(name)=+k8s:format=k8s-long-name
	metav1.ObjectMeta \`json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"\`
	// +k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:maxItems=32
	// +k8s:optional
	Items []string \`json:"items" protobuf:"bytes,2,rep,name=items"\`
	Mode *Mode \`json:"mode,omitempty" protobuf:"bytes,3,opt,name=mode"\`
	// +k8s:ifDisabled(Gate)=+k8s:minimum=1
	Count int32 \`json:"count" protobuf:"varint,4,opt,name=count"\`
	// +k8s:member("All")=+k8s:forbidden
	Free string \`json:"free" protobuf:"bytes,5,opt,name=free"\`
}
`;

test('declared rules are read from the comments of fields and of their types', () => {
  const { value, errors } = evaluated('markers.mjs', 'm.readMarkers(given.source, new Map([["One", "ExactCount"]]))', {
    source: SOURCE,
  });
  expect(errors).toBe('');
  expect(value).toEqual({
    Claim: {
      metadata: [['subfield', 'name', 'format', 'k8s-long-name']],
      items: [['required'], ['maxItems', 32]],
      mode: [['enum', 'All', 'ExactCount']],
      count: [['minimum', 1, { without: 'Gate' }]],
      free: [['member', 'All', 'forbidden']],
    },
  });
});

test('a closed set of constants that no package has is refused, and a marker of a new form', () => {
  expect(evaluated('markers.mjs', 'm.readMarkers(given.source, new Map())', { source: SOURCE }).errors).toContain(
    'Mode refers to the constant One, which no package has',
  );
  const source = 'type A struct {\n\t// +k8s:some/thing\n\tB string `json:"b"`\n}\n';
  expect(evaluated('markers.mjs', 'm.readMarkers(given.source, new Map())', { source }).errors).toContain(
    'a marker has an unknown form: +k8s:some/thing',
  );
});

test('numbers that were added by hand stay in the next release, and fields without one are named', () => {
  const structs = {
    A: { fields: { kind: { type: 'string' }, old: { type: 'int32', text: 'new' }, added: { type: 'bool' } } },
  };
  const former = {
    A: { fields: { kind: { type: 'string' }, old: { type: 'int32', number: '1', omitEmpty: true, text: 'x' } } },
  };
  const { value, errors } = evaluated(
    'keep-former.mjs',
    'm.withFormerTags({ id: "x.v1" }, given.structs, given.former)',
    {
      structs,
      former,
    },
  );
  expect(value).toEqual({
    A: {
      fields: {
        kind: { type: 'string' },
        old: { type: 'int32', number: '1', omitEmpty: true, text: 'new' },
        added: { type: 'bool' },
      },
    },
  });
  expect(errors).toBe('x.v1.A.added: add its number and tags by hand\n');
});

test('messages of a version that programs have no more stay', () => {
  const { value } = evaluated('keep-former.mjs', 'm.withFormerMessages(given.taken, given.former)', {
    taken: { B: { fields: { b: { type: 'string' } } } },
    former: { A: { fields: {} }, B: { fields: {} } },
  });
  expect(value).toEqual({ A: { fields: {} }, B: { fields: { b: { type: 'string' } } } });
});
