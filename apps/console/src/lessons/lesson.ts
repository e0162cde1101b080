import { z } from 'zod';

/** Makes the schema of an object with these fields and no others; `name` is what errors call it. */
function object<S extends z.ZodRawShape>(name: string, shape: S) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `unknown field ${keys?.join(', ')}; ${name} may have ${known}` : undefined,
  });
}

/** Makes the schema of an object that has exactly one of these fields. */
function oneOf<S extends z.ZodRawShape>(name: string, shape: S) {
  return object(name, shape).refine((value) => Object.keys(value).length === 1, {
    error: `${name} must have exactly one of ${Object.keys(shape).join(', ')}`,
    when: ({ issues }) => issues.length === 0,
  });
}

const line = z.string().trim().min(1, { error: 'must not be empty' });
const name = line;
const size = (min: number) => z.int().min(min, { error: `must be at least ${min}` });
const anyObject = z.record(z.string(), z.unknown());
/** Lines of a folded text are its paragraphs. */
const paragraphs = line.transform((text) => text.split('\n').filter(Boolean));

const objects = object('objects', {
  apiVersion: name.optional(),
  kind: name,
  namespace: name.optional(),
  name: name.optional(),
  labelSelector: name.optional(),
  matches: anyObject.optional(),
  count: size(0).optional(),
}).describe('Objects that match, at least one or as many as `count`; as in scenarios and advanceClock.');
const placement = object('placement', { pods: z.array(name).min(1), nodes: size(1) }).describe(
  'Pods of the namespace default that are all placed, on so many different nodes.',
);
const zones = object('zones', { labelSelector: name, pods: z.record(z.string(), size(0)) }).describe(
  'Number of placed pods by zone; pods that are being deleted do not count.',
);
const answer = object('answer', { query: line, matches: anyObject }).describe(
  'Answer of GraphQL that has at least these fields, and in its lists a matching item for each item given.',
);
const taint = object('taint', { node: name, key: name, forSeconds: size(0) }).describe(
  'Taint that a node has had for so many seconds of cluster time.',
);

const condition = oneOf('a condition', {
  objects: objects.optional(),
  placement: placement.optional(),
  zones: zones.optional(),
  answer: answer.optional(),
  taint: taint.optional(),
});
const conditions = z.array(condition).min(1, { error: 'must have at least one condition' });

const action = anyObject
  .superRefine((value, { addIssue }) => {
    const [[verb, input] = ['', undefined], ...others] = Object.entries(value);
    const refuse = (message: string) => addIssue({ code: 'custom', path: [verb], message });
    if (verb === '' || others.length > 0)
      addIssue('an action must have exactly one field: advance, apply, or the name of a mutation');
    else if (verb === 'advance') {
      if (typeof input !== 'string') refuse('must be a duration such as 30s');
    } else if (verb === 'apply' && Array.isArray(input) ? !input.every(isObject) : !isObject(input))
      refuse(verb === 'apply' ? 'must be an object or a list of objects' : 'must be the input of the mutation');
  })
  .describe('`advance: 30s`, `apply:` one object or a list of them, or the name of a mutation with its input.');

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const step = object('a step', {
  title: line,
  text: line,
  commands: z.array(line).describe('Commands of kubectl and orrery, or GraphQL, that do the step, to be copied.'),
  action: z
    .array(action)
    .min(1, { error: 'must have at least one request' })
    .describe('Requests that do the step for the user.'),
  done: conditions.describe('Conditions that all hold when the step is done, and not before.'),
});

const choice = oneOf('a choice', { right: line.optional(), wrong: line.optional() });

const question = object('the question', {
  text: line,
  choices: z
    .array(choice)
    .refine((choices) => choices.length > 1 && choices.filter(({ right }) => right !== undefined).length === 1, {
      error: 'must have one right choice and at least one wrong',
    }),
  trial: z.array(action).describe('Requests that try it; the server may refuse some, where the refusal is the answer.'),
  outcome: conditions.describe('Conditions that all hold after the trial, because the right choice is right.'),
  because: line.describe('Reason for the outcome.'),
});

/** The schema of a lesson: a cluster of its own, steps that the cluster checks, and a question at the end. */
export const lessonSchema = object('a lesson', {
  title: line,
  summary: line.describe('Content of the lesson, in a sentence.'),
  text: paragraphs.describe('Introduction: a folded text, with an empty line between paragraphs.'),
  cluster: object('the cluster', { nodes: size(0), zones: size(1) }),
  setup: z.array(action).default([]).describe('Requests that set the cluster up before the first step.'),
  steps: z.array(step).min(1, { error: 'must have at least one step' }),
  question,
});

export type LessonAction = z.infer<typeof action>;
export type Condition = z.infer<typeof condition>;
export type LessonStep = z.infer<typeof step>;
export type LessonQuestion = z.infer<typeof question>;

/** A lesson; `id` is the last part of its address, and of the name of its cluster. */
export type Lesson = z.infer<typeof lessonSchema> & { readonly id: string };
