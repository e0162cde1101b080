import { ApiError, type KubeObject, type Restore } from '@orrery/api-types';
import { firstRound, type WriteReview } from './write-review';

type BuiltIn = (object: KubeObject) => KubeObject | ApiError;

/** Object to mutate, with the form of it that webhooks see. */
export interface Mutation {
  readonly object: KubeObject;
  readonly oldObject: KubeObject | undefined;
  /** The built-in plugins. */
  readonly builtIn: BuiltIn;
  /** Puts back what no webhook may change. */
  readonly restore: Restore;
  /** The object without what the server adds after webhooks have seen it. */
  readonly shown?: (object: KubeObject) => KubeObject;
}

/**
 * Built-in plugins, then what users configured; both once more where users' changed the object, as far as they want that
 * (`reinvocation.go` of `apiserver/pkg/admission` upstream).
 */
export function admitted(review: WriteReview | undefined, mutation: Mutation): KubeObject | ApiError {
  const { object, builtIn } = mutation;
  const first = builtIn(object);
  if (!review || first instanceof ApiError) return first;
  const round = firstRound();
  const mutated = mutate(first, round, review, mutation);
  if (mutated instanceof ApiError || !(round.policies.isNeeded || round.webhooks.isNeeded)) return mutated;
  const second = builtIn(mutated);
  if (second instanceof ApiError) return second;
  round.policies.isAgain = true;
  round.webhooks.isAgain = true;
  return mutate(second, round, review, mutation);
}

function mutate(
  object: KubeObject,
  round: ReturnType<typeof firstRound>,
  review: WriteReview,
  { oldObject, restore, shown = (same) => same }: Mutation,
): KubeObject | ApiError {
  const seen = shown(object);
  const made = review.mutate(seen, oldObject, round);
  if (made instanceof ApiError) return made;
  return !made || made === seen ? object : restore(made);
}

/** A new object as mutating webhooks see it: uid, time and a generated name come later. */
export function beforeCreation(hasName: boolean): (object: KubeObject) => KubeObject {
  return (object) => {
    const { uid: _uid, creationTimestamp: _time, name, ...metadata } = object.metadata;
    // What a client sends as metadata is less than that of a stored object.
    return { ...object, metadata: { ...metadata, ...(hasName ? { name } : {}) } as KubeObject['metadata'] };
  };
}

/** A request that stores nothing of its own: its body as users' webhooks leave it, or the refusal. */
export function reviewed(review: WriteReview | undefined, body: KubeObject): KubeObject | ApiError {
  const asItIs = (object: KubeObject): KubeObject => object;
  const made = admitted(review, { object: body, oldObject: undefined, builtIn: asItIs, restore: asItIs });
  if (made instanceof ApiError) return made;
  return review?.validate(made, undefined) ?? made;
}
