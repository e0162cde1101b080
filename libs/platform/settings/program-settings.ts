import { DEFAULT_RELEASE, RELEASES } from '@orrery/api-types';
import { resolve } from 'node:path';
import { LEAVABLE } from '@orrery/cluster-state';
import { LOG_LEVELS } from '@orrery/service';
import { clock, flag, listOf, oneOf, optional, path, someOf, text, url, wholeNumber } from './parsers';
import type { Setting, ValuesOf } from './setting';

/** Nodes that a cluster can be made with: as many as there are ranges of pod addresses for by default. */
export const MAX_NODES = 65_000;
const MAX_PORT = 65_535;
/** Spelled as kube-apiserver spells them. */
const AUTHORIZATION_MODES = ['AlwaysAllow', 'RBAC'] as const;

/** Keeps the type of the value that a setting's parser gives. */
function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

const logLevel = (preset: string): Setting<(typeof LOG_LEVELS)[number]> =>
  setting({
    name: 'log-level',
    argument: 'LEVEL',
    default: preset,
    parse: oneOf(LOG_LEVELS),
    help: LOG_LEVELS.join(', '),
  });

const optionalFile = (name: string, help: string): Setting<string | undefined> =>
  setting({ name, argument: 'FILE', default: '', parse: optional(path), help });

/** Settings of schedulers; all processes must have the same. */
const plugins = {
  schedulerPlugins: setting({
    name: 'scheduler-plugins',
    argument: 'FILES',
    default: '',
    parse: listOf((file) => resolve(file)),
    help: 'compiled modules with further scheduler plugins, separated by commas',
  }),
  maxVolumes: setting({
    name: 'max-volumes',
    variable: 'KUBE_MAX_PD_VOLS',
    argument: 'N',
    default: '',
    parse: optional(text),
    help: 'number of disks of one kind that a node can attach, unless the node says it',
  }),
};

/** Settings of the server for clients. */
const server = {
  port: setting({
    name: 'port',
    argument: 'N',
    default: '8080',
    parse: wholeNumber(0, MAX_PORT),
    help: 'one port for everything; 0 takes a free one',
  }),
  host: setting({
    name: 'host',
    argument: 'ADDRESS',
    default: '127.0.0.1',
    parse: text,
    help: 'address to listen on; any address except loopback needs users: see --authorization-mode and --token-auth-file',
  }),
  nodes: setting({
    name: 'nodes',
    argument: 'N',
    default: '3',
    parse: wholeNumber(0, MAX_NODES),
    help: 'simulated nodes of a new cluster',
  }),
  zones: setting({
    name: 'zones',
    argument: 'N',
    default: '3',
    parse: wholeNumber(1, 1000),
    help: 'zones the nodes are spread over',
  }),
  seed: setting({
    name: 'seed',
    argument: 'TEXT',
    default: 'orrery',
    parse: text,
    help: 'seed of all random choices in a new cluster',
  }),
  clock: setting({
    name: 'clock',
    argument: 'MODE',
    default: 'real',
    parse: clock,
    help: 'clock of a new cluster: real, manual, auto, or a rate such as 60x',
  }),
  bundle: setting({
    name: 'bundle',
    argument: 'NAME',
    default: DEFAULT_RELEASE,
    parse: oneOf(RELEASES),
    help: `behaviour of a new cluster: ${RELEASES.join(', ')}`,
  }),
  leftOut: setting({
    name: 'left-out',
    argument: 'NAMES',
    default: '',
    parse: someOf(LEAVABLE),
    help: 'parts that a new cluster does not have, separated by commas: scheduler, kubelet, controller-manager, or controllers such as job-controller',
  }),
  schedulerConfig: optionalFile('scheduler-config', "Policy or KubeSchedulerConfiguration for the cluster's scheduler"),
  masterConfig: optionalFile(
    'master-config',
    'master configuration file of OpenShift 3: admission, projects, arguments of components',
  ),
  authorizationMode: setting({
    name: 'authorization-mode',
    argument: 'MODE',
    default: '',
    parse: optional(oneOf(AUTHORIZATION_MODES)),
    help: 'RBAC: roles decide, the kubeconfig has a token of an administrator; AlwaysAllow (default: RBAC if there are users)',
  }),
  tokenAuthFile: optionalFile('token-auth-file', 'users: token,user,uid,"group1,group2" a line'),
  clientCaFile: optionalFile('client-ca-file', 'authorities of client certificates'),
  tls: setting({
    name: 'tls',
    default: 'false',
    parse: flag,
    help: 'serve HTTPS with a certificate that the authority of the installation signs; always so with users',
  }),
  tlsCertFile: optionalFile('tls-cert-file', 'serve HTTPS with this certificate'),
  tlsPrivateKeyFile: optionalFile('tls-private-key-file', 'its private key'),
  allowedHosts: setting({
    name: 'allowed-hosts',
    argument: 'NAMES',
    default: '',
    parse: listOf((name) => name.toLowerCase()),
    help: 'further names of this server, separated by commas: NAME or NAME:PORT in Host, and in Origin for web pages',
  }),
  publishedHost: setting({
    name: 'published-host',
    argument: 'ADDRESS',
    default: '',
    parse: optional(text),
    help: 'address at which clients reach the server if that is not --host, such as the published port of a container',
  }),
};

