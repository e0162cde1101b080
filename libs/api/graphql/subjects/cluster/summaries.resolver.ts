import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { summarizeNodes, summarizePods } from './summarize';
import { NodeSummary, PodSummary } from './summary-types';
import { Node, Pod } from '../../objects/kinds/kind-types';
import { Cluster } from '../../requests/request-context';
import { connectionOf } from '../../objects/connections/connection-types';
import type { Page } from '../../objects/connections/page';

/** Aggregates over the whole list that a page of pods was cut from. */
@Resolver(() => connectionOf(Pod))
export class PodSummaryResolver {
  @ResolveField('summary', () => PodSummary, { description: 'Aggregates of the whole list, not of the page alone.' })
  summary(@Parent() { items }: Page): PodSummary {
    return summarizePods(items);
  }
}

/** Aggregates over the whole list that a page of nodes was cut from. */
@Resolver(() => connectionOf(Node))
export class NodeSummaryResolver {
  @ResolveField('summary', () => NodeSummary, {
    description: 'Aggregates of the whole list, not of the page alone; pods are those of now.',
  })
  summary(@Cluster() { cache }: ClusterRuntime, @Parent() { items }: Page): NodeSummary {
    return summarizeNodes(cache, items);
  }
}
