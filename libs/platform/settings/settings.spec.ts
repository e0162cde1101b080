import {
  API_SERVER_SETTINGS,
  optionRows,
  parseOptions,
  PROCESS_SETTINGS,
  readSettings,
  requireUsersBeyondLoopback,
  SettingsError,
  STANDALONE_SETTINGS,
  variableOf,
  type StandaloneSettings,
} from './index';

const DATABASE = { ORRERY_DATABASE_URL: 'postgresql://orrery:secret@db:5432/orrery' };

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const standalone = (args: string[], environment: NodeJS.ProcessEnv = {}): StandaloneSettings =>
  readSettings(STANDALONE_SETTINGS, { options: parseOptions(args, STANDALONE_SETTINGS), environment });

describe('what every process reads', () => {
  it('needs the database alone', () => {
    expect(readSettings(PROCESS_SETTINGS, { environment: DATABASE })).toEqual({
      databaseUrl: DATABASE.ORRERY_DATABASE_URL,
      redisUrl: undefined,
      healthHost: '127.0.0.1',
      healthPort: 8081,
      logLevel: 'info',
      kubeletShards: 8,
      clusterShards: 4,
      schedulerPlugins: [],
      maxVolumes: undefined,
    });
  });

  it('takes everything that is set', () => {
    const environment = {
      ...DATABASE,
      ORRERY_REDIS_URL: 'redis://cache:6379',
      ORRERY_HEALTH_HOST: '0.0.0.0',
      ORRERY_HEALTH_PORT: '0',
      ORRERY_LOG_LEVEL: 'debug',
      ORRERY_KUBELET_SHARDS: '3',
      ORRERY_CLUSTER_SHARDS: '1',
      ORRERY_SCHEDULER_PLUGINS: '/plugins/own.js, /plugins/other.js,',
      KUBE_MAX_PD_VOLS: '7',
    };
    expect(readSettings(PROCESS_SETTINGS, { environment })).toEqual({
      databaseUrl: DATABASE.ORRERY_DATABASE_URL,
      redisUrl: 'redis://cache:6379',
      healthHost: '0.0.0.0',
      healthPort: 0,
      logLevel: 'debug',
      kubeletShards: 3,
      clusterShards: 1,
      schedulerPlugins: ['/plugins/own.js', '/plugins/other.js'],
      maxVolumes: '7',
    });
  });

  test.each([
    { name: 'no database', environment: { ORRERY_DATABASE_URL: '' }, want: ['ORRERY_DATABASE_URL must be set'] },
    {
      name: 'another database, whose password is not repeated',
      environment: { ORRERY_DATABASE_URL: 'mysql://root:secret@db/x' },
      want: ['ORRERY_DATABASE_URL must be a URL that begins with postgres:// or postgresql://'],
    },
    {
      name: 'queues on something else than Redis',
      environment: { ORRERY_REDIS_URL: 'cache:6379' },
      want: ['ORRERY_REDIS_URL must be a URL that begins with redis:// or rediss://'],
    },
    {
      name: 'several problems, all reported',
      environment: { ORRERY_HEALTH_PORT: '65536', ORRERY_LOG_LEVEL: 'loud', ORRERY_KUBELET_SHARDS: '0' },
      want: [
        'ORRERY_HEALTH_PORT must be a whole number from 0 to 65535, not "65536"',
        'ORRERY_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
        'ORRERY_KUBELET_SHARDS must be a whole number from 1 to 256, not "0"',
      ],
    },
    {
      name: 'half a shard',
      environment: { ORRERY_CLUSTER_SHARDS: '1.5' },
      want: ['ORRERY_CLUSTER_SHARDS must be a whole number from 1 to 256, not "1.5"'],
    },
  ])('refuses $name', ({ environment, want }) => {
    const given = { ...DATABASE, ...environment };
    expect([...problemsOf(() => readSettings(PROCESS_SETTINGS, { environment: given }))].sort()).toEqual(
      [...want].sort(),
    );
  });
});

