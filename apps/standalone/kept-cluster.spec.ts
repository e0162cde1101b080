import { readOptions } from './options';
import { optionsOfNewClusters } from './kept-cluster';
import { welcomeBox } from './welcome';

test.each([
  ['', []],
  ['--nodes 3 --clock real', []],
  ['--port 0 --log-level error', []],
  ['--nodes 9 --clock auto', ['--nodes', '--clock']],
  [
    '--clock auto:200x --seed s --zones 1 --bundle k8s-1.20 --left-out scheduler --record',
    ['--zones', '--seed', '--clock', '--bundle', '--left-out', '--record'],
  ],
])('of "%s", %j are for new clusters', (given, names) => {
  const settings = readOptions(given.split(' ').filter(Boolean), {});
  expect(settings === 'help' ? [] : optionsOfNewClusters(settings)).toEqual(names);
});

const cluster = { url: 'http://127.0.0.1:8080', kubeconfig: '.orrery/kubeconfig', clock: 'real', seed: 's', nodes: 3 };
const welcome = { ...cluster, dataDir: '.orrery', ephemeral: false, readyAfterMs: 1000, howToStop: 'Ctrl-C.' };

test('the box says which options a cluster that was kept does not follow', () => {
  expect(welcomeBox({ ...welcome, notFollowed: [] })).not.toContain('new clusters');
  expect(welcomeBox({ ...welcome, notFollowed: ['--nodes'] })).toContain(
    '│                  was made before: --nodes says how new clusters are made ',
  );
  expect(welcomeBox({ ...welcome, notFollowed: ['--zones', '--nodes', '--clock'] })).toContain(
    '│                  was made before: --zones, --nodes and --clock say how new clusters are made ',
  );
});

test('the box says how time advances where the clock is manual, and where it is not does not wait for it', () => {
  const [manual, real] = ['manual', 'real'].map((clock) => welcomeBox({ ...welcome, clock, notFollowed: [] }));
  expect(manual).toContain('orrery clock advance 10s && kubectl get pods -o wide ');
  expect(manual).not.toContain('get pods -o wide -w');
  expect(real).toContain('kubectl run web --image=nginx && kubectl get pods -o wide -w');
  expect(real).not.toContain('clock advance');
});
