/** Cells of this size in pixels are part of a picture, or are not. */
const CELL_PX = 8;

/** Parts of a picture, to ask quickly what lies in them. */
export class PictureParts {
  private readonly columns: number;
  private readonly rows: number;
  private readonly cells: Uint8Array;

  /** A picture of so many pixels, and no part of it. */
  constructor(width: number, height: number) {
    this.columns = Math.ceil(width / CELL_PX);
    this.rows = Math.ceil(height / CELL_PX);
    this.cells = new Uint8Array(this.columns * this.rows);
  }

  add(x: number, y: number, w: number, h: number): void {
    const [left, top, right, bottom] = this.cellsOf(x, y, w, h);
    for (let row = top; row <= bottom; row++)
      this.cells.fill(1, row * this.columns + left, row * this.columns + right + 1);
  }

  /** Returns whether a rectangle lies in one of the parts, or so near that they share a cell. */
  meets(x: number, y: number, w: number, h: number): boolean {
    const [left, top, right, bottom] = this.cellsOf(x, y, w, h);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) if (this.cells[row * this.columns + column]) return true;
    }
    return false;
  }

  /** First column and row, last column and row; none where it lies beside the picture. */
  private cellsOf(x: number, y: number, w: number, h: number): readonly [number, number, number, number] {
    return [
      Math.max(0, Math.floor(x / CELL_PX)),
      Math.max(0, Math.floor(y / CELL_PX)),
      Math.min(this.columns - 1, Math.floor((x + w) / CELL_PX)),
      Math.min(this.rows - 1, Math.floor((y + h) / CELL_PX)),
    ];
  }
}
