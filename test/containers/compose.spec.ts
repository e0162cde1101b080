import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientBinary, until } from '@orrery/test-services';
import { ensureBaseImages } from './base-images';
import { compose, describeWithEngine, docker } from './engine';

const SERVER = 'http://127.0.0.1:8080';
/** Processes of ours: they end with their program, and the engine starts them again. */
const COMPONENTS = [
  'api-server',
  'scheduler',
  'node-lifecycle-controller',
  'kubelet',
  'controller-manager',
  'descheduler',
];
const STORES = ['postgres', 'redis'];

const kubectlPath = clientBinary('kubectl');
let home: string;
let project: ReturnType<typeof compose>;

const kubectl = (...args: string[]): string =>
  execFileSync(kubectlPath!, ['--server', SERVER, '--cache-dir', home, ...args], { encoding: 'utf8' });

const containers = (service: string): string[] => project.run('ps', '--quiet', service).split('\n').filter(Boolean);

async function healthy(services: readonly string[]): Promise<void> {
  await until(`${services.join(', ')} are healthy`, () =>
    services.flatMap(containers).every((id) => {
      const state = docker.run('inspect', '--format', '{{.State.Running}} {{.State.Health.Status}}', id);
      return state === 'true healthy';
    }),
  );
}

/** Creates a Deployment through the published port, once the server answers, and waits until its pods run. */
async function rollOut(name: string, replicas: number): Promise<void> {
  await until(`${name} is created`, () => {
    try {
      return kubectl('create', 'deployment', name, '--image=nginx', `--replicas=${replicas}`);
    } catch (error) {
      // A server that is starting, or whose database is, refuses the request; one that was made before is there.
      if (String(error).includes('AlreadyExists')) return true;
      throw error;
    }
  });
  await until(`${name} runs`, () => readyReplicas(name) === String(replicas));
}

const readyReplicas = (name: string): string =>
  kubectl('get', `deployment/${name}`, '--output', 'jsonpath={.status.readyReplicas}');

describeWithEngine('docker compose up --build', () => {
  if (kubectlPath === undefined) {
    test.skip('needs kubectl (npm run test:clients)', () => undefined);
    return;
  }
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'orrery-compose-'));
    project = compose('orrery-test', ['docker-compose.yml', 'test/containers/host-network.compose.yml']);
    ensureBaseImages();
    project.run('up', '--build', '--detach');
    await healthy([...STORES, ...COMPONENTS]);
  });
  afterAll(() => {
    project.ask('down', '--volumes', '--timeout', '5');
    rmSync(home, { recursive: true, force: true });
  });

  test('rolls a Deployment out through the published port, and serves the console', async () => {
    await rollOut('web', 6);
    expect(await (await fetch(SERVER, { headers: { Accept: 'text/html' } })).text()).toContain('<title>');
  });

  test('shares the work among more kubelets and schedulers', async () => {
    project.run('up', '--detach', '--no-build', '--scale', 'kubelet=3', '--scale', 'scheduler=2');
    await healthy(COMPONENTS);
    expect([containers('kubelet').length, containers('scheduler').length]).toEqual([3, 2]);
    await rollOut('scaled', 12);
  });

  test.each(COMPONENTS)('survives the death of %s', async (service) => {
    const [id] = containers(service);
    const restarts = (): number => Number(docker.run('inspect', '--format', '{{.RestartCount}}', id!));
    const before = restarts();
    // All but the first process of the container, which then ends with the exit code of what it watched over.
    docker.ask('exec', id!, 'sh', '-c', 'kill -9 -1');
    await until(`${service} is started again`, () => restarts() > before);
    await healthy([service]);
    await rollOut(`after-${service}`, 4);
  });

  test.each(STORES)('survives the death of %s', async (service) => {
    docker.run('kill', ...containers(service));
    project.run('up', '--detach', '--no-build', '--no-recreate', '--scale', 'kubelet=3', '--scale', 'scheduler=2');
    await healthy([service, ...COMPONENTS]);
    await rollOut(`after-${service}`, 4);
  });

  test('has its state after down and up', async () => {
    project.run('down', '--timeout', '20');
    project.run('up', '--detach', '--no-build');
    await healthy([...STORES, ...COMPONENTS]);
    expect(readyReplicas('web')).toBe('6');
    await rollOut('afterwards', 3);
  });
});
