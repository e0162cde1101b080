import type { NodeInfo } from '../cache/node-info';
import type { Snapshot } from '../cache/snapshot';
import type { KeptVerdicts } from '../framework/diagnosis';
import type { FilterPlugin } from '../framework/plugin';
import { isRejected, isSuccess, type Status } from '../framework/status';
import type { NodeRun } from './node-run';
import type { NodeSearch, SearchResult } from './node-search';
import { runFilters } from './run-filters';
import type { ShapeAnswers } from './shape-memory';
import type { VerdictBoard } from './verdict-board';

/** Known answers for the pods of the search. */
export interface KnownOfShape {
  /** All filters of the cycle; they read one node only. */
  readonly filters: readonly FilterPlugin[];
  readonly answers: ShapeAnswers;
  /** Key as long as which the last filter reads one node only; only if no pod is nominated to any node. */
  readonly key?: object;
}

/** The same as looking at every node in turn; nodes that are known not to fit are passed over, 32 at a glance. */
export function searchBoard(search: NodeSearch, known: KnownOfShape): SearchResult {
  const { nodes, start, limit, diagnosis } = search;
  const { board, evaluate } = boardFor(search, known);
  const count = nodes.length;
  const from = count === 0 ? 0 : start % count;
  let feasible: NodeInfo[] = [];
  const runs: NodeRun[] = [];
  const { open, feasible: fitting } = board;
  let examined = count;
  for (const [low, high] of [
    [from, count],
    [0, from],
  ] as const) {
    for (let at = low; feasible.length < limit;) {
      at = open.nextInEither(fitting, at, high);
      if (at === high) break;
      if (open.has(at)) {
        const status = evaluate(at);
        if (isRejected(status)) continue;
        if (!isSuccess(status)) return { feasible, examined: distance(from, at, count), error: status };
      }
      const end = fitting.nextOutside(at, Math.min(high, at + limit - feasible.length));
      runs.push({ from: at, to: end });
      // Most searches find one run: it is copied at a stroke, without an array that grows step by step.
      if (feasible.length === 0) feasible = nodes.slice(at, end);
      else for (let each = at; each < end; each++) feasible.push(nodes[each]!);
      at = end;
      if (feasible.length === limit) examined = distance(from, at - 1, count);
    }
  }
  if (feasible.length < examined) {
    const snapshot = search.framework.handle.snapshot();
    diagnosis.keep(new BoardVerdicts(board, { snapshot, from, examined, isAll: feasible.length === 0 }));
  }
  return { feasible, runs, examined, error: undefined };
}

/** Returns how many nodes from position `from` to `at`, both included. */
function distance(from: number, at: number, count: number): number {
  return ((at - from + count) % count) + 1;
}

interface BoardInUse {
  readonly board: VerdictBoard;
  /** Evaluates the node at a position and records the status on the board, unless it is an error. */
  readonly evaluate: (position: number) => Status;
}

function boardFor(search: NodeSearch, known: KnownOfShape): BoardInUse {
  const { framework, runner, state, pod, nodes } = search;
  const { nominations } = framework.handle;
  const snapshot = framework.handle.snapshot();
  const { filters, answers, key } = known;
  const alone = key ? answers.boardByKey(filters, key) : answers.boardOf(filters);
  alone.follow(snapshot);
  const evaluateAlone = (position: number): Status =>
    recorded(alone, position, runFilters(filters, state, pod, nodes[position]!));
  if (nominations.isEmpty) return { board: alone, evaluate: evaluateAlone };
  const board = answers.promisedBoardOf(filters, pod.priority);
  board.follow(snapshot);
  const ownName = nominations.nominatedNode(pod.uid);
  const ownRow = ownName === undefined ? undefined : snapshot.get(ownName)?.row;
  const own = ownRow === undefined ? -1 : snapshot.positionOf(ownRow);
  // The pod's own nomination does not count, so verdicts for other pods on that node do not apply to it.
  if (own >= 0) board.forget(own);
  const evaluate = (position: number): Status => {
    const node = nodes[position]!;
    if (node.promisedTo.length === 0) return recorded(board, position, alone.at(position) ?? evaluateAlone(position));
    const status = runner.filterWithNominatedPods(state, pod, node);
    if (position !== own) return recorded(board, position, status);
    if (isSuccess(status) || isRejected(status)) board.recordForNow(position, status);
    return status;
  };
  return { board, evaluate };
}

function recorded(board: VerdictBoard, position: number, status: Status): Status {
  if (isSuccess(status) || isRejected(status)) board.record(position, status);
  return status;
}

interface SearchedRange {
  readonly snapshot: Snapshot;
  readonly from: number;
  readonly examined: number;
  readonly isAll: boolean;
}

/** The refusals of a search, read off the board. */
class BoardVerdicts implements KeptVerdicts {
  readonly isAll: boolean;

  constructor(
    private readonly board: VerdictBoard,
    private readonly range: SearchedRange,
  ) {
    this.isAll = range.isAll;
  }

  get owner(): object {
    return this.board;
  }

  get from(): number {
    return this.range.from;
  }

  get counts(): ReadonlyMap<Status, number> {
    return this.board.refusals;
  }

  get resolvable(): VerdictBoard['resolvable'] {
    return this.board.resolvable;
  }

  statusOf(nodeName: string): Status | undefined {
    const { snapshot } = this.range;
    const node = snapshot.get(nodeName);
    return node && this.board.at(snapshot.positionOf(node.row));
  }

  visit(visit: (node: NodeInfo, status: Status) => boolean): void {
    const { board } = this;
    const { from, examined } = this.range;
    const { nodes } = board;
    for (let i = 0, at = from; i < examined; i++, at = at + 1 === nodes.length ? 0 : at + 1) {
      const status = board.at(at)!;
      if (!isSuccess(status) && !visit(nodes[at]!, status)) return;
    }
  }
}
