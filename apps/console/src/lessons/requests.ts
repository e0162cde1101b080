import type { LessonAction } from './lesson';

/** A request to the GraphQL API of the lesson's cluster. */
export interface LessonRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Returns the mutations that perform the actions of a lesson, in their order. */
export function requestsOf(actions: readonly LessonAction[]): readonly LessonRequest[] {
  return actions.flatMap((action) =>
    Object.entries(action).map(([verb, input]) => {
      if (verb === 'advance') return mutation('advanceClock', { by: input });
      if (verb === 'apply') return mutation('applyObject', { objects: [input].flat(), fieldManager: 'console' });
      return mutation(verb, input);
    }),
  );
}

/** The input of a mutation is of the type that GraphQL names after it. */
function mutation(name: string, input: unknown): LessonRequest {
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`;
  return {
    query: `mutation ($input: ${type}!) { ${name}(input: $input) { errors { message } } }`,
    variables: { input },
  };
}
