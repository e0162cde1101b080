import { ApiError, type KubeObject } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import { planCronJob, withStarted, type CronJob, type CronJobPlan, type Job } from '@orrery/workloads';
import { isTaken, type Reconciliation } from './reconciliation';
import type { WorkloadController } from './workload-controller';

const JOB = requireKind('batch/v1', 'Job');
const JOBS = 'jobs.batch';

/** Makes jobs by a schedule, on the clock of the cluster. */
export class CronJobController implements WorkloadController {
  readonly resource = 'cronjobs.batch';
  readonly component = 'cronjob-controller';
  readonly does = 'cronjob-controller';
  readonly dependents = [JOBS];

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const { state, knobs, nowMs } = reconciliation;
    const cronJob = object as CronJob;
    const jobs = state.index<Job>(JOBS).ownedBy(object.metadata.uid);
    const plan = planCronJob({ cronJob, jobs, knobs, nowMs });
    for (const { type, reason, message } of plan.notes) {
      if (type === 'Normal') reconciliation.announce(reason, message);
      else reconciliation.warn(reason, message);
    }
    const old = [...plan.replaced, ...plan.outdated] as KubeObject[];
    const failure = await reconciliation.remove(old);
    const status = failure === undefined ? await start(plan, cronJob, reconciliation) : plan.status;
    if (status) await reconciliation.writeStatus(status);
    if (failure !== undefined) reconciliation.retryLater();
    reconciliation.recheckAt(plan.recheckAtMs);
  }
}

/** Makes the job that is due; answers the status after it. One that is there already was made before a restart. */
async function start(
  { creation, status, replaced }: CronJobPlan,
  cronJob: CronJob,
  reconciliation: Reconciliation,
): Promise<CronJobPlan['status']> {
  if (!creation) return status;
  const { name, input, scheduledMs } = creation;
  const answer = await reconciliation.create({ kind: JOB, input });
  const { namespace = '' } = cronJob.metadata;
  const isThere = answer instanceof ApiError && isTaken(answer);
  const job = isThere ? reconciliation.state.get({ resource: JOBS, namespace, name }) : answer;
  if (!job || job instanceof ApiError) {
    if (job) reconciliation.warn('FailedCreate', `Error creating job: ${job.message}`);
    reconciliation.retryLater();
    return status;
  }
  if (!isThere) reconciliation.announce('SuccessfulCreate', `Created job ${name}`);
  const gone = new Set(replaced.map(({ metadata }) => metadata.uid));
  const before = status ?? cronJob.status;
  const active = (before?.active ?? []).filter(({ uid }) => !gone.has(uid));
  return withStarted({ ...before, active }, job, scheduledMs);
}
