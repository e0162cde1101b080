import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ClockMode } from '@orrery/clock';
import { BEHAVIOUR_BUNDLES, type BundleName } from '@orrery/scheduling';
import { AuthorizationMode } from '@orrery/control-plane';
import { isLoopback, LOG_LEVELS, MAX_NODES, type LogLevel } from '@orrery/service';
import { isAuthenticated, type AccessWishes, parseAllowedHosts } from '@orrery/api-server';

/** How the standalone control plane was asked to run. */
export interface StandaloneOptions {
  readonly port: number;
  readonly host: string;
  /** Where the kubeconfig is written; undefined: into the data folder. */
  readonly kubeconfig: string | undefined;
  readonly dataDir: string;
  readonly ephemeral: boolean;
  readonly nodes: number;
  readonly zones: number;
  readonly seed: string;
  readonly clock: { readonly mode: ClockMode; readonly rate: number };
  /** Behaviour of a new cluster. */
  readonly bundle: BundleName;
  /** Who may do what, and with which certificate the server shows itself. */
  readonly access: AccessWishes;
  /** File with the configuration of the cluster's scheduler; undefined: it keeps what it has. */
  readonly schedulerConfig: string | undefined;
  /** Master configuration file; what has no effect in it is named in the log. */
  readonly masterConfig: string | undefined;
  /** Compiled modules with further scheduler plugins, separated by commas. */
  readonly schedulerPlugins: string;
  /** `KUBE_MAX_PD_VOLS`, which upstream's schedulers read too: how many disks a node holds. */
  readonly maxVolumes: string | undefined;
  readonly logLevel: LogLevel;
}

/** A wrong option: told to the user, and the exit code is 2. */
export class UsageError extends Error {}

interface OptionRow {
  readonly name: string;
  /** Name of the value in the help text; a switch has none. */
  readonly value?: string;
  readonly preset: string;
  readonly help: string;
}

const BUNDLES = Object.keys(BEHAVIOUR_BUNDLES) as BundleName[];

/** Every option; the environment variable of `data-dir` is `ORRERY_DATA_DIR`. */
export const OPTIONS: readonly OptionRow[] = [
  { name: 'port', value: 'N', preset: '8080', help: 'one port for everything' },
  {
    name: 'host',
    value: 'ADDRESS',
    preset: '127.0.0.1',
    help: 'address to listen on; any but loopback needs users: see --authorization-mode and --token-auth-file',
  },
  {
    name: 'kubeconfig',
    value: 'FILE',
    preset: '',
    help: 'where to write the kubeconfig (default: into the data folder)',
  },
  { name: 'data-dir', value: 'DIR', preset: '.orrery', help: 'folder that keeps the state between runs' },
  { name: 'ephemeral', preset: 'false', help: 'start empty and leave nothing behind' },
  { name: 'nodes', value: 'N', preset: '3', help: 'simulated nodes made when the cluster is new' },
  { name: 'zones', value: 'N', preset: '3', help: 'zones the nodes are spread over' },
  { name: 'seed', value: 'TEXT', preset: 'orrery', help: 'seed of everything that is left to chance in a new cluster' },
  { name: 'clock', value: 'MODE', preset: 'real', help: 'clock of a new cluster: real, manual, or a rate such as 60x' },
  { name: 'bundle', value: 'NAME', preset: 'modern', help: `behaviour of a new cluster: ${BUNDLES.join(', ')}` },
  {
    name: 'scheduler-config',
    value: 'FILE',
    preset: '',
    help: "Policy or KubeSchedulerConfiguration for the cluster's scheduler",
  },
  {
    name: 'master-config',
    value: 'FILE',
    preset: '',
    help: 'master configuration file of OpenShift 3: admission, projects, arguments of components',
  },
  {
    name: 'scheduler-plugins',
    value: 'FILES',
    preset: '',
    help: 'compiled modules with further scheduler plugins, separated by commas',
  },
  {
    name: 'authorization-mode',
    value: 'MODE',
    preset: '',
    help: 'RBAC: roles decide, the kubeconfig has a token of an administrator; AlwaysAllow (default: RBAC if there are users)',
  },
  {
    name: 'token-auth-file',
    value: 'FILE',
    preset: '',
    help: 'users: token,user,uid,"group1,group2" a line',
  },
  { name: 'client-ca-file', value: 'FILE', preset: '', help: 'authorities whose certificates clients may show' },
  { name: 'tls-cert-file', value: 'FILE', preset: '', help: 'serve HTTPS with this certificate' },
  { name: 'tls-private-key-file', value: 'FILE', preset: '', help: 'its private key' },
  {
    name: 'allowed-hosts',
    value: 'NAMES',
    preset: '',
    help: 'further names of this server, separated by commas: NAME or NAME:PORT in Host, and in Origin for web pages',
  },
  { name: 'log-level', value: 'LEVEL', preset: 'warn', help: LOG_LEVELS.join(', ') },
];

