import { clusterRight, open } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { subresourcesOf } from '@orrery/api-types';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { bundleOf, type ClusterRuntime } from '@orrery/control-plane';
import { serverVersion } from '@orrery/api-protocol';
import { AT } from '../../objects/connections/page-args';
import { Cluster } from '../../requests/request-context';
import { Json } from '../../values/scalars/scalars';
import { schemaOfKind } from './kind-schemas';
import { summarize } from './summarize';
import { ApiResource, ClusterSummary, ServerInfo } from './summary-types';

const FEATURES = ['clusters', 'clock', 'faults', 'kubernetes-rest', 'graphql-transport-ws'];

/** The cluster and its server as a whole. */
@Resolver()
export class ClusterInfoResolver {
  @Requires(clusterRight('get'))
  @Query(() => ClusterSummary, { name: 'clusterSummary', description: 'Aggregates of the cluster.' })
  clusterSummary(@Cluster() { cache }: ClusterRuntime, @Args('at', AT) _at: string | null): ClusterSummary {
    return summarize(cache);
  }

  @Requires(open())
  @Query(() => [ApiResource], { name: 'apiResources', description: 'Kinds that the server serves.' })
  apiResources(@Cluster() runtime: ClusterRuntime): ApiResource[] {
    return servedResources(runtime);
  }

  @Requires(open())
  @Query(() => Json, {
    name: 'kindSchema',
    description:
      'JSON schema of the objects of a kind with all that it refers to, as in OpenAPI v2, or of a configuration of the scheduler or the descheduler: for editors that complete and check.',
  })
  kindSchema(
    @Cluster() runtime: ClusterRuntime,
    @Args('apiVersion', { type: () => String, description: 'API version, such as `v1` or `policy/v1`.' })
    apiVersion: string,
    @Args('kind', { type: () => String, description: 'Kind, such as `Pod`.' }) kind: string,
  ): unknown {
    return schemaOfKind(runtime, apiVersion, kind);
  }

  @Requires(open())
  @Query(() => ServerInfo, {
    name: 'serverInfo',
    description: 'Properties of the server and of the requested cluster.',
  })
  serverInfo(@Cluster() runtime: ClusterRuntime): ServerInfo {
    return serverInfo(runtime);
  }
}

function servedResources({ kinds }: ClusterRuntime): ApiResource[] {
  return kinds
    .all()
    .filter(({ served }) => served)
    .map((kind) => ({
      name: kind.resource,
      singularName: kind.singular,
      kind: kind.kind,
      group: kind.group,
      apiVersions: [...kind.versionsOf[kinds.release]],
      namespaced: kind.namespaced,
      verbs: [...kind.verbs],
      shortNames: [...kind.shortNames],
      subresources: subresourcesOf(kind, kind.versionsOf[kinds.release]).map(({ name }) => name),
    }));
}

function serverInfo({ id, cache, settings }: ClusterRuntime): ServerInfo {
  const version = serverVersion(bundleOf(settings))['gitVersion'] ?? '';
  const resourceVersion = String(cache.revision);
  return { version, cluster: id, features: FEATURES, compatibility: settings, resourceVersion };
}
