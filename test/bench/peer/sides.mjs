// What is compared: each side starts servers of its own and answers a client of them, what they cost, and what stops them.
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startBenchServer } from '../bench-server.mjs';
import { cpuSeconds, processTree, pssMiB, sumOver } from '../process-figures.mjs';
import { PeerClient } from './client.mjs';

const FLOOR = join(dirname(fileURLToPath(import.meta.url)), 'floor-server.mjs');
const TOKEN = 'bench-token';
const READY_TRIES = 600;
const READY_EVERY_MS = 100;
/** Folder for data: in memory if the machine has such a folder, so that no disk is measured. */
const MEMORY_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** Programs that the real control plane consists of. */
export const KUBE_PROGRAMS = ['etcd', 'kube-apiserver', 'kube-scheduler'];

/** `npm start`'s own process with its Postgres; its kubelets run the pods, which no other side does. */
export async function startOrrery() {
  const startedAtMs = performance.now();
  const server = await startBenchServer({ options: ['--nodes', '0'] });
  const client = new PeerClient(server.url);
  return sideOf([server.process.pid], client, startedAtMs, () => server.stop());
}

/** A bare HTTP server that parses and answers. */
export async function startFloor() {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, [FLOOR], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return sideOf([child.pid], new PeerClient(line.split(' ')[0]), startedAtMs, () => stopAll([child]));
}

/** etcd, kube-apiserver and kube-scheduler from a folder of binaries; no kubelets, so that its pods are bound and no more. */
export async function startReal(folder) {
  const startedAtMs = performance.now();
  const work = mkdtempSync(join(MEMORY_FOLDER, 'orrery-peer-'));
  const children = [];
  const stop = async () => {
    await stopAll(children.reverse());
    rmSync(work, { recursive: true, force: true });
  };
  try {
    const ports = await freePorts(4);
    const url = `https://127.0.0.1:${ports[2]}`;
    const client = new PeerClient(url, { token: TOKEN });
    const run = (program, flags) => children.push(runProgram(folder, program, flags, work));
    prepareFiles(work, url);
    run('etcd', etcdFlags(work, ports));
    run('kube-apiserver', apiServerFlags(work, ports));
    await untilReady(client, children, work);
    run('kube-scheduler', schedulerFlags(work, ports));
    const pids = children.map(({ pid }) => pid);
    return sideOf(pids, client, startedAtMs, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function sideOf(pids, client, startedAtMs, stop) {
  const trees = () => pids.flatMap(processTree);
  return {
    client,
    startedAtMs,
    cpuSeconds: () => sumOver(trees(), cpuSeconds),
    memoryMiB: () => sumOver(trees(), pssMiB),
    stop: async () => {
      client.close();
      await stop();
    },
  };
}

function runProgram(folder, program, flags, work) {
  const log = openSync(join(work, `${program}.log`), 'w');
  const child = spawn(join(folder, program), flags, { stdio: ['ignore', log, log] });
  child.on('error', (error) => console.error(`${program}: ${error.message}`));
  return child;
}

function prepareFiles(work, url) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(work, 'sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
  writeFileSync(join(work, 'tokens.csv'), `${TOKEN},bench,1,"system:masters"\n`);
  const cluster = { server: url, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'peer', cluster }],
    users: [{ name: 'bench', user: { token: TOKEN } }],
    contexts: [{ name: 'peer', context: { cluster: 'peer', user: 'bench' } }],
    'current-context': 'peer',
  };
  writeFileSync(join(work, 'kubeconfig'), JSON.stringify(config));
}

function etcdFlags(work, [client, peer]) {
  return [
    `--data-dir=${join(work, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    '--quota-backend-bytes=8589934592',
  ];
}

/** Without the plugins that wait for a controller manager, which is not run. */
function apiServerFlags(work, [etcd, , port]) {
  return [
    `--etcd-servers=http://127.0.0.1:${etcd}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(work, 'certs')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${join(work, 'sa.key')}`,
    `--service-account-signing-key-file=${join(work, 'sa.key')}`,
    '--authorization-mode=AlwaysAllow',
    `--token-auth-file=${join(work, 'tokens.csv')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--disable-admission-plugins=ServiceAccount,TaintNodesByCondition',
  ];
}

/** Returns flags of the scheduler without a limit of its own on requests, which would dominate the measurement. */
function schedulerFlags(work, [, , , port]) {
  return [
    `--kubeconfig=${join(work, 'kubeconfig')}`,
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    '--kube-api-qps=5000',
    '--kube-api-burst=5000',
  ];
}

/** Waits until the API server has made the namespace of the pods; throws the log of a program that has ended. */
async function untilReady(client, children, work) {
  for (let tries = 0; tries < READY_TRIES; tries++) {
    const ended = children.findIndex(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (ended >= 0) {
      const log = readFileSync(join(work, `${KUBE_PROGRAMS[ended]}.log`), 'utf8');
      throw new Error(`${KUBE_PROGRAMS[ended]} has ended: ${log.slice(-2000)}`);
    }
    const answer = await client.ask('GET', '/api/v1/namespaces/default').catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, READY_EVERY_MS));
  }
  throw new Error('the API server was not ready within a minute');
}

/** Ends processes one after the other, so that each ends before those that it depends on. */
async function stopAll(children) {
  for (const child of children) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

/** Ports that are free now, all different because they are held until all are known. */
async function freePorts(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = [];
  for (const probe of probes) {
    if (!probe.listening) await once(probe, 'listening');
    ports.push(probe.address().port);
  }
  await Promise.all(probes.map((probe) => new Promise((closed) => probe.close(closed))));
  return ports;
}
