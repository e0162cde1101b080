import { Args, Resolver, Subscription } from '@nestjs/graphql';
import { expired, notFound, type Deployment, type KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { Operation } from '@orrery/store';
import { revisionOf, rolloutStatus } from '@orrery/workloads';
import { asGraphQLError } from '../errors/request-errors';
import { Cluster } from '../requests/request-context';
import { EventStream } from '../subscriptions/event-stream';
import { RolloutStatus } from './deployment-fields.resolver';

const DEPLOYMENT = requireKind('apps/v1', 'Deployment');

@Resolver()
export class RolloutProgressResolver {
  @Subscription(() => RolloutStatus, {
    name: 'rolloutProgress',
    description: 'How a Deployment’s rollout stands: at once, and whenever that changes, until the Deployment is gone.',
    resolve: (status: unknown) => status,
  })
  rolloutProgress(
    @Cluster() runtime: ClusterRuntime,
    @Args('namespace', { type: () => String, defaultValue: 'default', description: 'Its namespace.' })
    namespace: string,
    @Args('deployment', { type: () => String, description: 'Its name.' }) name: string,
  ): EventStream<RolloutStatus> {
    return followRollout(runtime, namespace, name);
  }
}

function followRollout(runtime: ClusterRuntime, namespace: string, name: string): EventStream<RolloutStatus> {
  const key = keyOf({ kind: DEPLOYMENT, namespace, name });
  const first = runtime.cache.get(key);
  if (!first) throw asGraphQLError(notFound(DEPLOYMENT, name));
  const stream = new EventStream<RolloutStatus>();
  let reported = '';
  const tell = (object: KubeObject): void => {
    const status = statusOf(object);
    const text = JSON.stringify(status);
    if (text === reported) return;
    reported = text;
    stream.push(status);
  };
  tell(first);
  const unsubscribe = runtime.cache.subscribe((changes) => {
    for (const { key: changed, operation, object } of changes) {
      if (changed.name !== name || changed.resource !== key.resource || changed.namespace !== namespace) continue;
      if (operation === Operation.Delete) stream.close();
      else tell(object);
    }
  });
  stream.whenOver(unsubscribe);
  stream.whenOver(
    runtime.onCacheReplaced(() => stream.fail(expired('the rollout can no longer be followed; begin anew'))),
  );
  const { streams } = runtime;
  streams.add(stream);
  stream.whenOver(() => streams.delete(stream));
  return stream;
}

function statusOf(object: KubeObject): RolloutStatus {
  const deployment = object as unknown as Deployment;
  return { ...rolloutStatus(deployment), revision: String(revisionOf(deployment)) };
}
