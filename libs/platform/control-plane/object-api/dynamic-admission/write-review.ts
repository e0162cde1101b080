import { ADMINISTRATOR } from '@orrery/access';
import {
  isExempt,
  judgeByPolicies,
  RequestValues,
  type ParamObjects,
  type PolicyLookup,
  type RequestAttributes,
  type RequestOperation,
} from '@orrery/admission';
import { Kinds, servedForm, type ApiError, type KubeObject, type ParamKind } from '@orrery/api-types';
import { resourceName } from '@orrery/store';
import type { WriteOptions } from '../writes/requests';
import type { WriteContext } from '../writes/write-context';
import { accessOf } from './access-oracle';
import { otherViews, requestedView, type WrittenResource } from './resource-views';

/** A write that users' policies and webhooks are to see. */
export interface ReviewedWrite extends WrittenResource {
  readonly operation: RequestOperation;
  /** Empty if the server gives it. */
  readonly name: string;
  readonly namespace: string;
  /** What the client may say about the write: `CreateOptions` and the like; connections have no such options. */
  readonly optionsKind?: string;
  readonly options: WriteOptions;
  /** Of a DELETE: what else its options say. */
  readonly moreOptions?: object;
}

/** What users' policies and webhooks make of one write. */
export interface WriteReview {
  /** The refusal of an object that will be stored, or of the deletion of an object. */
  judge(object: KubeObject | undefined, oldObject: KubeObject | undefined): ApiError | undefined;
}

/** The review of a write; undefined where nothing is configured, or nothing may ever judge it. */
export function reviewOf(context: WriteContext, write: ReviewedWrite): WriteReview | undefined {
  const { dynamic } = context;
  if (!dynamic || dynamic.configurations.isEmpty || isExempt(write.kind)) return undefined;
  return {
    judge: (object, oldObject) => {
      const attributes = attributesOf(context, write, object, oldObject);
      const values = new RequestValues(attributes, {
        namespace: context.cache().get(Kinds.Namespace, '', attributes.namespace),
        access: accessOf(context.actor),
        known: dynamic.values,
      });
      const verdict = judgeByPolicies(dynamic.configurations.validatingPolicies, values, lookupIn(context));
      for (const warning of verdict.warnings) write.options.warn?.(warning);
      if (Object.keys(verdict.audits).length > 0) dynamic.audit(attributes, verdict.audits);
      return verdict.refusal;
    },
  };
}

function attributesOf(
  context: WriteContext,
  write: ReviewedWrite,
  object: KubeObject | undefined,
  oldObject: KubeObject | undefined,
): RequestAttributes {
  const { kind, operation, subresource = '', options } = write;
  const isNamespace = kind.kind === 'Namespace' && kind.group === '';
  return {
    operation,
    requested: requestedView(write),
    equivalents: () => otherViews(write, context.dynamic!.kinds),
    subresource,
    name: write.name,
    // The namespace itself is taken to be in its own namespace.
    namespace: isNamespace ? write.name || (object?.metadata.name ?? '') : write.namespace,
    object,
    oldObject,
    options: optionsBody(write),
    isDryRun: options.dryRun ?? false,
    user: context.actor?.user ?? ADMINISTRATOR,
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
