import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { clientBinary } from '@orrery/testing';

const MODULE = pathToFileURL(join(__dirname, '../../tools/generate/release/go-types.mjs')).href;
const kubectl = clientBinary('kubectl');

/** What the reader of releases finds in a program, as JSON. */
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