it('has a default for everything that the API server reads', () => {
  expect(readSettings(API_SERVER_SETTINGS, { environment: {} })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    nodes: 3,
    zones: 3,
    seed: 'orrery',
    clock: { mode: 'real', rate: 1 },
    bundle: 'modern',
    leftOut: [],
    allowedHosts: [],
    tls: false,
  });
});

describe('the command line', () => {
  it('counts before the environment', () => {
    const env = { ORRERY_PORT: '9000', ORRERY_NODES: '7', ORRERY_EPHEMERAL: 'true', ORRERY_LOG_LEVEL: 'debug' };
    const read = standalone(['--port', '9001'], env);
    expect(read).toMatchObject({ port: 9001, nodes: 7, ephemeral: true, logLevel: 'debug' });
  });

  test.each([
    ['real', { mode: 'real', rate: 1 }],
    ['manual', { mode: 'manual', rate: 1 }],
    ['60x', { mode: 'scaled', rate: 60 }],
    ['auto', { mode: 'auto', rate: 1000 }],
    ['auto:200x', { mode: 'auto', rate: 200 }],
    ['0.5x', { mode: 'scaled', rate: 0.5 }],
  ])('understands the clock %s', (text, want) => {
    expect(standalone(['--clock', text]).clock).toEqual(want);
  });

  test.each(['fast', '0x', '20000x', '-1x', '60'])('refuses the clock %s', (text) => {
    expect(problemsOf(() => standalone([`--clock=${text}`]))).toEqual([
      `--clock must be real, manual, auto or a rate such as 60x, not "${text}"`,
    ]);
  });

  test.each([
    [['--port', 'http'], '--port must be a whole number from 0 to 65535, not "http"'],
    [['--nodes', '-1'], "Option '--nodes' argument is ambiguous"],
    [['--nodes=-1'], '--nodes must be a whole number from 0 to 65000, not "-1"'],
    [['--zones', '0'], '--zones must be a whole number from 1 to 1000, not "0"'],
    [['--log-level', 'loud'], '--log-level must be one of fatal'],
    [['--authorization-mode', 'ABAC'], '--authorization-mode must be one of AlwaysAllow, RBAC, not "ABAC"'],
    [['--colour'], "Unknown option '--colour'"],
    [['--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
    [['--datadir', '1'], "Unknown option '--datadir'. Did you mean --data-dir?"],
    [['node1'], "Unexpected argument 'node1'"],
  ])('refuses %j', (args, message) => {
    expect(problemsOf(() => standalone(args)).join()).toContain(message);
  });

  it('names the variable where the variable is wrong', () => {
    expect(problemsOf(() => standalone([], { ORRERY_PORT: 'http' }))).toEqual([
      'ORRERY_PORT must be a whole number from 0 to 65535, not "http"',
    ]);
  });

  it('has a row of help for every setting', () => {
    const help = optionRows(STANDALONE_SETTINGS).join('\n');
    for (const setting of Object.values(STANDALONE_SETTINGS)) {
      expect(help).toContain(`--${setting.name}`);
      expect(help).toContain(variableOf(setting));
    }
  });
});

describe('a server that others can reach', () => {
  const exposure = { hostSetting: '--host', authenticatesClients: false, remedy: '--token-auth-file FILE' };
  test.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('needs no users on %s', (host) => {
    expect(problemsOf(() => requireUsersBeyondLoopback({ ...exposure, host }))).toEqual([]);
  });
  test.each(['0.0.0.0', '::', '10.0.0.1', 'example.com', '127.0.0.1.example.com'])('needs users on %s', (host) => {
    expect(problemsOf(() => requireUsersBeyondLoopback({ ...exposure, host }))).toEqual([
      `--host "${host}" is not a loopback address, so requests must be authenticated: set --token-auth-file FILE`,
    ]);
    const known = { ...exposure, host, authenticatesClients: true };
    expect(problemsOf(() => requireUsersBeyondLoopback(known))).toEqual([]);
  });
});
