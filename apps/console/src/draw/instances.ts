import type { Quad } from '../model/board/scene';

/** Numbers of one rectangle: where it is, where it comes from, since when, radius, pattern and opacity, then two colours. */
export const FLOATS = 14;
/** Time that a rectangle takes to its place, and to vanish. */
export const MOVE_SECONDS = 0.55;
const START_CAPACITY = 1024;
const PLACE = { to: 0, from: 4, since: 8, radius: 9, pattern: 10, alpha: 11, fill: 12, line: 13 } as const;

/** A rectangle as it is seen at a moment; colours in the byte order of the graphics card. */
export interface Seen {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly radius: number;
  readonly pattern: number;
  readonly alpha: number;
  readonly fill: number;
  readonly line: number;
}

/** Entry at one place of the store. */
interface Slot {
  readonly index: number;
  /** Time at which it is dropped, in seconds; undefined: it stays. */
  endsAt: number | undefined;
}

/**
 * The rectangles of one layer, as the graphics card takes them. One that is put again under its id moves from where it is to its
 * new place; one that is removed shrinks away.
 */
export class Instances {
  data = new Float32Array(START_CAPACITY * FLOATS);
  /** Number of places that are in use or were: the instances to draw. */
  count = 0;
  /** Places that changed since they were last uploaded. */
  dirtyFrom = Infinity;
  dirtyTo = -1;
  private colours = new Uint32Array(this.data.buffer);
  private readonly slots = new Map<string, Slot>();
  private readonly free: number[] = [];
  private readonly ending = new Set<string>();

  put(quad: Quad, seconds: number): void {
    const { id, rect } = quad;
    let slot = this.slots.get(id);
    const isNew = slot === undefined;
    if (slot === undefined) this.slots.set(id, (slot = { index: this.takePlace(), endsAt: undefined }));
    slot.endsAt = undefined;
    this.ending.delete(id);
    const at = slot.index * FLOATS;
    const { data } = this;
    const isMoved =
      data[at] !== Math.fround(rect.x) ||
      data[at + 1] !== Math.fround(rect.y) ||
      data[at + 2] !== Math.fround(rect.w) ||
      data[at + 3] !== Math.fround(rect.h);
    if (isNew) this.setFrom(at, [rect.x + rect.w / 2, rect.y + rect.h / 2, 0, 0], seconds);
    else if (isMoved) this.setFrom(at, this.seenAt(at, seconds), seconds);
    data.set([rect.x, rect.y, rect.w, rect.h], at + PLACE.to);
    data[at + PLACE.radius] = quad.radius;
    data[at + PLACE.pattern] = quad.pattern;
    data[at + PLACE.alpha] = quad.alpha;
    this.colours[at + PLACE.fill] = bytesOf(quad.fill);
    this.colours[at + PLACE.line] = bytesOf(quad.line);
    this.touch(slot.index);
  }

  /** Moves everything to its place at once, as at the first view. */
  settle(): void {
    for (const { index } of this.slots.values()) {
      this.data[index * FLOATS + PLACE.since] = -MOVE_SECONDS;
      this.touch(index);
    }
  }

  remove(id: string, seconds: number): void {
    const slot = this.slots.get(id);
    if (!slot || slot.endsAt !== undefined) return;
    const at = slot.index * FLOATS;
    const [x = 0, y = 0, w = 0, h = 0] = this.seenAt(at, seconds);
    this.setFrom(at, [x, y, w, h], seconds);
    this.data.set([x + w / 2, y + h / 2, 0, 0], at + PLACE.to);
    slot.endsAt = seconds + MOVE_SECONDS;
    this.ending.add(id);
    this.touch(slot.index);
  }

  /** Forgets what has vanished. */
  sweep(seconds: number): void {
    for (const id of this.ending) {
      const slot = this.slots.get(id);
      if (slot?.endsAt === undefined || slot.endsAt > seconds) continue;
      this.data.fill(0, slot.index * FLOATS, (slot.index + 1) * FLOATS);
      this.touch(slot.index);
      this.free.push(slot.index);
      this.slots.delete(id);
      this.ending.delete(id);
    }
  }

  uploaded(): void {
    this.dirtyFrom = Infinity;
    this.dirtyTo = -1;
  }

  /** Calls back with each rectangle as it is seen now, for drawing without a graphics card. The object is used again. */
  each(seconds: number, draw: (seen: Seen) => void): void {
    const { data, colours } = this;
    const seen = { x: 0, y: 0, w: 0, h: 0, radius: 0, pattern: 0, alpha: 0, fill: 0, line: 0 };
    for (let index = 0, at = 0; index < this.count; index++, at += FLOATS) {
      const rest = 1 - eased((seconds - number(data, at + PLACE.since)) / MOVE_SECONDS);
      const part = (of: number): number => {
        const to = number(data, at + of);
        return rest === 0 ? to : to + (number(data, at + PLACE.from + of) - to) * rest;
      };
      seen.w = part(2);
      if (seen.w <= 0) continue;
      seen.x = part(0);
      seen.y = part(1);
      seen.h = part(3);
      seen.radius = number(data, at + PLACE.radius);
      seen.pattern = number(data, at + PLACE.pattern);
      seen.alpha = number(data, at + PLACE.alpha);
      seen.fill = colours[at + PLACE.fill] ?? 0;
      seen.line = colours[at + PLACE.line] ?? 0;
      draw(seen);
    }
  }

  private takePlace(): number {
    const index = this.free.pop() ?? this.count++;
    if ((index + 1) * FLOATS > this.data.length) {
      const larger = new Float32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
      this.colours = new Uint32Array(larger.buffer);
      this.dirtyFrom = 0;
      this.dirtyTo = this.count;
    }
    return index;
  }

  private touch(index: number): void {
    this.dirtyFrom = Math.min(this.dirtyFrom, index);
    this.dirtyTo = Math.max(this.dirtyTo, index + 1);
  }

  private setFrom(at: number, from: readonly number[], seconds: number): void {
    this.data.set(from, at + PLACE.from);
    this.data[at + PLACE.since] = seconds;
  }

  /** Returns the position between its former place and its place. */
  private seenAt(at: number, seconds: number): readonly number[] {
    const { data } = this;
    const share = eased((seconds - (data[at + PLACE.since] ?? 0)) / MOVE_SECONDS);
    return [0, 1, 2, 3].map((part) => {
      const from = data[at + PLACE.from + part] ?? 0;
      return from + ((data[at + PLACE.to + part] ?? 0) - from) * share;
    });
  }
}

/** A number that is there, for its index is below the count. */
function number(data: Float32Array, index: number): number {
  return data[index] ?? 0;
}

/** Slow at the end; as in the shader. */
function eased(share: number): number {
  const rest = 1 - Math.min(1, Math.max(0, share));
  return 1 - rest * rest * rest;
}

/** `0xRRGGBB` as bytes in the order red, green, blue. */
function bytesOf(colour: number): number {
  return ((colour >> 16) & 0xff) | (colour & 0xff00) | ((colour & 0xff) << 16) | 0xff000000;
}
