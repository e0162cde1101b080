import { EnvironmentError, readApiServerEnvironment, readProcessEnvironment } from './environment';

const DATABASE = { ORRERY_DATABASE_URL: 'postgresql://orrery:secret@db:5432/orrery' };

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe('what every process reads', () => {
  it('needs the database alone', () => {
    expect(readProcessEnvironment(DATABASE)).toEqual({
      databaseUrl: DATABASE.ORRERY_DATABASE_URL,
      redisUrl: undefined,
      healthHost: '127.0.0.1',
      healthPort: 8081,
      logLevel: 'info',
      kubeletShards: 8,
      clusterShards: 4,
      schedulerPlugins: '',
      maxVolumes: '',
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
      ORRERY_SCHEDULER_PLUGINS: '/plugins/own.js',
      KUBE_MAX_PD_VOLS: '7',
    };
    expect(readProcessEnvironment(environment)).toEqual({
      databaseUrl: DATABASE.ORRERY_DATABASE_URL,
      redisUrl: 'redis://cache:6379',
      healthHost: '0.0.0.0',
      healthPort: 0,
      logLevel: 'debug',
      kubeletShards: 3,
      clusterShards: 1,
      schedulerPlugins: '/plugins/own.js',
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
      name: 'several problems, all told',
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
    expect(problemsOf(() => readProcessEnvironment({ ...DATABASE, ...environment }))).toEqual(want);
  });
});

describe('what the API server reads', () => {
  it('has a preset for everything', () => {
    const clock = { mode: 'real', rate: 1 };
    const want = { host: '127.0.0.1', port: 8080, nodes: 3, zones: 3, seed: 'orrery', clock, allowedHosts: '' };
    expect(readApiServerEnvironment({})).toEqual(want);
  });

  const USERS = 'set ORRERY_TOKEN_AUTH_FILE or ORRERY_CLIENT_CA_FILE';
  test.each([
    { name: 'loopback', environment: { ORRERY_HOST: 'localhost' }, want: [] },
    {
      name: 'a container whose port is published on loopback',
      environment: { ORRERY_HOST: '0.0.0.0', ORRERY_PUBLISHED_HOST: '127.0.0.1' },
      want: [],
    },
    {
      name: 'any address with users',
      environment: { ORRERY_HOST: '0.0.0.0', ORRERY_TOKEN_AUTH_FILE: '/users.csv' },
      want: [],
    },
    {
      name: 'any address with certificates',
      environment: { ORRERY_HOST: '::', ORRERY_CLIENT_CA_FILE: '/ca.pem' },
      want: [],
    },
    {
      name: 'any address without users',
      environment: { ORRERY_HOST: '0.0.0.0', ORRERY_AUTHORIZATION_MODE: 'AlwaysAllow' },
      want: [`ORRERY_HOST "0.0.0.0" is no loopback address, so requests must be authenticated: ${USERS}`],
    },
    {
      name: 'loopback that is published elsewhere',
      environment: { ORRERY_PUBLISHED_HOST: '10.0.0.1' },
      want: [`ORRERY_PUBLISHED_HOST "10.0.0.1" is no loopback address, so requests must be authenticated: ${USERS}`],
    },
    {
      name: 'roles without users',
      environment: { ORRERY_AUTHORIZATION_MODE: 'RBAC' },
      want: [`ORRERY_AUTHORIZATION_MODE RBAC needs users: ${USERS}`],
    },
    {
      name: 'another mode',
      environment: { ORRERY_AUTHORIZATION_MODE: 'ABAC' },
      want: ['ORRERY_AUTHORIZATION_MODE must be one of AlwaysAllow, RBAC, not "ABAC"'],
    },
  ])('access: $name', ({ environment, want }) => {
    expect(problemsOf(() => readApiServerEnvironment(environment))).toEqual(want);
  });

  test.each([
    { text: 'manual', want: { mode: 'manual', rate: 1 } },
    { text: '60x', want: { mode: 'scaled', rate: 60 } },
    { text: '0.5x', want: { mode: 'scaled', rate: 0.5 } },
  ])('understands the clock $text', ({ text, want }) => {
    expect(readApiServerEnvironment({ ORRERY_CLOCK: text }).clock).toEqual(want);
  });

  test.each(['fast', '0x', '20000x', '-1x', '60'])('refuses the clock %s', (text) => {
    expect(problemsOf(() => readApiServerEnvironment({ ORRERY_CLOCK: text }))).toEqual([
      `ORRERY_CLOCK must be real, manual or a rate such as 60x, not "${text}"`,
    ]);
  });
});
