import { Inject } from '@nestjs/common';
import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { ControlPlane } from '@orrery/control-plane';
import { formatTime } from '@orrery/time';
import { ClusterInfo } from '../clusters/cluster-types';
import { CONTROL_PLANE } from '../../requests/request-context';
import { ClusterHistory } from './history-types';

/** History that a cluster keeps. */
@Resolver(() => ClusterInfo)
export class ClusterHistoryResolver {
  constructor(@Inject(CONTROL_PLANE) private readonly plane: ControlPlane) {}

  @ResolveField('history', () => ClusterHistory, {
    nullable: true,
    description: 'Extent and size of the retained history of the cluster; null if it is gone.',
  })
  async history(@Parent() { name }: { readonly name: string }): Promise<ClusterHistory | null> {
    const runtime = await this.plane.cluster(name);
    const extent = await runtime?.records.history.extent();
    if (!extent) return null;
    const { compacted, sinceMs, changes, bytes } = extent;
    return {
      oldestResourceVersion: String(compacted),
      oldestTime: sinceMs === undefined ? null : formatTime(sinceMs),
      changes,
      bytes,
    };
  }
}
