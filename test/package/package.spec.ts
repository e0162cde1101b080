import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { connectOrrery } from '@orrery/sdk';
import { clientBinary, until } from '@orrery/test-services';
import { ended, InstalledPackage, ROOT, start } from './installed-package';

let installed: InstalledPackage;
beforeAll(() => {
  installed = new InstalledPackage();
  for (const name of ['jest', 'vitest', 'typescript', '@types/node']) installed.link(name);
});
afterAll(() => installed.remove());

const kubectl = clientBinary('kubectl');
const binary = (name: string): string => join(ROOT, 'node_modules', name);

describe('the package', () => {
  it('has what runs, and neither sources nor tests', () => {
    const files = readdirSync(installed.home, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'NOTICE',
        'CHANGELOG.md',
        'dist/programs.js',
        'dist/console/index.html',
        'dist/docs/index.html',
        'libs/core/pod-lifecycle/stages/defaults/pods.yaml',
      ]),
    );
    const typeScript = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    expect(typeScript).toEqual([]);
    expect(files.filter((file) => /\.spec\.|testdata|\.map$/.test(file))).toEqual([]);
  });

  it('leaves the checkout as it was, which would otherwise run the Postgres of the package', () => {
    expect(existsSync(join(ROOT, 'dist/postgres'))).toBe(false);
  });

  it('has types that a strict project compiles with', () => {
    const project = installed.project('types', 'types.mts');
    const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022', '--types', 'node', '--lib'];
    const args = [binary('typescript/bin/tsc'), ...options, 'es2023,esnext.disposable', 'types.mts'];
    expect(() => execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' })).not.toThrow();
  });
});

describe('kubectl orrery', () => {
  (kubectl === undefined ? it.skip : it)('is the command line, as a plugin', () => {
    const { bin, version } = installed.manifest;
    const folder = installed.project('plugin');
    symlinkSync(join(installed.home, bin['kubectl-orrery']!), join(folder, 'kubectl-orrery'));
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
    const out = execFileSync(kubectl!, ['orrery', '--version'], { env, encoding: 'utf8' });
    expect(out).toBe(`${version}\n`);
  });
});

