import { ApiError, deepEqual, internal, jsonText, parseJson, type KubeObject } from '@orrery/api-types';
import type { ResourceView } from './attributes';
import type { RequestValues } from './expressions';
import { applyForeignPatch } from './foreign-patch';
import type { Reinvocation } from './reinvocation';
import { askable, verdictOf, type AskContext } from './webhook-verdicts';
import type { CompiledWebhook } from './webhooks';

/** Context in which a request is mutated, besides its object. */
export interface MutationContext extends AskContext {
  /** The request with an object as it is by now. */
  readonly values: (object: KubeObject | undefined) => RequestValues;
  /** Reads an object that someone else made, and fills its defaults. */
  readonly read: (object: unknown, view: ResourceView) => KubeObject | ApiError;
}

/**
 * The object as mutating webhooks leave it, asked one after the other; the object itself if none changes it
 * (`plugin/webhook/mutating/dispatcher.go` upstream). An error is the refusal.
 */
export function mutateByWebhooks(
  webhooks: readonly CompiledWebhook[],
  object: KubeObject | undefined,
  context: MutationContext,
  round: Reinvocation<CompiledWebhook>,
): KubeObject | undefined | ApiError {
  round.begin(object);
  let current = object;
  for (const webhook of webhooks) {
    const values = context.values(current);
    const found = askable(webhook, values, context.namespace);
    if (found instanceof ApiError) return found;
    // A webhook is never called for the first time when others are called again.
    if (!found || (round.isAgain && !round.isDue(webhook))) continue;
    const { question, view } = found;
    const [answer] = context.answers.to([question]);
    const verdict = verdictOf(webhook, answer!);
    if (verdict instanceof ApiError) return verdict;
    verdict?.warnings.forEach(context.warn);
    const patched = verdict && verdict.patch !== '' ? patchedBy(webhook, verdict.patch, current, view) : undefined;
    if (patched instanceof ApiError) return patched;
    if (patched?.isChanged) {
      const read = context.read(patched.object, view);
      if (read instanceof ApiError) return internal(read.message);
      current = read;
      round.changed();
    }
    if (webhook.spec.reinvocationPolicy === 'IfNeeded') round.invoked(webhook);
  }
  round.end(current);
  return current;
}

function patchedBy(
  { name }: CompiledWebhook,
  patch: string,
  object: KubeObject | undefined,
  view: ResourceView,
): { readonly object: unknown; readonly isChanged: boolean } | ApiError {
  let operations: unknown;
  try {
    operations = parseJson(patch);
  } catch (error) {
    return internal((error as Error).message);
  }
  if (Array.isArray(operations) && operations.length === 0) return { object, isChanged: false };
  if (!object) {
    const detail = 'attempted to modify the object, which is not supported for this operation';
    return internal(`admission webhook ${JSON.stringify(name)} ${detail}`);
  }
  const shown = view.form(object);
  const made = applyForeignPatch(shown, operations);
  if (typeof made === 'string') return internal(made);
  return { object: made.value, isChanged: !deepEqual(made.value, parseJson(jsonText(shown))) };
}
