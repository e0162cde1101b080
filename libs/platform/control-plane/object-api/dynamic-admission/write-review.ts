import {
  isExempt,
  isExemptFromPolicies,
  evaluatePolicies,
  evaluateWebhooks,
  mutateByPolicies,
  mutateByWebhooks,
  Reinvocation,
  RequestValues,
  WebhookAnswers,
  type CompiledWebhook,
  type ParamObjects,
  type PolicyLookup,
  type RequestAttributes,
  type RequestOperation,
  type ResourceView,
} from '@orrery/admission';
import {
  ApiError,
  applyConfiguration,
  applyDefaults,
  badRequest,
  decodeBody,
  Kinds,
  isNamespaceKind,
  servedForm,
  type KubeObject,
  type ParamKind,
} from '@orrery/api-types';
import { resourceName } from '@orrery/store';
import type { WriteOptions } from '../writes/requests';
import { userOf, type WriteContext } from '../writes/write-context';
import { accessOf } from './access-oracle';
import { auditedRequest } from './dynamic-admission';
import { otherViews, requestedView, type WrittenResource } from './resource-views';

/** A write that users' policies and webhooks are to see. */
export interface ReviewedWrite extends WrittenResource {
  readonly operation: RequestOperation;
  /** Empty if the server gives it. */
  readonly name: string;
  readonly namespace: string;
  /** Kind of the client's options for the write: `CreateOptions` and the like; connections have no such options. */
  readonly optionsKind?: string;
  readonly options: WriteOptions;
  /** Further options of a DELETE. */
  readonly moreOptions?: object;
}

/** Review of one write by users' policies and webhooks. Its methods throw `AnswersNeeded` where a webhook has not answered yet. */
export interface WriteReview {
  /** The object as mutating webhooks leave it, the object itself if none changes it, or their refusal. */
  mutate(
    object: KubeObject | undefined,
    oldObject: KubeObject | undefined,
    round: MutationRound,
  ): KubeObject | undefined | ApiError;
  /** The refusal of an object that will be stored, or of the deletion of an object. */
  validate(object: KubeObject | undefined, oldObject: KubeObject | undefined): ApiError | undefined;
}

/** Plugins that are called a second time while one object is mutated. */
export interface MutationRound {
  readonly policies: Reinvocation<string>;
  readonly webhooks: Reinvocation<CompiledWebhook>;
}

/** The first time: everything is called. */
export function firstRound(): MutationRound {
  return { policies: new Reinvocation(), webhooks: new Reinvocation() };
}

/** Returns the review of a write; undefined where nothing is configured or the kind is exempt. */
export function reviewOf(context: WriteContext, write: ReviewedWrite): WriteReview | undefined {
  const { dynamic } = context;
  if (!dynamic || dynamic.configurations.isEmpty || isExempt(write.kind)) return undefined;
  const { configurations } = dynamic;
  const hasPolicies = !isExemptFromPolicies(write.kind);
  const { namespace } = lookupIn(context);
  const valuesOf = (object: KubeObject | undefined, oldObject: KubeObject | undefined): RequestValues => {
    const attributes = attributesOf(context, write, object, oldObject);
    return new RequestValues(attributes, {
      // A namespace itself is in none, as expressions see it.
      namespace: isNamespaceKind(write.kind)
        ? undefined
        : context.cache().get(Kinds.Namespace, '', attributes.namespace),
      access: accessOf(context.actor),
      known: dynamic.values,
    });
  };
  const asking = { namespace, answers: context.answers ?? NOTHING_ASKED, warn: write.options.warn ?? ignore };
  return {
    mutate: (object, oldObject, round) => {
      const { mutatingWebhooks } = configurations;
      const mutatingPolicies = hasPolicies ? configurations.mutatingPolicies : [];
      if (mutatingPolicies.length + mutatingWebhooks.length === 0) return object;
      const values = (current: KubeObject | undefined): RequestValues => valuesOf(current, oldObject);
      const read = (made: unknown, view: ResourceView) => readMutated(write, made, view);
      const apply = (live: KubeObject, config: object, view: ResourceView) => applied(write, live, config, view);
      const lookUp = lookupIn(context);
      const made = mutateByPolicies(mutatingPolicies, object, { lookUp, values, read, apply }, round.policies);
      if (made instanceof ApiError) return made;
      return mutateByWebhooks(mutatingWebhooks, made, { ...asking, values, read }, round.webhooks);
    },
    validate: (object, oldObject) => {
      const values = valuesOf(object, oldObject);
      const verdict = evaluatePolicies(hasPolicies ? configurations.validatingPolicies : [], values, lookupIn(context));
      for (const warning of verdict.warnings) asking.warn(warning);
      if (Object.keys(verdict.audits).length > 0) dynamic.audit(auditedRequest(values.attributes), verdict.audits);
      return verdict.refusal ?? evaluateWebhooks(configurations.validatingWebhooks, values, asking);
    },
  };
}

