import type { CycleState, KeptVerdicts, NodeInfo, PodInfo, Snapshot, Status } from '@orrery/scheduling';
import type { Candidate } from './candidate';
import { dryRunOn, isCandidate, type DryRun, type DryRunParts } from './dry-run';
import type { DryRunBoard } from './dry-run-board';
import { startedAtMs } from './importance';

/** A preemptor in its cycle. */
export interface Preemptor {
  readonly pod: PodInfo;
  readonly state: CycleState;
}

/** Start and limit of a search. */
export interface SearchLimits {
  /** Number of the potential node to begin with. */
  readonly offset: number;
  /** The search stops at this number of candidates if one of them violates no budget. */
  readonly enough: number;
}

export interface FoundCandidates {
  /** Candidates that break no budget, in the order in which they were found, then the others. */
  readonly candidates: readonly Candidate[];
  /** Numbers of the other tried nodes by why they are none; complete if no candidate was found. */
  readonly refusals: Iterable<readonly [Status, number]>;
  /** Status of those nodes one by one, if they were listed. */
  readonly refused: ReadonlyMap<string, Status>;
}

/** Tries the potential nodes one after the other (spec scheduler 6.4). */
export function findCandidates(
  { pod, state }: Preemptor,
  potential: readonly NodeInfo[],
  { offset, enough, parts }: SearchLimits & { readonly parts: DryRunParts },
): FoundCandidates {
  const found = new Findings(enough);
  const refused = new Map<string, Status>();
  const refusals: [Status, number][] = [];
  for (let i = 0; i < potential.length && !found.isEnough; i++) {
    const node = potential[(offset + i) % potential.length]!;
    const outcome = dryRunOn(node, pod, state, parts);
    if (isCandidate(outcome)) found.add(outcome);
    else if (outcome !== 'nothingToRemove') {
      refused.set(node.name, outcome);
      refusals.push([outcome, 1]);
    }
  }
  return { candidates: found.candidates, refusals, refused };
}

const NOTHING_LISTED: ReadonlyMap<string, Status> = new Map();

/** Results of earlier preemptors of the same kind. */
export interface KnownOutcomes {
  readonly verdicts: KeptVerdicts;
  readonly board: DryRunBoard;
  readonly snapshot: Snapshot;
  /** Name of the node promised to the preemptor: what others found out about it is not for it. */
  readonly ownNode: string | undefined;
}

/** Does the same with kept statuses and outcomes: only candidates, and nodes that changed, are examined. */
export function findKnownCandidates(
  preemptor: Preemptor,
  { verdicts, board, snapshot, ownNode }: KnownOutcomes,
  { offset, enough, parts }: SearchLimits & { readonly parts: DryRunParts },
): FoundCandidates {
  board.follow(snapshot);
  const own = ownNode === undefined ? -1 : snapshot.positionOf(snapshot.get(ownNode)?.row ?? -1);
  if (own >= 0) board.forget(own);
  const found = new Findings(enough);
  const { nodes, open, candidates } = board;
  const { resolvable, from } = verdicts;
  const first = nthInTurn(resolvable, from, offset);
  for (const [low, high] of [
    [first, nodes.length],
    [0, first],
  ] as const) {
    for (
      let at = open.nextInEither(candidates, low, high);
      at < high;
      at = open.nextInEither(candidates, at + 1, high)
    ) {
      if (found.isEnough) break;
      if (!resolvable.has(at)) continue;
      const outcome = board.at(at) ?? tried(preemptor, { board, at, isOwn: at === own }, parts);
      if (isCandidate(outcome)) found.add(outcome);
    }
  }
  return { candidates: found.candidates, refusals: board.refusals, refused: NOTHING_LISTED };
}

/** Position of a member by its number, counted from position `from` on and around the end. */
function nthInTurn(set: KeptVerdicts['resolvable'], from: number, index: number): number {
  const behind = set.countBetween(from, set.size);
  return index < behind ? set.nth(index, from) : set.nth(index - behind, 0);
}

interface Trial {
  readonly board: DryRunBoard;
  readonly at: number;
  readonly isOwn: boolean;
}

function tried({ pod, state }: Preemptor, { board, at, isOwn }: Trial, parts: DryRunParts): DryRun {
  const node = board.nodes[at]!;
  const outcome = dryRunOn(node, pod, state, parts);
  if (isOwn || !isTimeless(node, pod, parts.nowMs)) board.recordForNow(at, outcome);
  else board.record(at, outcome);
  return outcome;
}

/**
 * Returns true if the order of importance stays the same as time passes. A pod without a start time counts as starting
 * now, after all that have started; only one that starts in the future could be overtaken.
 */
function isTimeless(node: NodeInfo, pod: PodInfo, nowMs: number): boolean {
  for (const other of node.pods.values()) {
    if (other.priority < pod.priority && startedAtMs(other, nowMs) > nowMs) return false;
  }
  return true;
}

class Findings {
  private readonly withinBudgets: Candidate[] = [];
  private readonly violating: Candidate[] = [];

  constructor(private readonly enough: number) {}

  get isEnough(): boolean {
    return this.withinBudgets.length > 0 && this.withinBudgets.length + this.violating.length >= this.enough;
  }

  get candidates(): readonly Candidate[] {
    return this.violating.length === 0 ? this.withinBudgets : [...this.withinBudgets, ...this.violating];
  }

  add(candidate: Candidate): void {
    (candidate.violations === 0 ? this.withinBudgets : this.violating).push(candidate);
  }
}
