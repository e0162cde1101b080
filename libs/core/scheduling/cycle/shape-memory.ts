import type { PodInfo } from '../cache/pod-info';
import type { FilterPlugin, ScorePlugin } from '../framework/plugin';
import { ScoreColumn } from './score-column';
import { VerdictBoard } from './verdict-board';

/** Shapes remembered at once; the one unused for longest is dropped first. */
const MAX_REMEMBERED_SHAPES = 64;

interface KeyedBoard {
  readonly filters: readonly FilterPlugin[];
  readonly board: VerdictBoard;
}

/** Remembered answers for pods of one shape. */
export class ShapeAnswers {
  private filters: readonly FilterPlugin[] = [];
  private alone = new VerdictBoard();
  private readonly keyed = new WeakMap<object, KeyedBoard>();
  private readonly promised = new Map<number, VerdictBoard>();
  private readonly columns = new Map<ScorePlugin, ScoreColumn>();

  /** The verdicts of node-scoped filters on the nodes themselves, regardless of nominated pods. */
  boardOf(filters: readonly FilterPlugin[]): VerdictBoard {
    this.useFilters(filters);
    return this.alone;
  }

  /** Returns the board for filters of which the last one reads one node only as long as it gives this key. */
  boardByKey(filters: readonly FilterPlugin[], key: object): VerdictBoard {
    let known = this.keyed.get(key);
    if (!known || !areSame(known.filters, filters))
      this.keyed.set(key, (known = { filters, board: new VerdictBoard() }));
    return known.board;
  }

  /** Returns the board of the filters' statuses for pods of this priority, with the nominated pods of the nodes counted. */
  promisedBoardOf(filters: readonly FilterPlugin[], priority: number): VerdictBoard {
    this.useFilters(filters);
    let board = this.promised.get(priority);
    if (!board) this.promised.set(priority, (board = new VerdictBoard()));
    return board;
  }

  /** Returns the scores of a plugin that reads one node only. */
  columnOf(plugin: ScorePlugin): ScoreColumn {
    let column = this.columns.get(plugin);
    if (!column) this.columns.set(plugin, (column = new ScoreColumn()));
    return column;
  }

  private useFilters(filters: readonly FilterPlugin[]): void {
    if (areSame(this.filters, filters)) return;
    this.filters = filters;
    this.alone = new VerdictBoard();
    this.promised.clear();
  }
}

function areSame(filters: readonly FilterPlugin[], others: readonly FilterPlugin[]): boolean {
  return filters.length === others.length && filters.every((plugin, i) => plugin === others[i]);
}

/**
 * Reuses answers of rules that read the pod's shape and one node only. Placing a pod changes one node, so for the next
 * pod of the shape all other answers still hold.
 */
export class ShapeMemory {
  private readonly shapes = new Map<number, ShapeAnswers>();

  /** Returns the answers for the pod's shape; undefined while the shape was seen only once, or if the pod names a node itself. */
  answersFor(pod: PodInfo): ShapeAnswers | undefined {
    const { shape } = pod;
    if (pod.pod.spec.nodeName || shape.cycles++ === 0) return undefined;
    const answers = this.shapes.get(shape.id) ?? new ShapeAnswers();
    this.shapes.delete(shape.id);
    this.shapes.set(shape.id, answers);
    if (this.shapes.size > MAX_REMEMBERED_SHAPES) {
      for (const oldest of this.shapes.keys()) {
        this.shapes.delete(oldest);
        break;
      }
    }
    return answers;
  }
}