/** Settings of the program that is a whole cluster: `npm start`. */
export const STANDALONE_SETTINGS = {
  ...server,
  kubeconfig: optionalFile('kubeconfig', 'where to write the kubeconfig (default: into the data folder)'),
  dataDir: setting({
    name: 'data-dir',
    argument: 'DIR',
    default: '.orrery',
    parse: path,
    help: 'folder that keeps the state between runs',
  }),
  cacheDir: setting({
    name: 'cache-dir',
    argument: 'DIR',
    default: '',
    parse: optional(path),
    help: 'folder into which Postgres is unpacked once (default: a cache folder of the user)',
  }),
  ephemeral: setting({
    name: 'ephemeral',
    default: 'false',
    parse: flag,
    help: 'start empty and leave nothing behind',
  }),
  record: setting({
    name: 'record',
    default: 'false',
    parse: flag,
    help: 'record all inputs of a new cluster, so that they can be repeated; for --clock manual and auto',
  }),
  ...plugins,
  logLevel: logLevel('warn'),
};

/** Settings of every process of a control plane of separate processes. */
export const PROCESS_SETTINGS = {
  databaseUrl: setting({
    name: 'database-url',
    argument: 'URL',
    parse: url(['postgres:', 'postgresql:']),
    help: 'Postgres that holds the state',
  }),
  redisUrl: setting({
    name: 'redis-url',
    argument: 'URL',
    default: '',
    parse: optional(url(['redis:', 'rediss:'])),
    help: 'Redis that holds the queues (default: they are in Postgres)',
  }),
  healthHost: setting({
    name: 'health-host',
    argument: 'ADDRESS',
    default: '127.0.0.1',
    parse: text,
    help: 'address of liveness, readiness and metrics',
  }),
  healthPort: setting({
    name: 'health-port',
    argument: 'N',
    default: '8081',
    parse: wholeNumber(0, MAX_PORT),
    help: 'port of liveness, readiness and metrics; 0 takes a free one',
  }),
  logLevel: logLevel('info'),
  kubeletShards: setting({
    name: 'kubelet-shards',
    argument: 'N',
    default: '8',
    parse: wholeNumber(1, 256),
    help: 'shards of the nodes of each cluster; the same for all processes',
  }),
  clusterShards: setting({
    name: 'cluster-shards',
    argument: 'N',
    default: '4',
    parse: wholeNumber(1, 256),
    help: 'shards of the clusters for all other components; the same for all processes',
  }),
  ...plugins,
};

/** Settings of the API server among separate processes, in addition to {@link PROCESS_SETTINGS}. */
export const API_SERVER_SETTINGS = server;

export type StandaloneSettings = ValuesOf<typeof STANDALONE_SETTINGS>;
export type ProcessSettings = ValuesOf<typeof PROCESS_SETTINGS>;
export type ApiServerSettings = ValuesOf<typeof API_SERVER_SETTINGS>;
