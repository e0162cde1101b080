import type { PressureSettings } from '../pressure-settings';
import type { DaemonCap } from '../usage/daemon-caps';
import type { DaemonName } from '../usage/usage-annotations';
import { DAEMON_ADJUSTMENT, oomVictim, type OomCandidate } from './oom-score';

/** A process that the kernel never kills. */
const UNTOUCHABLE = -1000;
/** Score of unprotected daemons. */
const UNPROTECTED = 0;

/** A running container as the kernel sees it. */
export interface OomContainer extends OomCandidate {
  readonly uid: string;
  readonly container: string;
  readonly limitBytes: number | undefined;
}

/** Memory use of a node's containers and daemons, with its bounds. */
export interface MemoryUse {
  readonly containers: readonly OomContainer[];
  readonly daemonBytes: ReadonlyMap<DaemonName, number>;
  /** OOM score adjustment of the kubelet itself. */
  readonly kubeletAdjustment: number;
  /** Memory limit of all pods together. */
  readonly podsLimitBytes: number;
  /** Memory limit of the whole node. */
  readonly nodeLimitBytes: number;
  readonly memoryCapacityBytes: number;
  readonly caps: readonly DaemonCap[];
  readonly formula: PressureSettings['oomScoreFormula'];
}

/** Victim of the kernel's OOM killer, with a mark if the whole node, not a limit, ran out of memory. */
export type OomKill =
  | { readonly kind: 'container'; readonly uid: string; readonly container: string; readonly isSystem: boolean }
  | { readonly kind: 'daemon'; readonly daemon: DaemonName; readonly isSystem: boolean };

/**
 * Whom the kernel kills now (spec nodes E12, D3): a container that exceeds its own limit, then a daemon of a group
 * that exceeds its reservation, then one of a group that exceeds its limit. Undefined if all fits, or no process may be killed.
 */
export function nextOomKill(use: MemoryUse): OomKill | undefined {
  const { containers, daemonBytes } = use;
  const selfish = containers.find(
    ({ memoryBytes, limitBytes }) => limitBytes !== undefined && memoryBytes > limitBytes,
  );
  if (selfish) return containerKill(selfish, false);
  const daemons = [...daemonBytes].map(([daemon, memoryBytes]) => daemonCandidate(daemon, memoryBytes, use));
  const daemon = overCap(daemons, use);
  if (daemon) return { kind: 'daemon', daemon: daemon.name, isSystem: false };
  const ofPods = total(containers);
  const isSystem = ofPods + total(daemons) > use.nodeLimitBytes;
  if (!isSystem && ofPods <= use.podsLimitBytes) return undefined;
  const unprotected = daemons.filter(({ adjustment }) => adjustment > DAEMON_ADJUSTMENT);
  const users = [...containers, ...(isSystem ? unprotected : [])].filter(({ memoryBytes }) => memoryBytes > 0);
  const victim = oomVictim<OomContainer | OomDaemon>(users, use.memoryCapacityBytes, use.formula);
  if (victim && 'container' in victim) return containerKill(victim, isSystem);
  return victim && { kind: 'daemon', daemon: victim.name, isSystem };
}

interface OomDaemon extends OomCandidate {
  readonly name: DaemonName;
}

function daemonCandidate(name: DaemonName, memoryBytes: number, { kubeletAdjustment }: MemoryUse): OomDaemon {
  const adjustments: Readonly<Record<DaemonName, number>> = {
    kubelet: kubeletAdjustment,
    runtime: DAEMON_ADJUSTMENT,
    misc: UNPROTECTED,
  };
  return { name, memoryBytes, adjustment: adjustments[name] };
}

/** Returns the daemon to kill within a limited group. Even a protected one is killed: the group has no other process. */
function overCap(
  daemons: readonly OomDaemon[],
  { caps, memoryCapacityBytes, formula }: MemoryUse,
): OomDaemon | undefined {
  for (const { daemons: names, memoryBytes: most } of caps) {
    const members = daemons.filter(({ name }) => names.includes(name));
    if (most === undefined || total(members) <= most) continue;
    const killable = members.filter(({ memoryBytes, adjustment }) => memoryBytes > 0 && adjustment > UNTOUCHABLE);
    const victim = oomVictim(killable, memoryCapacityBytes, formula);
    if (victim) return victim;
  }
  return undefined;
}

function containerKill({ uid, container }: OomContainer, isSystem: boolean): OomKill {
  return { kind: 'container', uid, container, isSystem };
}

function total(users: readonly OomCandidate[]): number {
  return users.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}
