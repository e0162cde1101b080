import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  matchesLabelSelector,
  qosClass,
  type KubeObject,
  type Pod as KubePod,
  type PodDisruptionBudget,
} from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { resourceName } from '@orrery/store';
import { Cluster } from '../../requests/request-context';
import { ResourceTotals } from '../resources/metadata';
import { effectiveRequests, totalsOf } from '@orrery/insights';
import { QosClass } from './pod-enums';
import { Node, Pod, PodDisruptionBudget as Budget, PriorityClass } from '../kinds/kind-types';

const NODE = requireKind('v1', 'Node');
const PRIORITY_CLASS = requireKind('scheduling.k8s.io/v1', 'PriorityClass');
const BUDGETS = resourceName(requireKind('policy/v1', 'PodDisruptionBudget'));

/** Resolves fields of a pod beyond those of the object; everything is read from memory. */
@Resolver(() => Pod)
export class PodFieldsResolver {
  @ResolveField('node', () => Node, { nullable: true, description: 'Node of the pod.' })
  node(@Cluster() runtime: ClusterRuntime, @Parent() pod: KubeObject): KubeObject | undefined {
    const { nodeName } = asPod(pod).spec;
    return nodeName ? runtime.cache.get(keyOf({ kind: NODE, namespace: '', name: nodeName })) : undefined;
  }

  @ResolveField('qosClass', () => QosClass, { description: 'Quality of service class of the pod.' })
  qosClass(@Parent() pod: KubeObject): string {
    return qosClass(asPod(pod));
  }

  @ResolveField('effectiveRequests', () => ResourceTotals, {
    description: 'Resources reserved for the pod on its node.',
  })
  effectiveRequests(@Parent() pod: KubeObject): unknown {
    return totalsOf(effectiveRequests(pod));
  }

  @ResolveField('priorityClass', () => PriorityClass, { nullable: true, description: 'Priority class of the pod.' })
  priorityClass(@Cluster() runtime: ClusterRuntime, @Parent() pod: KubeObject): KubeObject | undefined {
    const name = asPod(pod).spec.priorityClassName;
    return name ? runtime.cache.get(keyOf({ kind: PRIORITY_CLASS, namespace: '', name })) : undefined;
  }

  @ResolveField('disruptionBudgets', () => [Budget], { description: 'Disruption budgets that select the pod.' })
  disruptionBudgets(@Cluster() runtime: ClusterRuntime, @Parent() pod: KubeObject): KubeObject[] {
    return budgetsOf(runtime, pod);
  }
}

/** The disruption budgets of its namespace whose selector matches the pod, by name. */
export function budgetsOf({ cache }: ClusterRuntime, { metadata }: KubeObject): KubeObject[] {
  const budgets = cache.list(BUDGETS, metadata.namespace).filter((budget) => {
    const { selector } = (budget as PodDisruptionBudget).spec ?? {};
    return matchesLabelSelector(selector, metadata.labels ?? {});
  });
  return budgets.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

const asPod = (object: KubeObject): KubePod => object as KubePod;
