import type { Container } from '@orrery/api-types';
import { parseDurationMs } from '@orrery/time';
import { parseBehaviourOverride, type DeschedulingBehaviour } from '../run/behaviour';
import { LEADER_ELECTION_DEFAULTS, leaderElectionFault, type LeaderElectionOptions } from './leader-election';

/** Options of a descheduler command line. */
export interface DeschedulerCommand {
  /** Path of the policy in the container; without one nothing is done. */
  readonly policyFile?: string;
  readonly dryRun: boolean;
  /** Milliseconds from the start of one cycle to that of the next; 0 runs once. */
  readonly intervalMs: number;
  /** Several deschedulers agree on one; absent without `--leader-elect`, and in a dry run. */
  readonly leaderElection?: LeaderElectionOptions;
  /** Knobs that differ from those of the policy's version. */
  readonly behaviour: Partial<DeschedulingBehaviour>;
  /** Flags of the first releases that set fields of a `descheduler/v1alpha1` policy. */
  readonly policyFields: Readonly<Record<string, unknown>>;
}

/** The outcome of {@link parseDeschedulerCommand}. */
export type CommandVerdict =
  { readonly ok: true; readonly command: DeschedulerCommand } | { readonly ok: false; readonly reason: string };

const PROGRAM = '/bin/descheduler';
const IMAGES: readonly string[] = ['ose-descheduler', 'descheduler'];

/** Returns whether a container runs the descheduler: by the last part of its image's path, or by its command. */
export function isDeschedulerContainer({ image = '', command = [], args = [] }: Container): boolean {
  const name = image.slice(image.lastIndexOf('/') + 1).split(/[:@]/, 1)[0]!;
  return IMAGES.includes(name) || [...command, ...args].some((text) => text.includes(PROGRAM));
}

/** Flags without a meaning here; those with `true` take a value. */
const ACCEPTED: Readonly<Record<string, boolean>> = {
  kubeconfig: true,
  'client-connection-kubeconfig': true,
  'client-connection-qps': true,
  'client-connection-burst': true,
  'disable-metrics': false,
  'bind-address': true,
  'secure-port': true,
  'feature-gates': true,
  'enable-http2': false,
  v: true,
  logtostderr: false,
  stderrthreshold: true,
};

/** Reads the words of a container's command and arguments; the text of `sh -c` is split into words as well. */
export function parseDeschedulerCommand({
  command = [],
  args = [],
}: Pick<Container, 'command' | 'args'>): CommandVerdict {
  const words = [...command, ...args].flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');
  const start = words.indexOf(PROGRAM);
  const reader = new FlagReader(words.slice(start + 1));
  return reader.read();
}

/** Flags that take a duration, with the option of the election that they are. */
const ELECTION_DURATIONS: Readonly<Record<string, keyof LeaderElectionOptions>> = {
  'leader-elect-lease-duration': 'leaseDurationMs',
  'leader-elect-renew-deadline': 'renewDeadlineMs',
  'leader-elect-retry-period': 'retryPeriodMs',
};

class FlagReader {
  private policyFile: string | undefined;
  private dryRun = false;
  private leaderElect = false;
  private election: LeaderElectionOptions = LEADER_ELECTION_DEFAULTS;
  private intervalMs = 0;
  private readonly behaviour: Partial<DeschedulingBehaviour> = {};
  private readonly policyFields: Record<string, unknown> = {};
  private at = 0;

  constructor(private readonly words: readonly string[]) {}

  read(): CommandVerdict {
    while (this.at < this.words.length) {
      const word = this.words[this.at++]!;
      if (!word.startsWith('-')) continue;
      const reason = this.flag(word.replace(/^--?/, ''));
      if (reason !== undefined) return { ok: false, reason };
    }
    if (this.leaderElect && this.intervalMs === 0 && !this.dryRun) {
      return { ok: false, reason: 'leaderElection must be used with deschedulingInterval' };
    }
    const { policyFile, dryRun, intervalMs, election, behaviour, policyFields } = this;
    const isElected = this.leaderElect && !dryRun;
    const fault = isElected ? leaderElectionFault(election) : undefined;
    if (fault !== undefined) return { ok: false, reason: `leaderElection: ${fault}` };
    const command = {
      dryRun,
      intervalMs,
      behaviour,
      policyFields,
      ...(isElected && { leaderElection: election }),
      ...(policyFile !== undefined && { policyFile }),
    };
    return { ok: true, command };
  }

  /** Reads one flag; answers what is wrong with it. */
  private flag(text: string): string | undefined {
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    const given = equals < 0 ? undefined : text.slice(equals + 1);
    switch (name) {
      case 'policy-config-file':
        this.policyFile = unquoted(given ?? this.next());
        return undefined;
      case 'dry-run':
        this.dryRun = given !== 'false';
        return undefined;
      case 'leader-elect':
        this.leaderElect = given !== 'false';
        return undefined;
      case 'descheduling-interval': {
        const ms = this.readDuration(name, given ?? this.next());
        if (typeof ms === 'string') return ms;
        this.intervalMs = ms;
        return undefined;
      }
      case 'compat':
        return this.readOverride(given ?? this.next());
      case 'node-selector':
        this.policyFields['nodeSelector'] = unquoted(given ?? this.next());
        return undefined;
      case 'max-pods-to-evict-per-node':
        this.policyFields['maxNoOfPodsToEvictPerNode'] = Number(given ?? this.next());
        return undefined;
      case 'evict-local-storage-pods':
        this.policyFields['evictLocalStoragePods'] = given !== 'false';
        return undefined;
    }
    if (name.startsWith('leader-elect-')) return this.readElection(name, given ?? this.next());
    if (!Object.hasOwn(ACCEPTED, name)) {
      // Flags of the shell that starts the program stand before it only in its own text.
      return `unknown flag: --${name}`;
    }
    if (ACCEPTED[name] && given === undefined) this.next();
    return undefined;
  }

  /** Milliseconds, or what is wrong. */
  private readDuration(name: string, text: string): number | string {
    const ms = parseDurationMs(text);
    if (ms !== undefined && ms >= 0) return ms;
    return `invalid argument ${JSON.stringify(text)} for "--${name}" flag: time: invalid duration ${JSON.stringify(text)}`;
  }

  private readElection(name: string, text: string): string | undefined {
    if (name === 'leader-elect-resource-name') this.election = { ...this.election, name: text };
    else if (name === 'leader-elect-resource-namespace') this.election = { ...this.election, namespace: text };
    else if (name === 'leader-elect-resource-lock') {
      return text === 'leases' ? undefined : `unable to create leader election lock: Invalid lock-type ${text}`;
    } else if (Object.hasOwn(ELECTION_DURATIONS, name)) {
      const ms = this.readDuration(name, text);
      if (typeof ms === 'string') return ms;
      this.election = { ...this.election, [ELECTION_DURATIONS[name]!]: ms };
    } else return `unknown flag: --${name}`;
    return undefined;
  }

  private readOverride(text: string): string | undefined {
    const verdict = parseBehaviourOverride(text);
    if (!verdict.ok) return `invalid argument ${JSON.stringify(text)} for "--compat" flag: ${verdict.reason}`;
    Object.assign(this.behaviour, verdict.override);
    return undefined;
  }

  private next(): string {
    return this.words[this.at++] ?? '';
  }
}

function unquoted(text: string): string {
  return text.replace(/^(['"])(.*)\1$/, '$2');
}