const ignore = (): void => undefined;
/** Webhook answers for a write that is decided once: it fails where it needs a webhook's answer. */
const NOTHING_ASKED = new WebhookAnswers();

/** A configuration of the version that a policy sees, laid over an object; the answer is in that version. */
function applied({ kind }: ReviewedWrite, live: KubeObject, config: object, view: ResourceView): KubeObject | string {
  const { group, version } = view.kind;
  const apiVersion = kind.isCustom ? kind.apiVersions[0]! : group === '' ? version : `${group}/${version}`;
  const merged = applyConfiguration(kind, live, config, apiVersion);
  return typeof merged === 'string' ? merged : view.form(merged);
}

/** An object that a webhook made, as any other body is read. */
function readMutated({ kind, body, name, namespace, operation }: ReviewedWrite, made: unknown, view: ResourceView) {
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return badRequest('the patched object is none');
  // It was checked to be an object; what is not stored is read where it is used.
  if (body) return made as KubeObject;
  const decoded = decodeBody(kind, view.back(made as KubeObject), {
    ...(kind.isCustom ? { apiVersion: kind.apiVersions[0]! } : {}),
    ...(kind.namespaced ? { namespace } : {}),
    ...(operation === 'UPDATE' ? { name } : {}),
  });
  if (decoded instanceof ApiError) return decoded;
  applyDefaults(decoded.object, kind);
  return decoded.object;
}

function attributesOf(
  context: WriteContext,
  write: ReviewedWrite,
  object: KubeObject | undefined,
  oldObject: KubeObject | undefined,
): RequestAttributes {
  const { operation, subresource = '', options } = write;
  return {
    operation,
    requested: requestedView(write),
    equivalents: () => otherViews(write, context.dynamic!.kinds),
    subresource,
    name: write.name || (object?.metadata?.name ?? ''),
    // The namespace itself is taken to be in its own namespace.
    namespace: isNamespaceKind(write.kind) ? write.name || (object?.metadata?.name ?? '') : write.namespace,
    object,
    oldObject,
    options: optionsBody(write),
    isDryRun: options.dryRun ?? false,
    user: userOf(context),
  };
}

function optionsBody({ optionsKind, options, moreOptions = {} }: ReviewedWrite): object | null {
  if (optionsKind === undefined) return null;
  const { dryRun, fieldManager, fieldValidation } = options;
  return {
    kind: optionsKind,
    apiVersion: 'meta.k8s.io/v1',
    ...moreOptions,
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(fieldManager ? { fieldManager } : {}),
    ...(fieldValidation ? { fieldValidation } : {}),
  };
}

function lookupIn(context: WriteContext): PolicyLookup {
  return {
    namespace: (name) => context.cache().get(Kinds.Namespace, '', name),
    params: (kind) => paramObjects(context, kind),
  };
}

function paramObjects(
  context: WriteContext,
  { apiVersion = '', kind: name = '' }: ParamKind,
): ParamObjects | undefined {
  const kind = context.dynamic!.kinds.byGvk(apiVersion, name);
  if (!kind) return undefined;
  const resource = resourceName(kind);
  const cache = context.cache();
  const shown = (object: KubeObject): KubeObject => servedForm(kind, object);
  return {
    isNamespaced: kind.namespaced,
    get: (namespace, ofName) => {
      const found = cache.get({ resource, namespace, name: ofName });
      return found && shown(found);
    },
    list: (namespace) => (kind.namespaced ? cache.list(resource, namespace) : cache.list(resource)).map(shown),
  };
}
