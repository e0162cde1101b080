import { clusterRight, scenarioProgress, type ScenarioProgress as Progress } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import { followValue } from '../../streams/followed-value';
import { ScenarioProgress } from './scenario-types';

/** Stories with faults and expectations. */
@Resolver()
export class ScenariosResolver {
  @Requires(clusterRight('get'))
  @Subscription(() => ScenarioProgress, {
    name: 'scenarioProgressed',
    description: 'The course of the newest scenario: at once if there is one, and after each step.',
    resolve: (progress: unknown) => progress,
  })
  scenarioProgressed(@Cluster() runtime: ClusterRuntime): EventStream<Progress> {
    const followed = { key: `scenario ${runtime.id}`, read: () => scenarioProgress(runtime) };
    return followValue<Progress | null, Progress>(runtime, followed, (progress, stream) => {
      if (progress) stream.push(progress);
    });
  }
}
