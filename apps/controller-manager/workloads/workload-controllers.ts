import type { ReleaseName } from '@orrery/api-types';
import { WORKLOAD_KNOBS } from '@orrery/workloads';
import { productWorkloadControllers } from '../products';
import { DaemonSetController } from './daemon-set-controller';
import { DeploymentController } from './deployment-controller';
import { CronJobController } from './cron-job-controller';
import { JobController } from './job-controller';
import { REPLICA_SETS, REPLICATION_CONTROLLERS, ReplicaController } from './replica-controller';
import { StatefulSetController } from './stateful-set-controller';
import type { WorkloadController } from './workload-controller';

/** The controllers of all kinds of workloads of a release, each a fresh one. */
export function workloadControllers(release: ReleaseName): WorkloadController[] {
  return [
    new ReplicaController(REPLICATION_CONTROLLERS),
    new ReplicaController(REPLICA_SETS, WORKLOAD_KNOBS[release].countsTerminating),
    new DeploymentController(),
    new StatefulSetController(),
    new DaemonSetController(),
    new JobController(),
    new CronJobController(),
    ...productWorkloadControllers(release),
  ];
}
