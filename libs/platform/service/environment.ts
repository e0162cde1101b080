import { LOG_LEVELS, type LogLevel } from './logging';

/** What every process of a distributed control plane is told by its environment. */
export interface ProcessEnvironment {
  readonly databaseUrl: string;
  /** Where the queues live; undefined: in the database. */
  readonly redisUrl: string | undefined;
  /** Address and port of liveness, readiness and metrics; port 0 lets the system choose. */
  readonly healthHost: string;
  readonly healthPort: number;
  readonly logLevel: LogLevel;
  /** Compiled modules with further scheduler plugins, separated by commas. All processes must have the same ones. */
  readonly schedulerPlugins: string;
  /** How many disks a node holds, as upstream's schedulers are told; empty: as many as its kind does. */
  readonly maxVolumes: string;
  /** Into how many shards the nodes of each cluster are split. All processes must have the same number. */
  readonly kubeletShards: number;
  /** Into how many shards the clusters are split for everybody else. All processes must have the same number. */
  readonly clusterShards: number;
}

/** What the API server is told besides. */
export interface ApiServerEnvironment {
  readonly host: string;
  readonly port: number;
  /** The cluster `default` as it is made when there is none yet. */
  readonly nodes: number;
  readonly zones: number;
  readonly seed: string;
  readonly clock: { readonly mode: 'real' | 'scaled' | 'manual'; readonly rate: number };
  /** File with the configuration of the default cluster's scheduler; undefined: it keeps what it has. */
  readonly schedulerConfig: string | undefined;
  readonly masterConfig: string | undefined;
  /** Address under which others reach it, where that is another than `host`, as with a container. */
  readonly publishedHost: string | undefined;
  /** How it is decided who may do what; undefined: by roles where requests are authenticated. */
  readonly authorizationMode: 'AlwaysAllow' | 'RBAC' | undefined;
  /** File of users and their tokens. */
  readonly tokenAuthFile: string | undefined;
  /** Authorities of client certificates. */
  readonly clientCaFile: string | undefined;
  readonly tlsCertFile: string | undefined;
  /** Further names of the server, separated by commas. */
  readonly allowedHosts: string;
  readonly tlsPrivateKeyFile: string | undefined;
}

/** A value of the right type, or what is wrong with the text. */
type Parsed<T> = { readonly value: T } | { readonly problem: string };

interface Variable<T> {
  readonly variable: string;
  /** Used where the variable is absent or empty; without one it must be set. */
  readonly preset?: string;
  readonly parse: (text: string) => Parsed<T>;
}

type Variables<T> = { readonly [Name in keyof T]: Variable<T[Name]> };

const PROCESS: Variables<ProcessEnvironment> = {
  databaseUrl: { variable: 'ORRERY_DATABASE_URL', parse: url(['postgres:', 'postgresql:']) },
  redisUrl: { variable: 'ORRERY_REDIS_URL', preset: '', parse: optional(url(['redis:', 'rediss:'])) },
  healthHost: { variable: 'ORRERY_HEALTH_HOST', preset: '127.0.0.1', parse: (text) => ({ value: text }) },
  healthPort: { variable: 'ORRERY_HEALTH_PORT', preset: '8081', parse: wholeNumber(0, 65_535) },
  logLevel: { variable: 'ORRERY_LOG_LEVEL', preset: 'info', parse: oneOf(LOG_LEVELS) },
  schedulerPlugins: { variable: 'ORRERY_SCHEDULER_PLUGINS', preset: '', parse: (text) => ({ value: text }) },
  maxVolumes: { variable: 'KUBE_MAX_PD_VOLS', preset: '', parse: (text) => ({ value: text }) },
  kubeletShards: { variable: 'ORRERY_KUBELET_SHARDS', preset: '8', parse: wholeNumber(1, 256) },
  clusterShards: { variable: 'ORRERY_CLUSTER_SHARDS', preset: '4', parse: wholeNumber(1, 256) },
};

/** Nodes that a cluster can be made with: as many as there are ranges of pod addresses for by default. */
export const MAX_NODES = 65_000;

