import { BehaviourChoice, type Choosable } from './behaviour-choice';

/** An object with behaviour, which it may also set by its own annotations. */
interface Annotated {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

/** A behaviour that is handed to its subjects as annotations. */
export interface AnnotatedBehaviour<Subject> extends Choosable<Subject> {
  readonly annotations: Readonly<Record<string, string>>;
}

/** Selects the behaviour of each of many subjects, and hands it to them as annotations. */
export class AnnotatedBehaviours<Subject extends Annotated, T extends AnnotatedBehaviour<Subject>> {
  private readonly choice: BehaviourChoice<Subject, T>;

  /**
   * @param seed of the cluster: the same subjects behave the same in each run
   * @param keyOf what chance knows a subject by
   */
  constructor(
    seed: string | number,
    private readonly keyOf: (subject: Subject) => string,
  ) {
    this.choice = new BehaviourChoice(seed);
  }

  get isEmpty(): boolean {
    return this.choice.isEmpty;
  }

  /** The name of the object that a subject behaves by. */
  nameFor(subject: Subject): string | undefined {
    return this.behaviourOf(subject)?.name;
  }

  /** The subject as its kubelet sees it; its own annotations take precedence. The same object if no behaviour applies. */
  give(subject: Subject): Subject {
    const found = this.behaviourOf(subject);
    if (!found) return subject;
    const annotations = { ...found.annotations, ...subject.metadata.annotations };
    return { ...subject, metadata: { ...subject.metadata, annotations } };
  }

  protected behaviourOf(subject: Subject): T | undefined {
    return this.choice.isEmpty ? undefined : this.choice.find(subject, this.keyOf(subject));
  }

  protected takeAll(behaviours: readonly T[]): void {
    this.choice.replace(behaviours);
  }
}
