import { NodeAnswers, NodeSet, type Status } from '@orrery/scheduling';
import { isCandidate, type DryRun } from './dry-run';

/** Results of the dry run on each node for one kind of preemptor. */
export class DryRunBoard extends NodeAnswers<DryRun> {
  /** Positions of the candidates. */
  candidates = new NodeSet(0);
  /** Numbers of nodes that are none, by reason. */
  readonly refusals = new Map<Status, number>();

  /** @param budgetVersion disruption budgets that were in force when the nodes were tried */
  constructor(readonly budgetVersion: number) {
    super();
  }

  protected cleared(size: number): void {
    this.candidates = new NodeSet(size);
    this.refusals.clear();
  }

  protected counted(position: number, before: DryRun | undefined, after: DryRun | undefined): void {
    if (before && isCandidate(before)) this.candidates.delete(position);
    else if (before && before !== 'nothingToRemove') this.count(before, -1);
    if (after && isCandidate(after)) this.candidates.add(position);
    else if (after && after !== 'nothingToRemove') this.count(after, 1);
  }

  private count(status: Status, by: 1 | -1): void {
    const number = (this.refusals.get(status) ?? 0) + by;
    if (number > 0) this.refusals.set(status, number);
    else this.refusals.delete(status);
  }
}

/**
 * Boards for kinds of preemptors: those of one priority whose cycles keep their verdicts in the same place.
 */
export class DryRunMemory {
  private readonly boards = new WeakMap<object, Map<number, DryRunBoard>>();

  /** @param owner where the verdicts of the cycle are kept */
  boardFor(owner: object, priority: number, budgetVersion: number): DryRunBoard {
    let ofPriority = this.boards.get(owner);
    if (!ofPriority) this.boards.set(owner, (ofPriority = new Map()));
    let board = ofPriority.get(priority);
    if (board?.budgetVersion !== budgetVersion) ofPriority.set(priority, (board = new DryRunBoard(budgetVersion)));
    return board;
  }
}
