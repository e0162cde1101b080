import { Args, Mutation, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { AT } from '../connections/page-args';
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

const INPUT = { description: 'Selects nodes.' };

/** What is made to go wrong. */
@Resolver()
export class FaultsResolver {
  @Requires(clusterRight('get'))
  @Query(() => [Fault], { name: 'faults', description: 'Faults in force or planned.' })
  faults(@Cluster() runtime: ClusterRuntime, @Args('at', AT) _at: string | null): Promise<unknown[]> {
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
  @Mutation(() => FaultPayload, { name: 'stopHeartbeats', description: 'Stops the kubelets of nodes.' })
  stopHeartbeats(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => StopHeartbeatsInput, ...INPUT }) input: StopHeartbeatsInput,
  ): Promise<unknown> {
    return payload(input, () => stopHeartbeats(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'resumeHeartbeats', description: 'Starts the stopped kubelets of nodes.' })
  resumeHeartbeats(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ResumeHeartbeatsInput, ...INPUT }) input: ResumeHeartbeatsInput,
  ): Promise<unknown> {
    return payload(input, () => resumeHeartbeats(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'injectFault', description: 'Injects a fault into nodes.' })
  injectFault(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => InjectFaultInput, description: 'The fault and the nodes.' }) input: InjectFaultInput,
  ): Promise<unknown> {
    return payload(input, () => injectFault(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'clearFaults', description: 'Clears injected faults.' })
  clearFaults(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ClearFaultsInput, description: 'Selects faults.' }) input: ClearFaultsInput,
  ): Promise<unknown> {
    return payload(input, () => clearFaults(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => RestartComponentPayload, {
    name: 'restartComponent',
    description: 'Restarts a component of the cluster, which loses its state in memory.',
  })
  restartComponent(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RestartComponentInput, description: 'The component.' }) input: RestartComponentInput,
  ): Promise<unknown> {
    return payload(input, async () => {
      await runtime.restartComponent(input.component);
      return { component: input.component };
    });
  }

  @Requires(clusterRight('update'))
  @Mutation(() => FaultPayload, { name: 'crashNode', description: 'Powers off the machine of a node.' })
  crashNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => CrashNodeInput, description: 'The node.' }) input: CrashNodeInput,
  ): Promise<unknown> {
    const { name, rebootAfter } = input;
    const fault = { kind: FaultKind.POWER_OFF, nodes: [name], for: rebootAfter ?? null };
    return payload(input, () => injectFault(runtime, fault));
  }
}