describe('orrery up, status, logs and down', () => {
  it('run a server in the background, one for each data folder', async () => {
    const project = installed.project('background');
    const both = await Promise.all([installed.run(['up'], project), installed.run(['up'], project)]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(both.find(({ code }) => code === 0)!.out).toContain('orrery down stops it.');
    expect(both.find(({ code }) => code === 1)!.err).toMatch(
      /^orrery: a server runs already at http:\S+ \(process \d+\): orrery down stops it/,
    );
    const status = await installed.run(['status', '-o', 'json'], project);
    expect(JSON.parse(status.out)).toMatchObject({ state: 'ready', clusters: [{ name: 'default' }] });
    const silent = { code: 0, out: '', err: 'the server has logged nothing\n' };
    expect(await installed.run(['logs'], project)).toEqual(silent);

    const nodes = await installed.run(['node', 'add', 'big', '--count', '2', '--capacity', 'cpu=32'], project);
    expect(nodes.out).toBe('node/big-1 added\nnode/big-2 added\n');

    const { pid } = JSON.parse(status.out) as { pid: number };
    process.kill(pid, 'SIGKILL');
    await until('the server is missed', async () => (await installed.run(['status'], project)).code === 1);
    expect((await installed.run(['up'], project)).code).toBe(0);
    // What was acknowledged is there again.
    const summary = await connectOrrery((await statusOf(project)).url).operations.clusterSummary();
    expect(summary.clusterSummary.nodes.total).toBe(5);
    expect((await installed.run(['down'], project)).out).toMatch(/^stopped the server at http/);
    expect((await installed.run(['down'], project)).out).toMatch(/^no server runs in the background on /);
  });

  it('say what the server says when it does not start', async () => {
    const project = installed.project('wrong');
    const { code, err } = await installed.run(['up', '--clock', 'sundial'], project);
    expect(code).toBe(2);
    expect(err).toMatch(/^orrery: --clock /);
  });

  async function statusOf(project: string): Promise<{ url: string }> {
    return JSON.parse((await installed.run(['status', '-o', 'json'], project)).out) as { url: string };
  }
});

describe('orrery exec', () => {
  const print = [
    '--',
    process.execPath,
    '-e',
    'console.log(process.env.ORRERY_URL, process.env.KUBECONFIG); process.exit(7)',
  ];

  it('gives a command a server of its own, and answers with its exit code', async () => {
    const project = installed.project('exec');
    const runs = await Promise.all([1, 2].map(() => installed.run(['exec', '--nodes', '1', ...print], project)));
    expect(runs.map(({ code }) => code)).toEqual([7, 7]);
    const places = runs.map(({ out }) => out.trim().split(' '));
    expect(places[0]![0]).not.toBe(places[1]![0]);
    for (const [url, kubeconfig] of places) {
      expect(existsSync(kubeconfig!)).toBe(false);
      await expect(connectOrrery(url).clusterNames()).rejects.toThrow('cannot be reached');
    }
  });

  it('gives a command a cluster of a server that runs, and passes signals on', async () => {
    const project = installed.project('shared');
    expect((await installed.run(['up'], project)).code).toBe(0);
    try {
      const wait = "process.on('SIGTERM', () => process.exit(9)); setInterval(() => 0, 1000); console.log('there')";
      const command = installed.start(['exec', '--server', '--', process.execPath, '-e', wait], project);
      const isThere = new Promise((resolve) => command.stdout!.once('data', resolve));
      const end = ended(command);
      await isThere;
      expect(await clusters(project)).toHaveLength(2);
      command.kill('SIGTERM');
      expect((await end).code).toBe(9);
      expect(await clusters(project)).toEqual(['cluster/default']);
      expect((await installed.run(['exec', '--server', '--', 'no-such-command'], project)).code).toBe(127);
      // What it runs may make clusters of its own beside the one that it was given.
      const beside = `const { connectOrrery } = require('@orrery-dev/orrery');
        connectOrrery().cluster({ nodes: 2 }).then(async (cluster) => {
          console.log((await cluster.list('v1', 'Node')).length);
          await cluster.remove();
        });`;
      const made = await installed.run(['exec', '--server', '--', process.execPath, '-e', beside], project);
      expect(made).toEqual({ code: 0, out: '2\n', err: '' });
    } finally {
      await installed.run(['down'], project);
    }
  });

  async function clusters(project: string): Promise<string[]> {
    return (await installed.run(['cluster', 'list', '-o', 'name'], project)).out.trim().split('\n');
  }
});

describe('the example of an operator', () => {
  const exampleIn = (name: string): string => {
    const project = installed.project(name);
    cpSync(join(ROOT, 'examples/operator'), project, {
      recursive: true,
      filter: (file) => !file.endsWith('node_modules'),
    });
    const { dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const each of Object.keys(dependencies)) installed.link(each);
    return project;
  };

  it('compiles', () => {
    const args = [binary('typescript/bin/tsc'), '--noEmit'];
    const run = (): string =>
      execFileSync(process.execPath, args, { cwd: exampleIn('types-of-operator'), encoding: 'utf8' });
    expect(run()).toBe('');
  });

  it('passes its tests', async () => {
    const args = [binary('vitest/vitest.mjs'), 'run'];
    const { code, out, err } = await ended(start(args, exampleIn('operator'), { NO_COLOR: '1' }));
    expect({ code, out, err }).toMatchObject({ code: 0, out: expect.stringContaining('5 passed') as string });
  });
});

describe('clusterTest', () => {
  it('of node:test runs a test in a cluster and reports what happened in one that fails', async () => {
    const project = installed.project('node-test', 'story.test.mjs');
    const { code, out } = await ended(start(['--test', 'story.test.mjs'], project, { RUNNER: 'node-test' }));
    expect(code).toBe(1);
    expect(out).toMatch(/# pass 1\n# fail 1\n/);
    expect(out).toContain('What happened in the cluster: orrery-reports/story.test.mjs-fails-on-purpose.txt');
    expect(reportOf(project, 'story.test.mjs-fails-on-purpose')).toContain(
      'Normal Scheduled Pod default/web: Successfully assigned',
    );
  });

  it('of Vitest does the same', async () => {
    const project = installed.project('vitest', 'story.test.mjs', 'vitest.config.mjs');
    const { code, out } = await ended(
      start([binary('vitest/vitest.mjs'), 'run'], project, { RUNNER: 'vitest', NO_COLOR: '1' }),
    );
    expect(code).toBe(1);
    expect(out).toContain('1 failed | 1 passed');
    expect(reportOf(project, 'story.test.mjs-fails-on-purpose')).toContain('default/web  Running');
  });

  it('of Jest does the same, with the classes that the package exports', async () => {
    const project = installed.project('jest', 'story.test.cjs', 'jest.config.cjs');
    const { code, err } = await ended(start([binary('jest/bin/jest.js')], project));
    expect(code).toBe(1);
    expect(err).toContain('1 failed, 1 passed');
    expect(reportOf(project, 'story.test.cjs-a-group-fails-on-purpose')).toMatch(/^Cluster test-/);
  });

  it('leaves no cluster on a server that outlives it, also when its process is killed', async () => {
    const project = installed.project('killed');
    expect((await installed.run(['up'], project)).code).toBe(0);
    try {
      const { url } = JSON.parse((await installed.run(['status', '-o', 'json'], project)).out) as { url: string };
      const orrery = connectOrrery(url);
      const hang = `require('@orrery-dev/orrery').runInCluster('hangs', {}, () => new Promise(() => setInterval(() => 0, 1000)))`;
      const test = start(['-e', hang], project, { ORRERY_URL: url });
      await until('there is a cluster for the test', async () => (await orrery.clusterNames()).length === 2);
      test.kill('SIGKILL');
      await until('it is removed', async () => (await orrery.clusterNames()).length === 1);
      // The cluster of someone else stays, whose name a test asked for and did not get.
      await orrery.cluster({ name: 'staging', nodes: 0 });
      const clash = `const { runInCluster } = require('@orrery-dev/orrery');
        process.on('exit', () => console.log('ends'));
        runInCluster('clash', { name: 'staging' }, () => {}).catch(({ message }) => console.log(message));
        runInCluster('own', {}, () => {}).then(() => process.exit());`;
      const { out } = await ended(start(['-e', clash], project, { ORRERY_URL: url }));
      expect(out).toMatch(/"staging" already exists/);
      const hung = start(['-e', hang], project, { ORRERY_URL: url });
      await until('there is another cluster for a test', async () => (await orrery.clusterNames()).length === 3);
      hung.kill('SIGKILL');
      await until('the other one is removed', async () => (await orrery.clusterNames()).length === 2);
      expect(await orrery.clusterNames()).toContain('staging');
    } finally {
      await installed.run(['down'], project);
    }
  });

  function reportOf(project: string, name: string): string {
    return readFileSync(join(project, 'orrery-reports', `${name}.txt`), 'utf8');
  }
});
