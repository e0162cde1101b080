import { compileQuery, type FieldQuery } from './field-query';
import type { StageFileRequirement, StageFileSelector } from './stage-file';

/** Tests a subject of stages. */
export type Predicate = (subject: object) => boolean;

type Expressions = NonNullable<StageFileSelector['matchExpressions']>;

interface Labelled {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Compiles the selector of a stage. */
export function compileSelector(selector: StageFileSelector): Predicate {
  const { matchLabels = {}, matchAnnotations = {}, matchExpressions = [] } = selector;
  const labels = Object.entries(matchLabels);
  const annotations = Object.entries(matchAnnotations);
  const holds = compileExpressions(matchExpressions);
  if (labels.length === 0 && annotations.length === 0) return holds;
  return (subject) => {
    const { metadata } = subject as Labelled;
    for (const [key, value] of labels) if (metadata.labels?.[key] !== value) return false;
    for (const [key, value] of annotations) if (metadata.annotations?.[key] !== value) return false;
    return holds(subject);
  };
}

/** Compiles expressions that have to hold together. */
export function compileExpressions(expressions: Expressions): Predicate {
  const predicates = requirementsOf(expressions).map(compileRequirement);
  return (subject) => {
    for (const predicate of predicates) if (!predicate(subject)) return false;
    return true;
  };
}

/** Returns the requirements of expressions. */
export function requirementsOf(expressions: Expressions): StageFileRequirement[] {
  return expressions.map((each) => ('jq' in each ? each.jq : each));
}

/** Compares values as texts; `NotIn` also holds where there is nothing. */
function compileRequirement({ key, operator, values = [] }: StageFileRequirement): Predicate {
  const query = compileQuery(key)!;
  const { first } = query;
  switch (operator) {
    case 'In':
      return isAmong(query, new Set(values));
    case 'NotIn': {
      const isIn = isAmong(query, new Set(values));
      return (subject) => !isIn(subject);
    }
    case 'Exists':
      return (subject) => first(subject) !== undefined;
    default:
      return (subject) => first(subject) === undefined;
  }
}

function isAmong({ first, all, isPath }: FieldQuery, accepted: ReadonlySet<string>): Predicate {
  if (!isPath) return (subject) => all(subject).some((value) => accepted.has(String(value)));
  return (subject) => {
    const value = first(subject);
    return value !== undefined && accepted.has(String(value));
  };
}
