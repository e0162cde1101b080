/** A field of a result. */
export interface ResultField {
  /** Name of a type of the GraphQL schema. */
  readonly type: string;
  readonly about: string;
  readonly isList?: boolean;
  /** False: it is there unless the action failed at once; lists are then empty. */
  readonly isOptional?: boolean;
}

/** The result of an action. Every result has the errors of the input as well. */
export interface ResultSchema {
  /** Name of the type in GraphQL. */
  readonly name: string;
  readonly about: string;
  readonly fields: Readonly<Record<string, ResultField>>;
}

/** A value, absent if the action failed. */
export const one = (type: string, about: string): ResultField => ({ type, about, isOptional: true });
/** A list, empty if the action failed. */
export const many = (type: string, about: string): ResultField => ({ type, about, isList: true });
/** A list, absent if the action failed. */
export const manyOrNone = (type: string, about: string): ResultField => ({ ...many(type, about), isOptional: true });

/** The result of an action that changes an object of a typed kind, under a field of the kind's name. */
export function changed(kind: string): ResultSchema {
  const field = `${kind[0]!.toLowerCase()}${kind.slice(1)}`;
  return {
    name: `${kind}Payload`,
    about: `Result of a mutation of a ${kind}.`,
    fields: {
      [field]: one(kind, `The ${kind} after the mutation.`),
      warnings: many('String', 'Warnings of the API, such as dropped fields.'),
    },
  };
}
