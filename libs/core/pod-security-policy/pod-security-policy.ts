import {
  deepEqual,
  forbidden,
  type KubeObject,
  type PodSecurityPolicySpec,
  type PodSpec,
  type RangedRule,
} from '@orrery/api-types';
import { isPodWrite, type AdmissionRequest, type PluginHalves } from '@orrery/admission';
import { isChanged, withDefaultsOf } from './give-defaults';
import { podErrors } from './pod-errors';
import type { EvaluatedPod, Provider } from './security';

/** The policy by which a pod was admitted. */
const ADMITTED_BY = 'kubernetes.io/psp';
/** Groups in which the right to use a policy may be given: the policies' own, and the one that they came from. */
const GROUPS = ['policy', 'extensions'];

/**
 * Admits pods by PodSecurityPolicies (`plugin/pkg/admission/security/podsecuritypolicy` of v1.20): by the first one, in
 * order of name, that allows the pod and may be used by its service account or by the writer. One that changes nothing
 * comes before one that gives the pod defaults. An update is checked without changes to the pod. If no policy allows a
 * pod, it is refused, also where no policy exists.
 */
export const podSecurityPolicy: Required<PluginHalves> = {
  admit: (request) => {
    const { object, operation } = request;
    if (operation !== 'CREATE' || !isPodWrite(request)) return object;
    const verdict = evaluate(request, { mayChange: true, hint: '' });
    if ('refusal' in verdict) return refuse(request, 'admit', verdict.refusal);
    const { annotations, spec } = verdict.pod;
    const metadata = { ...object.metadata, annotations: { ...annotations, [ADMITTED_BY]: verdict.policy } };
    return { ...object, metadata, spec };
  },
  check: (request) => {
    if (!isPodWrite(request) || isOnlyOwnersAndFinalizers(request)) return undefined;
    const hint = request.object.metadata.annotations?.[ADMITTED_BY] ?? '';
    const verdict = evaluate(request, { mayChange: false, hint });
    return 'refusal' in verdict ? refuse(request, 'validate', verdict.refusal) : undefined;
  },
};

/** Policy that allows a pod, with the defaulted pod, or the objections of all; undefined: no policy applies. */
type Verdict =
  { readonly policy: string; readonly pod: EvaluatedPod } | { readonly refusal: readonly string[] | undefined };

interface Evaluation {
  readonly mayChange: boolean;
  /** Policy to check first. */
  readonly hint: string;
}

function evaluate(request: AdmissionRequest, { mayChange, hint }: Evaluation): Verdict {
  const { object, lookup } = request;
  const pod: EvaluatedPod = { annotations: object.metadata.annotations ?? {}, spec: object.spec as PodSpec };
  const providers = [...lookup.podSecurityPolicies()].filter(isComplete).map(providerOf).sort(byName(hint));
  if (providers.length === 0) return { refusal: undefined };
  const errors: { readonly name: string; readonly texts: readonly string[] }[] = [];
  let changing: Verdict | undefined;
  for (const provider of providers) {
    const { name } = provider;
    const given = withDefaultsOf(provider, pod);
    const texts = podErrors(provider, given);
    if (texts.length > 0) {
      errors.push({ name, texts });
      continue;
    }
    const changes = isChanged(pod, given);
    if (changes && (!mayChange || changing)) continue;
    if (!mayUse(request, name)) continue;
    if (!changes) return { policy: name, pod };
    changing = { policy: name, pod: given };
  }
  const shown = (): readonly string[] =>
    errors.filter(({ name }) => mayUse(request, name)).flatMap(({ texts }) => texts);
  return changing ?? { refusal: shown() };
}

function refuse(
  { kind, object }: AdmissionRequest,
  phase: 'admit' | 'validate',
  errors: readonly string[] | undefined,
) {
  const detail = errors
    ? `unable to ${phase} pod: [${errors.join(' ')}]`
    : 'no providers available to validate pod request';
  return forbidden(kind, object.metadata.name, `PodSecurityPolicy: ${detail}`);
}

/** Returns true if the policy may be used. The right is checked in the pod's namespace: roles there grant it as well as cluster roles. */
function mayUse({ object, lookup }: AdmissionRequest, name: string): boolean {
  const { namespace = '' } = object.metadata;
  const { serviceAccountName } = object.spec as PodSpec;
  return GROUPS.some((group) =>
    lookup.isAllowedForPod(
      { verb: 'use', group, resource: 'podsecuritypolicies', subresource: '', namespace, name },
      serviceAccountName ?? '',
    ),
  );
}

function providerOf({ metadata, spec }: KubeObject): Provider {
  return { name: metadata.name, annotations: metadata.annotations ?? {}, spec: spec as PodSecurityPolicySpec };
}

function byName(first: string): (a: Provider, b: Provider) => number {
  return (a, b) => {
    if (a.name === b.name) return 0;
    if (a.name === first) return -1;
    if (b.name === first) return 1;
    return a.name < b.name ? -1 : 1;
  };
}

/** Returns whether what the rules of a policy need is there; one that lacks it is valid, and passed over (`CreateStrategies`). */
function isComplete({ spec }: KubeObject): boolean {
  const { runAsUser, runAsGroup, seLinux, fsGroup, supplementalGroups } = (spec ?? {}) as PodSecurityPolicySpec;
  const hasRanges = (strategy: RangedRule | undefined, rules: readonly string[]): boolean =>
    !rules.includes(strategy?.rule ?? '') || (strategy?.ranges ?? []).length > 0;
  return (
    hasRanges(runAsUser, ['MustRunAs']) &&
    [runAsGroup, fsGroup, supplementalGroups].every((each) => hasRanges(each, ['MustRunAs', 'MayRunAs'])) &&
    (seLinux?.rule !== 'MustRunAs' || seLinux.seLinuxOptions !== undefined)
  );
}

/** The garbage collector changes these of any pod (`IsOnlyMutatingGCFields`). */
function isOnlyOwnersAndFinalizers({ operation, object, oldObject }: AdmissionRequest): boolean {
  if (operation !== 'UPDATE' || !oldObject) return false;
  const rest = ({ metadata, ...fields }: KubeObject): unknown => {
    const {
      ownerReferences: _owners,
      finalizers: _finalizers,
      managedFields: _managed,
      resourceVersion: _version,
      ...kept
    } = metadata;
    return { ...fields, metadata: kept };
  };
  return deepEqual(rest(object), rest(oldObject));
}
