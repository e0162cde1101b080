// The real kube-scheduler as a second scheduler of a cluster.
import { spawn } from 'node:child_process';
import { existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceTree, versionFlags } from '../e2e/build.mjs';
import { pod, until, withCluster } from './cluster.mjs';

const NAME = 'second';

export async function runScheduler(setting) {
  const { work, port } = setting;
  const program = join(work, 'bin/kube-scheduler');
  if (!existsSync(program))
    sourceTree(work).go('build', '-ldflags', versionFlags(), '-o', program, './cmd/kube-scheduler');
  return withCluster(setting, async (cluster) => {
    const { folder, kubeconfig } = cluster;
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify(configuration(kubeconfig, port)));
    const log = openSync(join(work, 'kube-scheduler.log'), 'w');
    const ports = ['--port', String(port + 1), '--secure-port', String(port + 2), '--cert-dir', folder];
    const scheduler = spawn(program, ['--config', config, ...ports], { stdio: ['ignore', log, log] });
    const exit = new Promise((resolve) => scheduler.on('exit', resolve));
    try {
      await tell(cluster);
    } finally {
      scheduler.kill('SIGTERM');
      await exit;
    }
  });
}

function configuration(kubeconfig, port) {
  const address = `127.0.0.1:${port + 1}`;
  return {
    apiVersion: 'kubescheduler.config.k8s.io/v1beta1',
    kind: 'KubeSchedulerConfiguration',
    clientConnection: { kubeconfig },
    leaderElection: { leaderElect: true, resourceName: NAME, resourceNamespace: 'kube-system' },
    profiles: [{ schedulerName: NAME }],
    healthzBindAddress: address,
    metricsBindAddress: address,
  };
}

async function tell({ kubectl, get }) {
  const own = (name, spec) => pod(name, { schedulerName: NAME, ...spec });
  const late = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'late' },
    provisioner: 'orrery.dev/provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'late', resources: { requests: { storage: '1Gi' } } },
  };
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
  const high = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 };
  kubectl(
    ['create', '-f', '-'],
    [
      ...[late, claim, high],
      own('plain'),
      own('claimed', { volumes }),
      own('huge', { requests: { cpu: '100' } }),
      pod('of-the-cluster'),
      ...[1, 2, 3, 4].map((number) => own(`filler-${number}`, { requests: { cpu: '3' } })),
    ],
  );
  const pods = () => get('pods').items;
  const node = (name) => pods().find(({ metadata }) => metadata.name === name)?.spec.nodeName;
  const bound = ['plain', 'claimed', 'of-the-cluster', 'filler-1', 'filler-2', 'filler-3', 'filler-4'];
  await until('pods run that fit', () =>
    pods()
      .filter(({ metadata }) => bound.includes(metadata.name))
      .every(({ status }) => status.phase === 'Running'),
  );
  await until('the lease is held', () => get('lease', '-n', 'kube-system', NAME).spec.holderIdentity !== '');
  const events = (reason, name) =>
    get('events').items.filter((e) => e.reason === reason && e.involvedObject.name === name);
  await until('its events are there', () => events('FailedScheduling', 'huge').length > 0);
  if (events('Scheduled', 'plain')[0]?.reportingComponent !== NAME) throw new Error('an event of another scheduler');
  if (get('pvc', 'data').status.phase !== 'Bound') throw new Error('the claim is not bound');
  const fillers = new Set([1, 2, 3, 4].map((number) => node(`filler-${number}`)));
  if (fillers.size !== 4) throw new Error('two pods share a node on which one fits');
  kubectl(['create', '-f', '-'], [own('urgent', { priorityClassName: 'high', requests: { cpu: '3' } })]);
  await until('a pod makes room for a more urgent one', () => node('urgent') !== undefined);
  const left = pods().filter(({ metadata }) => metadata.name.startsWith('filler-'));
  if (left.length !== 3) throw new Error(`${left.length} of four pods are left`);
}
