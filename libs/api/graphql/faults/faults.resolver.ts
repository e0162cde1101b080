import { Args, Mutation, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import type { EventStream } from '../subscriptions/event-stream';
import { followAsItIs } from '../subscriptions/followed-value';
import {
  ClearFaultsInput,
  CrashNodeInput,
  Fault,
  FaultKind,
  FaultPayload,
  InjectFaultInput,
  RestartComponentInput,
  RestartComponentPayload,
  ResumeHeartbeatsInput,
  StopHeartbeatsInput,
} from './fault-types';
import { clearFaults, injectFault, listFaults, resumeHeartbeats, stopHeartbeats } from './node-faults';

type Faults = Awaited<ReturnType<typeof listFaults>>;

const INPUT = { description: 'Which nodes.' };

/** What is made to go wrong. */
@Resolver()
export class FaultsResolver {
  @Requires(clusterRight('get'))
  @Query(() => [Fault], { name: 'faults', description: 'What was made to go wrong and still does, or will.' })
  faults(@Cluster() runtime: ClusterRuntime): Promise<unknown[]> {
    return listFaults(runtime);
  }

  @Requires(clusterRight('get'))
  @Subscription(() => [Fault], {
    name: 'faultsChanged',
    description: 'All faults that are in force or planned: at once, and after each change.',
    resolve: (faults: unknown) => faults,
  })
  faultsChanged(@Cluster() runtime: ClusterRuntime): EventStream<Faults> {
    return followAsItIs(runtime, { key: `faults ${runtime.id}`, read: () => listFaults(runtime) });
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'stopHeartbeats', description: 'Makes the kubelets of nodes fall silent.' })
  stopHeartbeats(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => StopHeartbeatsInput, ...INPUT }) input: StopHeartbeatsInput,
  ): Promise<unknown> {
    return payload(input, () => stopHeartbeats(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'resumeHeartbeats', description: 'Lets the kubelets of nodes speak again.' })
  resumeHeartbeats(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ResumeHeartbeatsInput, ...INPUT }) input: ResumeHeartbeatsInput,
  ): Promise<unknown> {
    return payload(input, () => resumeHeartbeats(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'injectFault', description: 'Makes something go wrong with nodes.' })
  injectFault(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => InjectFaultInput, description: 'What, where and when.' }) input: InjectFaultInput,
  ): Promise<unknown> {
    return payload(input, () => injectFault(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'clearFaults', description: 'Puts right what was made to go wrong.' })
  clearFaults(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ClearFaultsInput, description: 'Which faults.' }) input: ClearFaultsInput,
  ): Promise<unknown> {
    return payload(input, () => clearFaults(runtime, input));
  }

  @Requires(clusterRight('update'))
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

  @Requires(clusterRight('update'))
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
