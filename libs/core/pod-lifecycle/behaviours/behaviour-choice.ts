import { randomFor } from '@orrery/time';

/** A compiled behaviour object. */
export interface Choosable<Subject> {
  readonly name: string;
  readonly priority: number;
  readonly conditions: readonly ((subject: Subject) => boolean)[];
  /** The share of the subjects that it is for. */
  readonly probability: number;
  readonly weight: number | undefined;
}

/**
 * Selects one of several objects for a subject: of those that match, the one of highest priority, then the most specific, then,
 * if it has a weight, one of its equals by chance, else the first by name (spec nodes F12).
 */
export class BehaviourChoice<Subject, T extends Choosable<Subject>> {
  private sorted: readonly T[] = [];

  /** @param seed of the cluster: the same subjects behave the same in each run. */
  constructor(private readonly seed: string | number) {}

  replace(all: readonly T[]): void {
    this.sorted = [...all].sort(
      (a, b) => b.priority - a.priority || b.conditions.length - a.conditions.length || (a.name < b.name ? -1 : 1),
    );
  }

  get isEmpty(): boolean {
    return this.sorted.length === 0;
  }

  /** @param key what chance knows the subject by */
  find(subject: Subject, key: string): T | undefined {
    const { sorted } = this;
    const isFor = (each: T): boolean => each.conditions.every((holds) => holds(subject)) && this.isDrawn(each, key);
    const first = sorted.findIndex(isFor);
    const found = sorted[first];
    if (found?.weight === undefined) return found;
    const isEqual = ({ priority, conditions }: T): boolean =>
      priority === found.priority && conditions.length === found.conditions.length;
    const equals = sorted.slice(first).filter((each) => isEqual(each) && isFor(each));
    const total = equals.reduce((sum, { weight = 1 }) => sum + weight, 0);
    let left = total * randomFor('behaviour', this.seed, key).unit();
    return equals.find(({ weight = 1 }) => (left -= weight) < 0) ?? found;
  }

  private isDrawn({ name, probability }: T, key: string): boolean {
    return probability >= 1 || randomFor('behaviour', this.seed, name, key).unit() < probability;
  }
}
