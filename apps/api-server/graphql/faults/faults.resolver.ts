import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { Fault, FaultPayload, FaultTargetInput } from './fault-types';
import { listFaults, resumeHeartbeats, stopHeartbeats } from './heartbeat-faults';

const INPUT = { description: 'Which nodes.' };

/** What is made to go wrong. */
@Resolver()
export class FaultsResolver {
  @Query(() => [Fault], { name: 'faults', description: 'What was made to go wrong and still does.' })
  faults(@Cluster() runtime: ClusterRuntime): Promise<unknown[]> {
    return listFaults(runtime);
  }

  @Mutation(() => FaultPayload, { name: 'stopHeartbeats', description: 'Makes the kubelets of nodes fall silent.' })
  stopHeartbeats(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => FaultTargetInput, ...INPUT }) input: FaultTargetInput,
  ): Promise<unknown> {
    return payload(input, () => stopHeartbeats(runtime, input));
  }

  @Mutation(() => FaultPayload, { name: 'resumeHeartbeats', description: 'Lets the kubelets of nodes speak again.' })
  resumeHeartbeats(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => FaultTargetInput, ...INPUT }) input: FaultTargetInput,
  ): Promise<unknown> {
    return payload(input, () => resumeHeartbeats(runtime, input));
  }
}
