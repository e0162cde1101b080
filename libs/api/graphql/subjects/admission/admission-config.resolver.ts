import { clusterRight, admissionConfigOf } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../../requests/request-context';
import { AdmissionConfig } from './admission-config-types';

/** Admission configuration of the cluster. */
@Resolver()
export class AdmissionConfigResolver {
  @Requires(clusterRight('get'))
  @Query(() => AdmissionConfig, { name: 'admissionConfig', description: 'Admission configuration of the cluster.' })
  admissionConfig(@Cluster() runtime: ClusterRuntime): unknown {
    return admissionConfigOf(runtime);
  }
}
