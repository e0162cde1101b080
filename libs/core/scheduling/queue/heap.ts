/** A binary heap whose items know nothing of it: positions are kept aside so that any item can be removed. */
export class Heap<T extends object> {
  private readonly items: T[] = [];
  private readonly positions = new Map<T, number>();

  /** @param compare negative: `a` comes out before `b`. Must never be 0 for two items, or their order is undefined. */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  get size(): number {
    return this.items.length;
  }

  has(item: T): boolean {
    return this.positions.has(item);
  }

  push(item: T): void {
    this.positions.set(item, this.items.push(item) - 1);
    this.up(this.items.length - 1);
  }

  peek(): T | undefined {
    return this.items[0];
  }

  pop(): T | undefined {
    const first = this.items[0];
    if (first) this.remove(first);
    return first;
  }

  /** Takes an item out, wherever it is; false if it is not in. */
  remove(item: T): boolean {
    const position = this.positions.get(item);
    if (position === undefined) return false;
    this.positions.delete(item);
    const last = this.items.pop()!;
    if (last !== item) {
      this.items[position] = last;
      this.positions.set(last, position);
      this.up(position);
      this.down(this.positions.get(last)!);
    }
    return true;
  }

  values(): IterableIterator<T> {
    return this.items.values();
  }

  private up(start: number): void {
    let position = start;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      if (this.compare(this.items[position]!, this.items[parent]!) >= 0) return;
      this.swap(position, parent);
      position = parent;
    }
  }

  private down(start: number): void {
    let position = start;
    for (;;) {
      let child = 2 * position + 1;
      if (child >= this.items.length) return;
      if (child + 1 < this.items.length && this.compare(this.items[child + 1]!, this.items[child]!) < 0) child++;
      if (this.compare(this.items[child]!, this.items[position]!) >= 0) return;
      this.swap(position, child);
      position = child;
    }
  }

  private swap(a: number, b: number): void {
    const first = this.items[a]!;
    const second = this.items[b]!;
    this.items[a] = second;
    this.items[b] = first;
    this.positions.set(second, a);
    this.positions.set(first, b);
  }
}
