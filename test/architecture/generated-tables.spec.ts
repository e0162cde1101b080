import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clientBinary } from '@orrery/test-services';

const root = join(__dirname, '../..');
const STRUCTS = 'libs/core/api-types/structure/structs.generated.ts';
const READ = [
  'libs/core/api-types/kinds',
  'libs/core/api-types/structure',
  'tools/generate',
  'libs/api/descriptions',
  'libs/api/graphql/schema.graphql',
  'apps/console/src/graphql',
  'libs/sdk/graphql',
  'apps/cli/input',
  'apps/api-server/playground',
  'libs/core/pod-lifecycle/stages',
  'docs',
];

function generate(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/generate/generate.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

describe('generated code', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'orrery-generate-'));
    for (const folder of READ) cpSync(join(root, folder), join(copy, folder), { recursive: true });
    cpSync(join(root, 'libs/api/rest/protobuf'), join(copy, 'libs/api/rest/protobuf'), {
      recursive: true,
    });
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  test('is what the generator writes', () => {
    expect(generate('--check')).toEqual({ status: 0, output: '' });
  });

  test('all structs that the release refers to are in it', () => {
    const folder = join(root, 'tools/generate/upstream/api');
    const structs = new Map<string, { fields: Record<string, { type: string }> }>(
      readdirSync(folder).flatMap((file) => {
        const content = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, never>;
        return Object.entries(content).map(([name, about]) => [`${file.slice(0, -'.json'.length)}.${name}`, about]);
      }),
    );
    const types = [...structs.values()].flatMap(({ fields }) => Object.values(fields).map(({ type }) => type));
    const references = types.map((type) => type.split(']').pop()!).filter((name) => name.includes('.'));
    expect(references.filter((name) => !structs.has(name))).toEqual([]);
    expect(structs.size).toBeGreaterThan(450);
  });

  test('a file that differs is named, and written again', () => {
    const file = join(copy, STRUCTS);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('V1PodSpec ', 'V1PodSpec extra:s '));
    const { status, output } = generate('--check', '--root', copy);
    expect(status).toBe(1);
    expect(output).toBe(`${STRUCTS} is not what tools/generate says; run \`npm run generate\`\n`);
    expect(generate('--root', copy)).toEqual({ status: 0, output: `wrote ${STRUCTS}\n` });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test.each([
    [
      'nodes { nodes',
      'nodes { knots',
      ':6:11: Cannot query field "knots" on type "NodeConnection". Did you mean "nodes"?',
    ],
    ['# Title', 'query A', ':1: must begin with a comment, the title of its tab, and an empty line'],
  ])('an example of the playground that has %s as %s is named with the line', (right, wrong, error) => {
    const file = 'apps/api-server/playground/examples/99-wrong.graphql';
    const text = '# Title\n\nquery Nodes {\n  # Five of them.\n\n  nodes { nodes { metadata { name } } }\n}\n';
    writeFileSync(join(copy, file), text.replace(right, wrong));
    const { status, output } = generate('--check', '--root', copy);
    rmSync(join(copy, file));
    expect(status).toBe(1);
    expect(output).toBe(`the tables cannot be generated: ${file}${error}\n`);
  });

  test('a guide that the contents of the documentation lack is named, and one that does not exist or has no title', () => {
    const guide = 'docs/guides/unlisted.md';
    writeFileSync(join(copy, guide), '# Unlisted\n');
    const unlisted = generate('--check', '--root', copy);
    rmSync(join(copy, guide));
    expect(unlisted).toEqual({
      status: 1,
      output: `the tables cannot be generated: docs/contents.yaml: ${guide} is missing in it\n`,
    });
    const contents = join(copy, 'docs/contents.yaml');
    const text = readFileSync(contents, 'utf8');
    writeFileSync(contents, text.replace('guides/clock.md:', 'guides/clocks.md:'));
    const wrong = generate('--check', '--root', copy);
    writeFileSync(contents, text);
    const clock = join(copy, 'docs/guides/clock.md');
    const page = readFileSync(clock, 'utf8');
    writeFileSync(clock, page.replace('# The clock', 'The clock'));
    const untitled = generate('--check', '--root', copy);
    writeFileSync(clock, page);
    expect(untitled.output).toContain('docs/guides/clock.md has no title: begin it with "# "');
    expect(wrong.status).toBe(1);
    expect(wrong.output).toContain('docs/guides/clock.md is missing in it; docs/guides/clocks.md does not exist');
  });

  test('a guide whose links to its neighbours are missing is named, and gets them', () => {
    const guide = join(copy, 'docs/guides/clock.md');
    const text = readFileSync(guide, 'utf8');
    writeFileSync(guide, text.slice(0, text.indexOf('<!-- generated: next')));
    expect(generate('--check', '--root', copy).output).toContain('docs/guides/clock.md is not what');
    generate('--root', copy);
    expect(readFileSync(guide, 'utf8')).toBe(text);
  });

  test('a kind of the registry that no document describes is named', () => {
    const file = join(copy, 'libs/core/api-types/kinds/body-kinds.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace("kind: 'DeleteOptions'", "kind: 'Orchard'"));
    const { status, output } = generate('--check', '--root', copy);
    expect(status).toBe(1);
    expect(output).toBe(
      'the tables cannot be generated: core.v1.Orchard is in no file of upstream/api or overlay/api\n',
    );
  });
});

const MODULE = pathToFileURL(join(root, 'tools/generate/release/go-types.mjs')).href;
const kubectl = clientBinary('kubectl');

/** Returns the structs that the reader of releases finds in a program, as JSON. */
function read(file: string, name: string): { status: number | null; output: string } {
  const script = `
    import { readFileSync } from 'node:fs';
    import { readGoStructs } from ${JSON.stringify(MODULE)};
    process.stdout.write(JSON.stringify(readGoStructs(readFileSync(process.argv[1])).get(process.argv[2])));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, '--', file, name],
    { encoding: 'utf8' },
  );
  return { status, output: stdout || stderr };
}

describe('the types of a Go program', () => {
  (kubectl ? test : test.skip)('are read with their fields and tags', () => {
    const { output } = read(kubectl!, 'k8s.io/api/apps/v1.DeploymentSpec');
    const { fields } = JSON.parse(output) as { fields: { name: string; tag: string; type: object }[] };
    expect(fields.find(({ name }) => name === 'Replicas')).toMatchObject({
      tag: 'json:"replicas,omitempty" protobuf:"varint,1,opt,name=replicas"',
      type: { kind: 'pointer', item: { kind: 'int32' } },
    });
    expect(fields.find(({ name }) => name === 'Strategy')).toMatchObject({
      tag: expect.stringContaining('patchStrategy:"retainKeys"') as string,
      type: { kind: 'struct', name: 'k8s.io/api/apps/v1.DeploymentStrategy' },
    });
  });

  test('another file is refused', () => {
    const { status, output } = read(__filename, '');
    expect(status).toBe(1);
    expect(output).toContain('not a 64-bit little-endian ELF file: take the kubectl of linux/amd64');
  });
});
