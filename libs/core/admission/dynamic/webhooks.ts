import type { KubeObject, Webhook, WebhookConfiguration } from '@orrery/api-types';
import type { ResourceView } from './attributes';
import {
  compileConditions,
  conditionsHold,
  EvaluationFailure,
  type CompiledConditions,
  type RequestValues,
} from './expressions';
import { compileMatcher, type NamespaceLookup, type RequestMatcher } from './matching';

/** A webhook that is ready to be asked. */
export interface CompiledWebhook {
  readonly name: string;
  /** Name of the configuration that contains it. */
  readonly configuration: string;
  readonly isMutating: boolean;
  readonly spec: Webhook;
  readonly matcher: RequestMatcher;
  readonly conditions: CompiledConditions;
  /** Problem of a stored condition, whose requests then fail. */
  readonly problem?: string;
  /** True if a webhook that cannot be asked refuses the request; otherwise it is passed over. */
  readonly fails: boolean;
}

/** Compiles the webhooks of a configuration, in their order. */
export function compileWebhooks(object: KubeObject, isMutating: boolean): CompiledWebhook[] {
  const { metadata, webhooks = [] } = object as WebhookConfiguration;
  return webhooks.map((spec) => {
    const { name = '', rules = [], matchPolicy, namespaceSelector, objectSelector } = spec;
    return {
      name,
      configuration: metadata.name,
      isMutating,
      spec,
      matcher: compileMatcher({ rules, matchPolicy, namespaceSelector, objectSelector }),
      fails: spec.failurePolicy !== 'Ignore',
      ...readConditions(spec),
    };
  });
}

function readConditions({ matchConditions = [] }: Webhook): Pick<CompiledWebhook, 'conditions' | 'problem'> {
  try {
    return { conditions: compileConditions(matchConditions, false) };
  } catch (error) {
    return { conditions: [], problem: (error as Error).message };
  }
}

/**
 * The version in which a webhook is to see a request; undefined if it is not about it. A failure if its conditions cannot be
 * evaluated and it must not be passed over (`generic.Webhook.ShouldCallHook` upstream).
 */
export function viewFor(
  webhook: CompiledWebhook,
  values: RequestValues,
  namespace: NamespaceLookup,
): ResourceView | EvaluationFailure | undefined {
  const view = webhook.matcher.match(values.attributes, namespace);
  if (!view) return undefined;
  if (webhook.problem !== undefined) return webhook.fails ? new EvaluationFailure(webhook.problem, false) : undefined;
  if (webhook.conditions.length === 0) return view;
  const holds = conditionsHold(webhook.conditions, values.in(view), webhook.fails);
  if (holds instanceof EvaluationFailure) return holds;
  return holds ? view : undefined;
}
