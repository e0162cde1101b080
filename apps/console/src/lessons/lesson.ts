/** A request to the GraphQL API of the lesson's cluster. */
export interface LessonRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Query to the cluster whose answer decides if a step is done. */
export interface Check extends LessonRequest {
  readonly holds: (answer: never) => boolean;
}

/** A step of a lesson: what to do, why, and how one sees that it is done. */
interface LessonStep {
  readonly title: string;
  readonly text: string;
  /** Commands for a terminal or a client that do the same, to be copied. */
  readonly commands: readonly string[];
  /** The same, for who has it done. */
  readonly action: readonly LessonRequest[];
  readonly check: Check;
}

/** A question at the end, which the cluster answers when one tries. */
export interface LessonQuestion {
  readonly text: string;
  readonly choices: readonly { readonly text: string; readonly isRight: boolean }[];
  /** Requests that try it; the server may refuse some, where the refusal is the answer. */
  readonly trial: readonly LessonRequest[];
  /** Holds where the right choice is right. */
  readonly check: Check;
  /** The reason why it is so. */
  readonly because: string;
}

/** A lesson: a cluster made for it, steps that check themselves, and a question. */
export interface Lesson {
  /** The last part of its address, and of the name of its cluster. */
  readonly id: string;
  readonly title: string;
  /** Content of the lesson, in a sentence. */
  readonly summary: string;
  readonly text: readonly string[];
  readonly cluster: { readonly nodes: number; readonly zones: number };
  /** Requests that set the cluster up before the first step. */
  readonly setup: readonly LessonRequest[];
  readonly steps: readonly LessonStep[];
  readonly question: LessonQuestion;
}

/** A check of a query whose answer has a known shape. */
export function check<Answer>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  holds: (answer: Answer) => boolean,
): Check {
  // Who asks the query gets an answer of its shape.
  return { query, variables, holds: holds as Check['holds'] };
}
