import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import {
  ClearFaultsInput,
  CrashNodeInput,
  Fault,
  FaultKind,
  FaultPayload,
  FaultTargetInput,
  InjectFaultInput,
  RestartComponentInput,
  RestartComponentPayload,
} from './fault-types';
import { clearFaults, injectFault, listFaults, resumeHeartbeats, stopHeartbeats } from './node-faults';

const INPUT = { description: 'Which nodes.' };

/** What is made to go wrong. */
@Resolver()
export class FaultsResolver {
  @Query(() => [Fault], { name: 'faults', description: 'What was made to go wrong and still does, or will.' })
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

  @Mutation(() => FaultPayload, { name: 'injectFault', description: 'Makes something go wrong with nodes.' })
  injectFault(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => InjectFaultInput, description: 'What, where and when.' }) input: InjectFaultInput,
  ): Promise<unknown> {
    return payload(input, () => injectFault(runtime, input));
  }

  @Mutation(() => FaultPayload, { name: 'clearFaults', description: 'Puts right what was made to go wrong.' })
  clearFaults(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ClearFaultsInput, description: 'Which faults.' }) input: ClearFaultsInput,
  ): Promise<unknown> {
    return payload(input, () => clearFaults(runtime, input));
  }

  @Mutation(() => RestartComponentPayload, {
    name: 'restartComponent',
    description: 'Lets a component of the cluster lose its memory and start again from the state.',
  })
  restartComponent(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RestartComponentInput, description: 'Which component.' }) input: RestartComponentInput,
  ): Promise<unknown> {
    return payload(input, async () => {
      await runtime.restartComponent(input.component);
      return { component: input.component };
    });
  }

  @Mutation(() => FaultPayload, { name: 'crashNode', description: 'Takes the power from a machine.' })
  crashNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => CrashNodeInput, description: 'Which machine.' }) input: CrashNodeInput,
  ): Promise<unknown> {
    const { name, rebootAfter } = input;
    const fault = { kind: FaultKind.POWER_OFF, nodes: [name], for: rebootAfter ?? null };
    return payload(input, () => injectFault(runtime, fault));
  }
}
