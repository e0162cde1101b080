import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientBinary, freePort, until } from '@orrery/test-services';
import { ensureBaseImages } from './base-images';
import { describeWithEngine, docker } from './engine';

/** A megabyte as `docker images` counts. */
const MB = 1_000_000;
const THREE_NODES = 'node/node-1\nnode/node-2\nnode/node-3\n';

const kubectl = clientBinary('kubectl');
const testWithKubectl = kubectl === undefined ? test.skip : test;
const started: string[] = [];
let folder: string;

/** Starts a container of the image with options of `docker run`, and returns its name once it is healthy. */
async function start(name: string, ...options: string[]): Promise<string> {
  started.push(name);
  docker.run('run', '--detach', '--name', name, ...options, 'orrery');
  await healthy(name);
  return name;
}

async function healthy(name: string): Promise<void> {
  await until(`${name} is healthy`, () => {
    const [isRunning, health] = docker
      .run('inspect', '--format', '{{.State.Running}} {{.State.Health.Status}}', name)
      .split(' ');
    if (isRunning === 'true') return health === 'healthy';
    throw new Error(docker.ask('logs', '--tail', '50', name).stderr);
  });
}

/** Runs kubectl with the kubeconfig that the container gives to clients outside. */
function outside(name: string, address: readonly string[], ...args: string[]): string {
  const file = join(folder, `${name}.kubeconfig`);
  writeFileSync(file, docker.run('exec', name, 'orrery', 'cluster', 'kubeconfig', ...address));
  return execFileSync(kubectl!, ['--kubeconfig', file, '--cache-dir', folder, ...args], { encoding: 'utf8' });
}

describeWithEngine('the image', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'orrery-containers-'));
    ensureBaseImages();
    docker.run('build', '--network', 'host', '--tag', 'orrery', '.');
  });
  afterAll(() => {
    if (started.length > 0) docker.ask('rm', '--force', '--volumes', ...started);
    docker.ask('volume', 'rm', 'orrery-test');
    rmSync(folder, { recursive: true, force: true });
  });

  test('adds at most 200 MB to its base', () => {
    const size = (image: string): number => Number(docker.run('image', 'inspect', '--format', '{{.Size}}', image));
    expect((size('orrery') - size('node:24-bookworm-slim')) / MB).toBeLessThan(200);
  });

  testWithKubectl('serves users over HTTPS at the published port, whichever it is', async () => {
    const port = await freePort();
    const name = await start('orrery-test-port', '--publish', `127.0.0.1:${port}:8080`);
    const address = ['--address', `https://127.0.0.1:${port}`];
    expect(outside(name, address, 'get', 'nodes', '--output', 'name')).toBe(THREE_NODES);
    await expect(fetch(`http://127.0.0.1:${port}/api/v1/nodes`)).rejects.toThrow();
  });

  test('serves plain HTTP without users where the port is published on this machine alone', async () => {
    const port = await freePort();
    const options = ['ORRERY_AUTHORIZATION_MODE=AlwaysAllow', 'ORRERY_PUBLISHED_HOST=127.0.0.1', 'ORRERY_NODES=5'];
    const environment = options.flatMap((variable) => ['--env', variable]);
    await start('orrery-test-http', '--publish', `127.0.0.1:${port}:8080`, ...environment);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/nodes`);
    const nodes = (await answer.json()) as { readonly items: readonly unknown[] };
    expect(nodes.items).toHaveLength(5);
    expect((await fetch(`http://127.0.0.1:${port}/`, { headers: { Accept: 'text/html' } })).status).toBe(200);
  });

  testWithKubectl(
    'needs neither root nor a root that can be written to, and keeps its state in the volume',
    async () => {
      const port = await freePort();
      const options = ['--publish', `127.0.0.1:${port}:8080`, '--volume', 'orrery-test:/data', '--read-only'];
      options.push('--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges');
      const address = ['--address', `https://127.0.0.1:${port}`];

      const first = await start('orrery-test-first', ...options);
      expect(docker.run('exec', first, 'id', '--user')).toBe('1000');
      outside(first, address, 'create', 'deployment', 'web', '--image=nginx', '--replicas=4');
      outside(first, address, 'rollout', 'status', 'deployment/web');
      docker.run('stop', first);
      expect(docker.run('inspect', '--format', '{{.State.ExitCode}}', first)).toBe('0');
      docker.run('rm', first);

      const second = await start('orrery-test-second', ...options);
      const ready = outside(second, address, 'get', 'deployment/web', '--output', 'jsonpath={.status.readyReplicas}');
      expect(ready).toBe('4');
    },
  );

  test('says what is wrong with an option, and ends', () => {
    const { status, stderr } = docker.ask('run', '--rm', '--env', 'ORRERY_NODES=many', 'orrery');
    expect({ status, names: stderr.includes('ORRERY_NODES') }).toEqual({ status: 2, names: true });
  });
});
