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
/** Paragraphs are lines of a folded text. */
const paragraphs = line.transform((text) => text.split('\n').filter(Boolean));

/** Objects of the cluster, as the conditions of scenarios and of the clock select and match them; the server counts them. */
const objects = object('objects', {
  apiVersion: name.optional(),
  kind: name,
  namespace: name.optional(),
  name: name.optional(),
  labelSelector: name.optional(),
  matches: anyObject.optional(),
  count: size(0).optional(),
});
/** Pods of the namespace `default` that are all placed, on so many different nodes. */
const placement = object('placement', { pods: z.array(name).min(1), nodes: size(1) });
/** Number of placed pods in zones, by the short name of the zone; those that are being deleted do not count. */
const zones = object('zones', { labelSelector: name, pods: z.record(z.string(), size(0)) });
/** Answer of GraphQL that has at least these fields, and in its lists at least one matching item for each item given. */
const answer = object('answer', { query: line, matches: anyObject });
/** Taint that a node has had for so many seconds of cluster time. */
const taint = object('taint', { node: name, key: name, forSeconds: size(0) });

const condition = oneOf('a condition', {
  objects: objects.optional(),
  placement: placement.optional(),
  zones: zones.optional(),
  answer: answer.optional(),
  taint: taint.optional(),
});
const conditions = z.array(condition).min(1, { error: 'must have at least one condition' });

/** A request: `advance`, `apply`, or the name of a mutation with its input. */
const action = anyObject.superRefine((value, { addIssue }) => {
  const [[verb, input] = ['', undefined], ...others] = Object.entries(value);
  const refuse = (message: string) => addIssue({ code: 'custom', path: [verb], message });
  if (verb === '' || others.length > 0)
    addIssue('an action must have exactly one field: advance, apply, or the name of a mutation');
  else if (verb === 'advance') {
    if (typeof input !== 'string') refuse('must be a duration such as 30s');
  } else if (verb === 'apply' && Array.isArray(input) ? !input.every(isObject) : !isObject(input))
    refuse(verb === 'apply' ? 'must be an object or a list of objects' : 'must be the input of the mutation');
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const step = object('a step', {
  title: line,
  text: line,
  /** Commands for a terminal or a client that do the same, to be copied. */
  commands: z.array(line),
  /** Requests that do the step for the user. */
  action: z.array(action).min(1, { error: 'must have at least one request' }),
  /** Conditions that hold when the step is done, and not before. */
  done: conditions,
});

const choice = oneOf('a choice', { right: line.optional(), wrong: line.optional() });

const question = object('the question', {
  text: line,
  choices: z
    .array(choice)
    .refine((choices) => choices.length > 1 && choices.filter(({ right }) => right !== undefined).length === 1, {
      error: 'must have one right choice and at least one wrong',
    }),
  /** Requests that try it; the server may refuse some, where the refusal is the answer. */
  trial: z.array(action),
  /** Conditions that hold after the trial, because the right choice is right. */
  outcome: conditions,
  /** Reason for the outcome. */
  because: line,
});

/** The schema of a lesson: a cluster of its own, steps that the cluster checks, and a question at the end. */
export const lessonSchema = object('a lesson', {
  title: line,
  /** Content of the lesson, in a sentence. */
  summary: line,
  text: paragraphs,
  cluster: object('the cluster', { nodes: size(0), zones: size(1) }),
  /** Requests that set the cluster up before the first step. */
  setup: z.array(action).default([]),
  steps: z.array(step).min(1, { error: 'must have at least one step' }),
  question,
});

export type LessonAction = z.infer<typeof action>;
export type Condition = z.infer<typeof condition>;
export type LessonStep = z.infer<typeof step>;
export type LessonQuestion = z.infer<typeof question>;

/** A lesson; `id` is the last part of its address, and of the name of its cluster. */
export type Lesson = z.infer<typeof lessonSchema> & { readonly id: string };
