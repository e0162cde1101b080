import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { admissionConfigOf, setAdmissionConfig } from './admission-config';
import { AdmissionConfig, AdmissionConfigPayload, SetAdmissionConfigInput } from './admission-config-types';

/** What the cluster admits. */
@Resolver()
export class AdmissionConfigResolver {
  @Requires(clusterRight('get'))
  @Query(() => AdmissionConfig, { name: 'admissionConfig', description: 'How the cluster admits what clients write.' })
  admissionConfig(@Cluster() runtime: ClusterRuntime): unknown {
    return admissionConfigOf(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => AdmissionConfigPayload, {
    name: 'setAdmissionConfig',
    description: 'Configures admission plugins as a master configuration file does; it counts from the next write on.',
  })
  setAdmissionConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetAdmissionConfigInput, description: 'The configuration.' })
    input: SetAdmissionConfigInput,
  ): Promise<unknown> {
    return payload(input, () => setAdmissionConfig(runtime, input));
  }
}
