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
  @Query(() => AdmissionConfig, { name: 'admissionConfig', description: 'Admission configuration of the cluster.' })
  admissionConfig(@Cluster() runtime: ClusterRuntime): unknown {
    return admissionConfigOf(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => AdmissionConfigPayload, {
    name: 'setAdmissionConfig',
    description:
      'Configures admission plugins by sections of a master configuration file; effective from the next write.',
  })
  setAdmissionConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetAdmissionConfigInput, description: 'The configuration.' })
    input: SetAdmissionConfigInput,
  ): Promise<unknown> {
    return payload(input, () => setAdmissionConfig(runtime, input));
  }
}
