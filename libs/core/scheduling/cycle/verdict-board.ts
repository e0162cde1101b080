import { NodeAnswers } from '../cache/node-answers';
import { NodeSet } from '../cache/node-set';
import { isSuccess, StatusCode, type Status } from '../framework/status';

/** Statuses of every node by the filters for one kind of pod. */
export class VerdictBoard extends NodeAnswers<Status> {
  /** Positions of the nodes that fit. */
  feasible = new NodeSet(0);
  /** Positions of the nodes that would if pods were removed from them, perhaps. */
  resolvable = new NodeSet(0);
  /** Numbers of nodes by refusal. */
  readonly refusals = new Map<Status, number>();

  protected cleared(size: number): void {
    this.feasible = new NodeSet(size);
    this.resolvable = new NodeSet(size);
    this.refusals.clear();
  }

  protected counted(position: number, before: Status | undefined, after: Status | undefined): void {
    if (before === after) return;
    if (before) this.discount(position, before);
    if (!after) return;
    if (isSuccess(after)) return this.feasible.add(position);
    if (after.code === StatusCode.Unschedulable) this.resolvable.add(position);
    this.refusals.set(after, (this.refusals.get(after) ?? 0) + 1);
  }

  private discount(position: number, status: Status): void {
    if (isSuccess(status)) return this.feasible.delete(position);
    this.resolvable.delete(position);
    const left = this.refusals.get(status)! - 1;
    if (left > 0) this.refusals.set(status, left);
    else this.refusals.delete(status);
  }
}
