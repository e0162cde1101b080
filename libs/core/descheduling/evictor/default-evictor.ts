import {
  compileLabelSelector,
  matchesLabelSelector,
  matchesRequirements,
  parseLabelSelector,
  type LabelMatcher,
  type LabelSelector,
} from '@orrery/api-types';
import { formatDuration, parseTimeMs } from '@orrery/time';
import type { ClusterSnapshot } from '../cluster/cluster-snapshot';
import type { NodeFit } from '../cluster/node-fit';
import type { NodeView, PodView } from '../cluster/cluster-views';
import { CONFIG_SOURCE, CRITICAL_POD, EVICT, MIRROR_POD, PREFER_NO_EVICTION } from './annotations';
import { SYSTEM_CRITICAL_PRIORITY } from './critical-priority';
import type { DefaultEvictorArgs } from './default-evictor-args';
import { PodProtection } from './pod-protections';

/** Says why a pod is protected; undefined if the rule has nothing against its eviction. */
type Protection = (pod: PodView) => string | undefined;

/** Inputs of a profile's evictor. */
export interface EvictorContext {
  readonly cluster: ClusterSnapshot;
  readonly nodeFit: NodeFit;
  readonly nowMs: number;
  /** Pods that are on their way out are left alone. */
  readonly sparesTerminating: boolean;
  /** The pod the descheduler runs in, which it never evicts. */
  readonly ownPodUid?: string;
  /** The value of the priority threshold, where the policy names a class. */
  readonly priorityThreshold?: number;
}

/** Decides which pods a profile may evict: the Filter and PreEvictionFilter points of the DefaultEvictor. */
export class DefaultEvictor {
  private readonly protections: readonly Protection[];
  private readonly fitNodes: readonly NodeView[];
  private readonly namespaceMatcher: LabelMatcher | undefined;
  private readonly namespaceLabels: ReadonlyMap<string, Readonly<Record<string, string>> | undefined>;

  constructor(
    private readonly args: DefaultEvictorArgs,
    private readonly context: EvictorContext,
  ) {
    this.protections = protectionsOf(args, context);
    this.fitNodes = args.nodeFit ? selectReadyNodes(context.cluster, args.nodeSelector) : [];
    this.namespaceMatcher = isEmptySelector(args.namespaceLabelSelector)
      ? undefined
      : compileLabelSelector(args.namespaceLabelSelector);
    const namespaces = context.cluster.objects.namespaces ?? [];
    this.namespaceLabels = new Map(namespaces.map(({ metadata }) => [metadata.name, metadata.labels]));
  }

  /** Returns why the pod may not be evicted at all; empty if it may. */
  protectedBecause(pod: PodView): readonly string[] {
    const { ownPodUid } = this.context;
    if (ownPodUid !== undefined && pod.uid === ownPodUid) return ['pod runs the descheduler'];
    if (pod.hasAnnotation(EVICT)) return [];
    if (this.args.sparesPreferring && pod.hasAnnotation(PREFER_NO_EVICTION)) {
      return ['pod has the prefer-no-eviction annotation and noEvictionPolicy is Mandatory'];
    }
    const reasons: string[] = [];
    if (pod.hasAnnotation(MIRROR_POD)) reasons.push('pod is a mirror pod');
    if (isStatic(pod)) reasons.push('pod is a static pod');
    if (pod.isTerminating && this.context.sparesTerminating) reasons.push('pod is terminating');
    for (const protection of this.protections) {
      const reason = protection(pod);
      if (reason !== undefined) reasons.push(reason);
    }
    return reasons;
  }

  /** Returns why the pod should not be evicted now (node fit, labels of its namespace); undefined if nothing is against it. */
  heldBackBecause(pod: PodView): string | undefined {
    if (this.args.nodeFit && !this.context.nodeFit.fitsAnyOther(pod, this.fitNodes)) {
      return 'pod does not fit on any other node';
    }
    if (this.namespaceMatcher) {
      const labels = this.namespaceLabels.get(pod.namespace);
      const isKnown = this.namespaceLabels.has(pod.namespace);
      if (!isKnown || !this.namespaceMatcher(labels)) return 'pod namespace does not match the namespaceLabelSelector';
    }
    return undefined;
  }

  /** The Filter point. */
  isEvictable(pod: PodView): boolean {
    return this.protectedBecause(pod).length === 0;
  }
}

/** Ready nodes that match a label selector string, by name; without one all ready nodes. */
export function selectReadyNodes(cluster: ClusterSnapshot, nodeSelector: string | undefined): NodeView[] {
  const ready = cluster.nodes.filter(({ isReady }) => isReady);
  if (!nodeSelector) return ready;
  const verdict = parseLabelSelector(nodeSelector);
  if (!verdict.ok) return [];
  return ready.filter(({ node }) => matchesRequirements(verdict.requirements, node.metadata.labels));
}

function isEmptySelector(selector: LabelSelector | undefined): boolean {
  if (!selector) return true;
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
}

function isStatic(pod: PodView): boolean {
  const source = pod.pod.metadata.annotations?.[CONFIG_SOURCE];
  return pod.hasAnnotation(CONFIG_SOURCE) && source !== 'api';
}

