/** Negative: `a` comes out before `b`. */
export type Compare<T> = (a: T, b: T) => number;

/** Binary heap. Equal items come out in no particular order, but always in the same one. */
export class Heap<T> {
  protected readonly items: T[] = [];

  constructor(protected readonly compare: Compare<T>) {}

  get size(): number {
    return this.items.length;
  }

  /** Returns the next entry without taking it. */
  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    this.items.push(item);
    this.up(item, this.items.length - 1);
  }

  pop(): T | undefined {
    const first = this.items[0];
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) this.down(last, 0);
    return first;
  }

  clear(): void {
    this.items.length = 0;
  }

  /** All items, in no particular order. */
  values(): IterableIterator<T> {
    return this.items.values();
  }

  /** Puts an item at an index or above it; the index is free. */
  protected up(item: T, start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.items[parent]!;
      if (this.compare(item, above) >= 0) break;
      this.place(above, index);
      index = parent;
    }
    this.place(item, index);
  }

  /** Puts an item at an index or below it; the index is free. */
  protected down(item: T, start: number): void {
    const { items, compare } = this;
    const { length } = items;
    let index = start;
    for (let child = 2 * index + 1; child < length; child = 2 * index + 1) {
      if (child + 1 < length && compare(items[child + 1]!, items[child]!) < 0) child++;
      const below = items[child]!;
      if (compare(below, item) >= 0) break;
      this.place(below, index);
      index = child;
    }
    this.place(item, index);
  }

  protected place(item: T, index: number): void {
    this.items[index] = item;
  }
}

/** A heap from which any item can be taken: it notes where each is. An item is in it once. */
export class RemovableHeap<T extends object> extends Heap<T> {
  private readonly positions = new Map<T, number>();

  has(item: T): boolean {
    return this.positions.has(item);
  }

  override pop(): T | undefined {
    const first = super.pop();
    if (first) this.positions.delete(first);
    return first;
  }

  override clear(): void {
    super.clear();
    this.positions.clear();
  }

  /** Takes an item out, wherever it is; false if it is not in. */
  remove(item: T): boolean {
    const position = this.positions.get(item);
    if (position === undefined) return false;
    const last = this.items.pop()!;
    if (last !== item) {
      this.up(last, position);
      if (this.positions.get(last) === position) this.down(last, position);
    }
    this.positions.delete(item);
    return true;
  }

  protected override place(item: T, index: number): void {
    super.place(item, index);
    this.positions.set(item, index);
  }
}
