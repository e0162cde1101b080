import type { NodeInfo } from '../../cache/node-info';
import type { PodInfo } from '../../cache/pod-info';
import type { CycleState } from '../../framework/cycle-state';
import type { Nominations } from '../../framework/plugin-handle';
import type { Status } from '../../framework/status';
import { dryRunOn, isCandidate, type Candidate, type DryRun, type DryRunParts } from './dry-run';
import { remembered, type DryRunMemory } from './dry-run-memory';

export interface CandidateSearch {
  readonly pod: PodInfo;
  readonly state: CycleState;
  /** Nodes on which removing pods may help. */
  readonly potential: readonly NodeInfo[];
  /** Index at which the search starts. */
  readonly offset: number;
  /** The search stops when so many candidates are known and one of them breaks no budget. */
  readonly enough: number;
}

export interface FoundCandidates {
  /** Those that break no budget, in the order in which they were found, then the others. */
  readonly candidates: readonly Candidate[];
  /** Why the other tried nodes are none. */
  readonly refusals: readonly { readonly node: NodeInfo; readonly status: Status }[];
}

export interface SearchParts extends DryRunParts {
  readonly nominations: Nominations;
  readonly memory: DryRunMemory;
  readonly budgetVersion: number;
}

/** Tries the potential nodes one after the other (specification 6.4). */
export function findCandidates(search: CandidateSearch, parts: SearchParts): FoundCandidates {
  const { potential, offset, enough } = search;
  const sound: Candidate[] = [];
  const violating: Candidate[] = [];
  const refusals: { node: NodeInfo; status: Status }[] = [];
  const tryNode = dryRunner(search, parts);
  for (let i = 0; i < potential.length; i++) {
    const node = potential[(offset + i) % potential.length]!;
    const outcome = tryNode(node);
    if (isCandidate(outcome)) (outcome.violations === 0 ? sound : violating).push(outcome);
    else if (outcome) refusals.push({ node, status: outcome });
    if (sound.length > 0 && sound.length + violating.length >= enough) break;
  }
  return { candidates: [...sound, ...violating], refusals };
}

function dryRunner({ pod, state }: CandidateSearch, parts: SearchParts): (node: NodeInfo) => DryRun {
  const { filters, memory, nominations, budgetVersion, nowMs } = parts;
  const run = (node: NodeInfo): DryRun => dryRunOn(node, pod, state, parts);
  if (!filters.judgeNodeAlone(state)) return run;
  const table = memory.tableFor(pod, budgetVersion);
  const ownNode = nominations.nominatedNode(pod.uid);
  return (node) => {
    const { promisedTo } = node;
    if (node.name === ownNode) return run(node);
    return remembered(table, { pod, node, promisedTo, nowMs }, () => run(node));
  };
}
