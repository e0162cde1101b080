import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientBinary, freePort } from '@orrery/test-services';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../..');
const kubectl = clientBinary('kubectl');
const story = kubectl === undefined ? test.skip : test;

let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  execFileSync(process.execPath, ['tools/build.mjs', '--if-stale'], { cwd: ROOT });
  folder = mkdtempSync(join(tmpdir(), 'orrery-ci-'));
  // Started by root, the database runs as another user.
  chmodSync(folder, 0o755);
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const script = (name: string, text: string): void =>
    writeFileSync(join(programs, name), `#!/usr/bin/env bash\n${text}\n`, { mode: 0o755 });
  script('orrery', `exec "${process.execPath}" "${join(ROOT, 'apps/cli/bin/orrery.mjs')}" "$@"`);
  script('kubectl', `exec "${kubectl}" "$@"`);
  // The package is that of this checkout: what would be installed is written down.
  script('npm', `echo "$@" >>"${join(folder, 'installed')}"`);
  const { KUBECONFIG: _kubeconfig, NODE_ENV: _env, JEST_WORKER_ID: _worker, ...rest } = process.env;
  environment = { ...rest, PATH: `${programs}:${process.env['PATH']}`, HOME: folder, RUNNER_TEMP: folder };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GET_NODES = 'kubectl get nodes -o name';
const TWO_NODES = 'node/node-1\nnode/node-2\n';

/** Runs lines as a CI system does: one after the other in one shell, until one fails. Nothing but `remarks` goes to stderr. */
function run(script: string, variables: NodeJS.ProcessEnv, remarks = ''): string {
  const env = { ...environment, ...variables };
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], { env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: remarks });
  return stdout;
}

story('the steps of the GitHub action start a server that later steps find', () => {
  const action = parse(readFileSync(join(ROOT, 'deploy/github-action/action.yml'), 'utf8')) as {
    inputs: Record<string, { default: string }>;
    outputs: Record<string, { value: string }>;
    runs: { steps: { id: string; env: Record<string, string>; run: string }[] };
  };
  const inputs: Record<string, string> = { version: '1.2.3', options: '--nodes 2 --clock manual' };
  expect(Object.keys(action.inputs)).toEqual(Object.keys(inputs));
  const files = { GITHUB_ENV: join(folder, 'env'), GITHUB_OUTPUT: join(folder, 'output') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const [step] = action.runs.steps;
  const given = Object.entries(step!.env).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, input: string) => inputs[input]!),
  ]);
  run(step!.run, { ...Object.fromEntries(given), ...files });
  expect(readFileSync(join(folder, 'installed'), 'utf8')).toContain('@orrery-dev/orrery@1.2.3');
  const read = (file: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]),
    );
  const later = read(files.GITHUB_ENV);
  expect(run(GET_NODES, later)).toBe(TWO_NODES);
  expect(run('orrery clock show', later)).toMatch(/^manual /m);
  // Outputs are named by the steps that write them.
  const outputs = read(files.GITHUB_OUTPUT);
  expect(Object.values(action.outputs).map(({ value }) => value)).toEqual(
    Object.keys(outputs).map((name) => `\${{ steps.${step!.id}.outputs.${name} }}`),
  );
  expect(outputs['url']).toBe(later['ORRERY_URL']);
  run('orrery down', later);
});

story('a job of GitLab that extends the hidden one has a cluster', async () => {
  const file = parse(readFileSync(join(ROOT, 'deploy/gitlab-ci/orrery.yml'), 'utf8')) as {
    '.orrery': { variables: Record<string, string>; before_script: string[]; after_script: string[] };
  };
  const { variables, before_script, after_script } = file['.orrery'];
  const own = {
    ORRERY_OPTIONS: '--nodes 2',
    ORRERY_DATA_DIR: join(folder, 'gitlab'),
    ORRERY_PORT: String(await freePort()),
  };
  const job = { ...variables, ...own };
  expect(run([...before_script, GET_NODES].join('\n'), job)).toContain(TWO_NODES);
  const ended = run(after_script.join('\n'), job, 'the server has logged nothing\n');
  expect(ended).toContain('stopped the server');
});