function protectionsOf(args: DefaultEvictorArgs, context: EvictorContext): Protection[] {
  const { protections } = args;
  const rules: Protection[] = [];
  if (args.criticalAnnotation) {
    rules.push((pod) => (pod.hasAnnotation(CRITICAL_POD) ? 'pod is critical by annotation' : undefined));
  }
  if (protections.has(PodProtection.SystemCriticalPods)) rules.push(...priorityRules(context.priorityThreshold));
  rules.push(bareRule(protections.has(PodProtection.FailedBarePods)));
  if (protections.has(PodProtection.PodsWithLocalStorage)) rules.push(localStorageRule);
  if (protections.has(PodProtection.DaemonSetPods)) rules.push(daemonSetRule);
  if (protections.has(PodProtection.PodsWithPVC)) rules.push(claimRule(args.protectedStorageClasses, context));
  if (protections.has(PodProtection.PodsWithoutPDB)) rules.push(budgetRule(context.cluster));
  if (protections.has(PodProtection.PodsWithResourceClaims)) rules.push(resourceClaimRule);
  if (args.labelSelector && !isEmptySelector(args.labelSelector)) rules.push(labelRule(args.labelSelector));
  if (args.minReplicas > 1) rules.push(replicasRule(args.minReplicas, context.cluster));
  if (args.minPodAgeMs !== undefined) rules.push(ageRule(args.minPodAgeMs, context.nowMs));
  return rules;
}

function priorityRules(threshold: number | undefined): Protection[] {
  const rules: Protection[] = [
    ({ priority }) =>
      priority !== undefined && priority >= SYSTEM_CRITICAL_PRIORITY
        ? 'pod has system critical priority and is protected against eviction'
        : undefined,
  ];
  if (threshold === undefined) return rules;
  const reason = 'pod has higher priority than specified priority class threshold';
  rules.push(({ priority }) => (priority !== undefined && priority >= threshold ? reason : undefined));
  return rules;
}

function bareRule(isProtected: boolean): Protection {
  if (isProtected) return (pod) => (pod.owners.length === 0 ? 'pod does not have any ownerRefs' : undefined);
  const reason = 'pod does not have any ownerRefs and is not in failed phase';
  return (pod) => (pod.owners.length === 0 && pod.pod.status?.phase !== 'Failed' ? reason : undefined);
}

const localStorageRule: Protection = ({ pod }) =>
  (pod.spec.volumes ?? []).some(({ hostPath, emptyDir }) => hostPath || emptyDir)
    ? 'pod has local storage and is protected against eviction'
    : undefined;

const daemonSetRule: Protection = ({ owners }) =>
  owners.some(({ kind }) => kind === 'DaemonSet') ? 'daemonset pods are protected against eviction' : undefined;

const resourceClaimRule: Protection = ({ pod }) =>
  (pod.spec.resourceClaims ?? []).length > 0
    ? 'pod has ResourceClaims and descheduler is configured to protect ResourceClaims pods'
    : undefined;

function claimRule(classes: readonly string[], { cluster }: EvictorContext): Protection {
  const claims = new Map(
    (cluster.objects.persistentVolumeClaims ?? []).map((claim) => [
      `${claim.metadata.namespace}/${claim.metadata.name}`,
      claim,
    ]),
  );
  return ({ pod, namespace }) => {
    for (const { persistentVolumeClaim } of pod.spec.volumes ?? []) {
      if (!persistentVolumeClaim) continue;
      if (classes.length === 0) return 'pod with PVC is protected against eviction';
      const claim = claims.get(`${namespace}/${persistentVolumeClaim.claimName}`);
      if (!claim) return `failed to get persistent volume claim "${namespace}/${persistentVolumeClaim.claimName}"`;
      const className = claim.spec?.storageClassName;
      if (!className) return `failed to resolve storage class for pod "${namespace}/${claim.metadata.name}"`;
      if (classes.includes(className)) return `pod using protected storage class "${className}"`;
    }
    return undefined;
  };
}

function budgetRule(cluster: ClusterSnapshot): Protection {
  return ({ pod, namespace }) =>
    cluster
      .budgetsIn(namespace)
      .some(({ spec }) => matchesLabelSelector(spec?.selector as LabelSelector | undefined, pod.metadata.labels))
      ? undefined
      : 'pod does not have a PodDisruptionBudget and is protected against eviction';
}

function labelRule(selector: LabelSelector): Protection {
  const matches = compileLabelSelector(selector);
  return ({ pod }) =>
    matches(pod.metadata.labels)
      ? undefined
      : 'pod labels do not match the labelSelector filter in the policy parameter';
}

function replicasRule(minReplicas: number, cluster: ClusterSnapshot): Protection {
  return ({ owners }) => {
    if (owners.length !== 1) return undefined;
    const replicas = cluster.podsOfOwner(owners[0]!.uid);
    return replicas < minReplicas
      ? `owner has ${replicas} replicas which is less than minReplicas of ${minReplicas}`
      : undefined;
  };
}

function ageRule(minPodAgeMs: number, nowMs: number): Protection {
  const reason = `pod age is not older than MinPodAge: ${formatDuration(minPodAgeMs)}`;
  return ({ pod }) => {
    const startedMs = parseTimeMs(pod.status?.startTime);
    return startedMs === undefined || nowMs - startedMs < minPodAgeMs ? reason : undefined;
  };
}
