import {
  ApiError,
  forbidden,
  QosClass,
  qosClass,
  sharedForShared,
  TaintEffect,
  TolerationOperator,
  WellKnownTaint,
  withFields,
  type KubeObject,
  type Pod,
  type PodSpec,
  type Toleration,
} from '@orrery/api-types';
import { isPodWrite, type AdmissionPlugin, type AdmissionRequest, type PluginHalves } from '../admission';
import { coversToleration, mergeTolerations } from './merge-tolerations';

const DEFAULTS = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const WHITELIST = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';

/** Tolerations of a cluster for namespaces that set none. */
export interface PodTolerationRestrictionSettings {
  /** Additional tolerations of new pods. */
  readonly default: readonly Toleration[];
  /** Tolerations that pods may have; empty: any. */
  readonly whitelist: readonly Toleration[];
}

const MEMORY_PRESSURE: Toleration = {
  key: WellKnownTaint.MemoryPressure,
  operator: TolerationOperator.Exists,
  effect: TaintEffect.NoSchedule,
};

/**
 * Lets all but BestEffort pods tolerate memory pressure and checks nothing else: this is the part of the plugin in a
 * cluster that does not configure it. Upstream's default plugins leave this out; OpenShift's guides promise it for
 * every cluster.
 */
export const memoryPressureToleration: AdmissionPlugin = (request) => {
  const { object } = request;
  if (!isPodWrite(request) || !object.spec) return object;
  const spec = toleratingMemoryPressure(object.spec as PodSpec);
  return spec === object.spec ? object : { ...object, spec };
};

const toleratingMemoryPressure = sharedForShared((spec: PodSpec): PodSpec => {
  const own = spec.tolerations ?? [];
  if (own.some((each) => coversToleration(each, MEMORY_PRESSURE))) return spec;
  if (qosClass({ spec }) === QosClass.BestEffort) return spec;
  return withFields(spec, { tolerations: mergeTolerations(own, [MEMORY_PRESSURE]) });
});

/**
 * Adds what a namespace wants its pods to tolerate, and memory pressure for all but BestEffort pods; refuses what it does
 * not allow (spec scheduler 7.6; spec nodes C5).
 */
export function podTolerationRestriction(settings: PodTolerationRestrictionSettings): PluginHalves {
  const evaluate = (request: AdmissionRequest, adds: boolean): KubeObject | ApiError => {
    const { object, operation, kind, lookup } = request;
    if (!isPodWrite(request) || !object.spec) return object;
    const refuse = (detail: string): ApiError => forbidden(kind, object.metadata.name, detail);
    const annotations = lookup.namespace(object.metadata.namespace ?? '')?.metadata.annotations ?? {};
    const defaults = readList(annotations[DEFAULTS]);
    const allowed = readList(annotations[WHITELIST]);
    if (defaults === 'unreadable' || allowed === 'unreadable') {
      return refuse(
        `the annotation ${defaults === 'unreadable' ? DEFAULTS : WHITELIST} of its namespace is not a list`,
      );
    }
    const pod = object as Pod;
    const more = [
      ...(operation === 'CREATE' ? (defaults ?? settings.default) : []),
      ...(qosClass(pod) === QosClass.BestEffort ? [] : [MEMORY_PRESSURE]),
    ];
    const own = pod.spec.tolerations ?? [];
    const extra = adds ? more : [];
    const merged = extra.length > 0 ? mergeTolerations(own, extra) : own;
    const whitelist = allowed ?? settings.whitelist;
    const isAllowed = merged.every((toleration) => whitelist.some((each) => coversToleration(each, toleration)));
    if (whitelist.length > 0 && !isAllowed) {
      const where = allowed ? 'namespace' : 'cluster';
      const subject = 'pod tolerations (possibly merged with namespace default tolerations)';
      return refuse(`${subject} conflict with its ${where} whitelist`);
    }
    if (JSON.stringify(merged) === JSON.stringify(own)) return object;
    return { ...object, spec: { ...object.spec, tolerations: merged } };
  };
  return {
    admit: (request) => evaluate(request, true),
    check: (request) => {
      const outcome = evaluate(request, false);
      return outcome instanceof ApiError ? outcome : undefined;
    },
  };
}

/** A list in an annotation: undefined where there is none, empty where its text is. */
function readList(text: string | undefined): readonly Toleration[] | undefined | 'unreadable' {
  if (text === undefined) return undefined;
  if (text.trim() === '') return [];
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? (list as Toleration[]) : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
