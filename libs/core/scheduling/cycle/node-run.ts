/** Nodes that follow each other in node order: positions from `from` to before `to`. */
export interface NodeRun {
  readonly from: number;
  readonly to: number;
}