const API_SERVER: Variables<ApiServerEnvironment> = {
  host: { variable: 'ORRERY_HOST', preset: '127.0.0.1', parse: (text) => ({ value: text }) },
  port: { variable: 'ORRERY_PORT', preset: '8080', parse: wholeNumber(0, 65_535) },
  nodes: { variable: 'ORRERY_NODES', preset: '3', parse: wholeNumber(0, MAX_NODES) },
  zones: { variable: 'ORRERY_ZONES', preset: '3', parse: wholeNumber(1, 1000) },
  seed: { variable: 'ORRERY_SEED', preset: 'orrery', parse: (text) => ({ value: text }) },
  clock: { variable: 'ORRERY_CLOCK', preset: 'real', parse: parseClock },
  masterConfig: {
    variable: 'ORRERY_MASTER_CONFIG',
    preset: '',
    parse: (text) => ({ value: text === '' ? undefined : text }),
  },
  schedulerConfig: {
    variable: 'ORRERY_SCHEDULER_CONFIG',
    preset: '',
    parse: (text) => ({ value: text === '' ? undefined : text }),
  },
  publishedHost: { variable: 'ORRERY_PUBLISHED_HOST', preset: '', parse: optional((text) => ({ value: text })) },
  authorizationMode: {
    variable: 'ORRERY_AUTHORIZATION_MODE',
    preset: '',
    parse: optional(oneOf(['AlwaysAllow', 'RBAC'] as const)),
  },
  tokenAuthFile: { variable: 'ORRERY_TOKEN_AUTH_FILE', preset: '', parse: optional((text) => ({ value: text })) },
  clientCaFile: { variable: 'ORRERY_CLIENT_CA_FILE', preset: '', parse: optional((text) => ({ value: text })) },
  tlsCertFile: { variable: 'ORRERY_TLS_CERT_FILE', preset: '', parse: optional((text) => ({ value: text })) },
  allowedHosts: { variable: 'ORRERY_ALLOWED_HOSTS', preset: '', parse: (text) => ({ value: text }) },
  tlsPrivateKeyFile: {
    variable: 'ORRERY_TLS_PRIVATE_KEY_FILE',
    preset: '',
    parse: optional((text) => ({ value: text })),
  },
};

/** The variables that every process reads. */
export const PROCESS_VARIABLES: readonly string[] = Object.values(PROCESS).map(({ variable }) => variable);
/** The variables that only the API server reads. */
export const API_SERVER_VARIABLES: readonly string[] = Object.values(API_SERVER).map(({ variable }) => variable);

/** Variables that are missing or make no sense, each named with what was expected; the exit code is 2. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads what every process needs. Throws {@link EnvironmentError} with all problems at once. */
export function readProcessEnvironment(environment: NodeJS.ProcessEnv): ProcessEnvironment {
  return read(PROCESS, environment);
}

/** Reads what the API server needs besides. Throws {@link EnvironmentError} with all problems at once. */
export function readApiServerEnvironment(environment: NodeJS.ProcessEnv): ApiServerEnvironment {
  const own = read(API_SERVER, environment);
  const problems = accessProblems(own);
  if (problems.length > 0) throw new EnvironmentError(problems);
  return own;
}

/** Whether only programs of this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Who can be reached by others must know them, and who decides by roles must know somebody. */
function accessProblems(environment: ApiServerEnvironment): string[] {
  const { host, publishedHost, authorizationMode, tokenAuthFile, clientCaFile } = environment;
  if (tokenAuthFile !== undefined || clientCaFile !== undefined) return [];
  const remedy = 'ORRERY_TOKEN_AUTH_FILE or ORRERY_CLIENT_CA_FILE';
  if (authorizationMode === 'RBAC') return [`ORRERY_AUTHORIZATION_MODE RBAC needs users: set ${remedy}`];
  const reached = publishedHost ?? host;
  if (isLoopback(reached)) return [];
  const variable = publishedHost === undefined ? 'ORRERY_HOST' : 'ORRERY_PUBLISHED_HOST';
  return [
    `${variable} ${JSON.stringify(reached)} is no loopback address, so requests must be authenticated: set ${remedy}`,
  ];
}

function read<T>(variables: Variables<T>, environment: NodeJS.ProcessEnv): T {
  const problems: string[] = [];
  const values: Partial<T> = {};
  for (const name of Object.keys(variables) as (keyof T)[]) {
    const { variable, preset, parse } = variables[name];
    const text = environment[variable]?.trim() || preset;
    const parsed = text === undefined ? { problem: 'must be set' } : parse(text);
    if ('problem' in parsed) problems.push(`${variable} ${parsed.problem}`);
    else values[name] = parsed.value;
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return values as T;
}

function wholeNumber(min: number, max: number): (text: string) => Parsed<number> {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return { value };
    return { problem: `must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}` };
  };
}

function oneOf<T extends string>(allowed: readonly T[]): (text: string) => Parsed<T> {
  return (text) => {
    const value = allowed.find((candidate) => candidate === text);
    return value ? { value } : { problem: `must be one of ${allowed.join(', ')}, not ${JSON.stringify(text)}` };
  };
}

/** The text of a wrong URL is not repeated: it may hold a password. */
function url(protocols: readonly string[]): (text: string) => Parsed<string> {
  const expected = { problem: `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}` };
  return (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? { value: text } : expected);
}

function optional<T>(parse: (text: string) => Parsed<T>): (text: string) => Parsed<T | undefined> {
  return (text) => (text === '' ? { value: undefined } : parse(text));
}

function parseClock(text: string): Parsed<ApiServerEnvironment['clock']> {
  if (text === 'real' || text === 'manual') return { value: { mode: text, rate: 1 } };
  const rate = Number(/^(\d+(?:\.\d+)?)x$/.exec(text)?.[1]);
  if (rate > 0 && rate <= 10_000) return { value: { mode: 'scaled', rate } };
  return { problem: `must be real, manual or a rate such as 60x, not ${JSON.stringify(text)}` };
}
