import {
  compileNodeSelector,
  findUntoleratedTaint,
  TaintEffect,
  type DaemonSet,
  type Node,
  type NodeMatcher,
} from '@orrery/api-types';
import { daemonTolerations } from './daemon-tolerations';

const NO_EXECUTE: readonly string[] = [TaintEffect.NoExecute];

/** Eligibility of a node for a DaemonSet. */
export interface Eligibility {
  /** True if it should have a pod. */
  readonly shouldRun: boolean;
  /** A pod that is there may stay. */
  readonly mayStay: boolean;
}

const NOT_AT_ALL: Eligibility = { shouldRun: false, mayStay: false };
const STAY_ONLY: Eligibility = { shouldRun: false, mayStay: true };
const FULLY: Eligibility = { shouldRun: true, mayStay: true };

/**
 * Returns the test for the nodes of a DaemonSet (spec api B4), prepared for many of them: node name, selector and
 * required affinity of its template must match, its pods must tolerate the taints. A NoSchedule taint that came later
 * lets the pod stay.
 */
export function nodeEligibility({ spec }: DaemonSet): (node: Node) => Eligibility {
  const template = spec.template.spec;
  if (!template) return () => NOT_AT_ALL;
  const { nodeName, nodeSelector = {}, affinity } = template;
  const labels = Object.entries(nodeSelector);
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const matches: NodeMatcher = required ? compileNodeSelector(required) : () => true;
  const tolerations = daemonTolerations(template);
  return (node) => {
    if (nodeName && nodeName !== node.metadata.name) return NOT_AT_ALL;
    const own = node.metadata.labels ?? {};
    if (!labels.every(([key, value]) => Object.hasOwn(own, key) && own[key] === value) || !matches(node)) {
      return NOT_AT_ALL;
    }
    const { taints } = node.spec ?? {};
    if (!findUntoleratedTaint(taints, tolerations)) return FULLY;
    return findUntoleratedTaint(taints, tolerations, NO_EXECUTE) ? NOT_AT_ALL : STAY_ONLY;
  };
}
