import { ofWorkload, rolloutKind } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Resolver, Subscription } from '@nestjs/graphql';
import { expired, notFound, type KindInfo, type KubeObject } from '@orrery/api-types';
import { keyOf, type ClusterRuntime } from '@orrery/control-plane';
import { Operation, resourceName } from '@orrery/store';
import { asGraphQLError } from '../../values/errors/request-errors';
import { Cluster } from '../../requests/request-context';
import { EventStream } from '../../streams/event-stream';
import { deploymentRollout, RolloutStatus } from './deployment-fields.resolver';
import { templateRollout } from './template-fields.resolver';

@Resolver()
export class RolloutProgressResolver {
  @Requires(ofWorkload('watch', undefined, 'watch of its kind'))
  @Subscription(() => RolloutStatus, {
    name: 'rolloutProgressed',
    description: 'The state of a rollout: at once, and after each change, until the workload is deleted.',
    resolve: (status: unknown) => status,
  })
  rolloutProgressed(
    @Cluster() runtime: ClusterRuntime,
    @Args('apiVersion', { type: () => String, defaultValue: 'apps/v1', description: 'API version of the workload.' })
    apiVersion: string,
    @Args('kind', { type: () => String, description: '`Deployment`, `StatefulSet` or `DaemonSet`.' }) kind: string,
    @Args('namespace', { type: () => String, defaultValue: 'default', description: 'Namespace of the workload.' })
    namespace: string,
    @Args('name', { type: () => String, description: 'Name of the workload.' }) name: string,
  ): EventStream<RolloutStatus> {
    return followRollout(runtime, { kind: rolloutKind(runtime.kinds, { apiVersion, kind }), namespace, name });
  }
}

interface Workload {
  readonly kind: KindInfo;
  readonly namespace: string;
  readonly name: string;
}

function followRollout(runtime: ClusterRuntime, workload: Workload): EventStream<RolloutStatus> {
  const key = keyOf(workload);
  const first = runtime.cache.get(key);
  if (!first) throw asGraphQLError(notFound(workload.kind, workload.name));
  const stream = new EventStream<RolloutStatus>();
  let reported = '';
  const report = (object: KubeObject): void => {
    const status = statusOf(runtime, object);
    const text = JSON.stringify(status);
    if (text === reported) return;
    reported = text;
    stream.push(status);
  };
  report(first);
  const resource = resourceName(workload.kind);
  const unsubscribe = runtime.cache.subscribe((changes) => {
    for (const { key: changed, operation, object } of changes) {
      if (changed.name !== key.name || changed.resource !== resource || changed.namespace !== key.namespace) continue;
      if (operation === Operation.Delete) stream.close();
      else report(object);
    }
  });
  stream.whenOver(unsubscribe);
  stream.whenOver(
    runtime.onCacheReplaced(() => stream.fail(expired('the history of changes was lost: subscribe again'))),
  );
  const { streams } = runtime;
  streams.add(stream);
  stream.whenOver(() => streams.delete(stream));
  return stream;
}

function statusOf(runtime: ClusterRuntime, object: KubeObject): RolloutStatus {
  return object.kind === 'Deployment' ? deploymentRollout(object) : templateRollout(runtime, object);
}