/** Reads the command line over the environment over the presets. Throws {@link UsageError}. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): StandaloneOptions | 'help' {
  const given = parse(args);
  if (given['help'] !== undefined) return 'help';
  const read = (name: string): string =>
    given[name] ?? env[variableOf(name)] ?? OPTIONS.find((option) => option.name === name)!.preset;
  const ephemeral = readSwitch('ephemeral', read('ephemeral'));
  const kubeconfig = read('kubeconfig');
  const schedulerConfig = read('scheduler-config');
  const masterConfig = read('master-config');
  const file = (name: string): string | undefined => (read(name) === '' ? undefined : resolve(expandHome(read(name))));
  const access = {
    mode: readMode(read('authorization-mode')),
    tokenAuthFile: file('token-auth-file'),
    clientCaFile: file('client-ca-file'),
    tlsCertFile: file('tls-cert-file'),
    tlsPrivateKeyFile: file('tls-private-key-file'),
    allowedHosts: parseAllowedHosts(read('allowed-hosts')),
  };
  const options: StandaloneOptions = {
    port: readCount('port', read('port'), { min: 0, max: 65_535 }),
    host: readHost(read('host'), access),
    access: { ...access, host: read('host') },
    kubeconfig: kubeconfig === '' ? undefined : resolve(expandHome(kubeconfig)),
    dataDir: resolve(expandHome(read('data-dir'))),
    ephemeral,
    nodes: readCount('nodes', read('nodes'), { min: 0, max: MAX_NODES }),
    zones: readCount('zones', read('zones'), { min: 1, max: 1000 }),
    seed: read('seed'),
    clock: readClock(read('clock')),
    bundle: readBundle(read('bundle')),
    schedulerConfig: schedulerConfig === '' ? undefined : resolve(expandHome(schedulerConfig)),
    masterConfig: masterConfig === '' ? undefined : resolve(expandHome(masterConfig)),
    schedulerPlugins: read('scheduler-plugins'),
    maxVolumes: env['KUBE_MAX_PD_VOLS'],
    logLevel: readLogLevel(read('log-level')),
  };
  return options;
}

export function helpText(): string {
  const rows = OPTIONS.map(({ name, value, preset, help }) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}`;
    const shownPreset = preset === '' || preset === 'false' ? '' : ` [${preset}]`;
    return `  ${flag.padEnd(28)} ${variableOf(name).padEnd(28)} ${help}${shownPreset}`;
  });
  return [
    'Starts a whole cluster in one process on an embedded Postgres.',
    '',
    'npm start -- [options]',
    '',
    `  ${'option'.padEnd(28)} ${'or variable'.padEnd(28)}`,
    ...rows,
    `  ${'--help'.padEnd(28)} ${''.padEnd(28)} this text`,
    '',
  ].join('\n');
}

function variableOf(name: string): string {
  return `ORRERY_${name.replaceAll('-', '_').toUpperCase()}`;
}

function parse(args: readonly string[]): Record<string, string | undefined> {
  const switches = Object.fromEntries([
    ...OPTIONS.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const),
    ['help', { type: 'boolean', short: 'h' }] as const,
  ]) as Record<string, { type: 'boolean' | 'string' }>;
  try {
    const { values } = parseArgs({ args: [...args], options: switches, strict: true, allowPositionals: false });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0]);
  }
}

function readCount(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(`--${name}: ${JSON.stringify(text)} is not a whole number from ${min} to ${max}`);
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0' || text === '') return false;
  throw new UsageError(`--${name}: ${JSON.stringify(text)} is neither true nor false`);
}

/** Without access control everybody who can reach the server may do everything: only this machine may. */
function readHost(text: string, access: Omit<AccessWishes, 'host'>): string {
  if (isLoopback(text) || isAuthenticated(access)) return text;
  throw new UsageError(
    `--host: ${JSON.stringify(text)} is no loopback address, so requests must be authenticated: ` +
      'give --authorization-mode RBAC or --token-auth-file FILE',
  );
}

function readMode(text: string): AuthorizationMode | undefined {
  if (text === '') return undefined;
  const modes = Object.values(AuthorizationMode);
  const mode = modes.find((known) => known === text);
  if (mode) return mode;
  throw new UsageError(`--authorization-mode: ${JSON.stringify(text)} is none of ${modes.join(', ')}`);
}

function readClock(text: string): StandaloneOptions['clock'] {
  if (text === 'real') return { mode: ClockMode.Real, rate: 1 };
  if (text === 'manual') return { mode: ClockMode.Manual, rate: 1 };
  const match = /^(\d+(?:\.\d+)?)x$/.exec(text);
  const rate = Number(match?.[1]);
  if (match && rate > 0 && rate <= 10_000) return { mode: ClockMode.Scaled, rate };
  throw new UsageError(`--clock: ${JSON.stringify(text)} is neither real, nor manual, nor a rate such as 60x`);
}

function readBundle(text: string): BundleName {
  const bundle = BUNDLES.find((name) => name === text);
  if (bundle) return bundle;
  throw new UsageError(`--bundle: ${JSON.stringify(text)} is none of ${BUNDLES.join(', ')}`);
}

function readLogLevel(text: string): LogLevel {
  if ((LOG_LEVELS as readonly string[]).includes(text)) return text as LogLevel;
  throw new UsageError(`--log-level: ${JSON.stringify(text)} is none of ${LOG_LEVELS.join(', ')}`);
}

function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}
