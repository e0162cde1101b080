import type { Node } from '@orrery/api-types';

/** Nodes that take part in a count, kept by deltas. */
export class NodeMask {
  /** Number of tables that use it; unused masks may be dropped. */
  users = 0;
  /** False once the mask is no longer kept. */
  isLive = true;
  /** State of the node that is being changed, before and after the change. */
  before = false;
  after = false;
  private rows = new Uint8Array(0);

  /** @param key the same for masks that answer the same. */
  constructor(
    readonly key: string,
    private readonly takesPart: (node: Node) => boolean,
  ) {}

  /** Returns whether the node of a row takes part. */
  includes(row: number): boolean {
    return row < this.rows.length && this.rows[row] === 1;
  }

  /** Evaluates the node of a row again; undefined: the node was removed. Returns true if that changed the mask. */
  place(row: number, node: Node | undefined): boolean {
    this.before = this.includes(row);
    this.after = node !== undefined && this.takesPart(node);
    if (this.before === this.after) return false;
    if (row >= this.rows.length) {
      const wide = new Uint8Array(Math.max(64, row + 1, this.rows.length * 2));
      wide.set(this.rows);
      this.rows = wide;
    }
    this.rows[row] = this.after ? 1 : 0;
    return true;
  }
}
