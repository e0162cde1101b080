// The processes of a distributed control plane and their variables: what docker-compose.yml says for containers, in
// the form in which start-processes.mjs and the tests start them without.

/** Read by every process; all of them need the same shards. */
const EVERYBODY = {
  ORRERY_DATABASE_URL: 'postgresql://orrery:orrery@127.0.0.1:5432/orrery',
  ORRERY_REDIS_URL: 'redis://127.0.0.1:6379',
  ORRERY_HEALTH_HOST: '127.0.0.1',
  ORRERY_HEALTH_PORT: '8081',
  ORRERY_LOG_LEVEL: 'info',
  ORRERY_KUBELET_SHARDS: '8',
  ORRERY_CLUSTER_SHARDS: '4',
  ORRERY_SCHEDULER_PLUGINS: '',
  KUBE_MAX_PD_VOLS: '',
};

/** Read by the API server alone. */
const API_SERVER = {
  ORRERY_HOST: '127.0.0.1',
  ORRERY_PORT: '8080',
  ORRERY_NODES: '3',
  ORRERY_ZONES: '3',
  ORRERY_SEED: 'orrery',
  ORRERY_CLOCK: 'real',
  ORRERY_SCHEDULER_CONFIG: '',
  ORRERY_MASTER_CONFIG: '',
  ORRERY_PUBLISHED_HOST: '',
  ORRERY_ALLOWED_HOSTS: '',
  ORRERY_AUTHORIZATION_MODE: '',
  ORRERY_TOKEN_AUTH_FILE: '',
  ORRERY_CLIENT_CA_FILE: '',
  ORRERY_TLS_CERT_FILE: '',
  ORRERY_TLS_PRIVATE_KEY_FILE: '',
};

/** In the order in which they are started; the API server migrates the database, the others wait for that. */
export const PROCESSES = [
  { name: 'api-server', presets: { ...EVERYBODY, ...API_SERVER } },
  { name: 'scheduler', presets: EVERYBODY },
  { name: 'node-lifecycle-controller', presets: EVERYBODY },
  { name: 'kubelet', presets: EVERYBODY },
  { name: 'controller-manager', presets: EVERYBODY },
  { name: 'descheduler', presets: EVERYBODY },
];

/** The program of a process, relative to the project. */
export function programOf(name) {
  return `dist/apps/${name}/main.js`;
}

/** The variables of a process: its presets, with what is given in their place. Others are not passed on. */
export function environmentOf(name, given) {
  const { presets } = PROCESSES.find((process) => process.name === name);
  return Object.fromEntries(Object.entries(presets).map(([key, preset]) => [key, given[key] ?? preset]));
}
