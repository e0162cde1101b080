import type { KubeObject, Pod } from '@orrery/api-types';
import type { Random } from '@orrery/time';
import { planCronJob, withStarted } from '../../cron-job/plan-cron-job';
import type { CronJob, CronJobStatus } from '../../cron-job/cron-job-constants';
import { withoutFinalizer } from '../../garbage-collection/owner-verdict';
import { COMPLETION_INDEX, INDEX_FAILURES, JOB_TRACKING, type Job } from '../../job/job-constants';
import { planJob } from '../../job/plan-job';
import type { JobCreation } from '../../job/job-work';
import { controllerOf } from '../../ownership/controller-reference';
import { generatedPodName, podFromTemplate } from '../../pods/pod-from-template';
import { WORKLOAD_KNOBS } from '../../workload-knobs';
import type { Action } from './simulated-action';
import { claimActions } from './simulated-ownership';
import type { SimulatedStore } from './simulated-store';

const knobs = WORKLOAD_KNOBS.modern;

/** Shells around the reconcilers of workloads that run to an end; in the order of the real ones. */
export class SimulatedJobControllers {
  /** Time at which an object needs a check without a change. */
  recheckAtMs: number | undefined;

  constructor(
    private readonly store: SimulatedStore,
    private readonly random: Random,
  ) {}

  job(object: KubeObject): Action[] {
    const { store } = this;
    const claims = claimActions(store, object as unknown as Parameters<typeof claimActions>[1]);
    if (claims.length > 0) return claims;
    const pods = this.owned<Pod>('Pod', object);
    const plan = planJob({ job: object as unknown as Job, pods, knobs, nowMs: store.nowMs });
    if (plan.isExpired) return [() => store.remove(object)];
    this.recheck(plan.recheckAtMs);
    return [
      ...(plan.status ? [() => store.writeStatus(object, plan.status)] : []),
      ...plan.letGo.map((pod) => {
        const seen = pod as unknown as KubeObject;
        return () => store.replace(seen, withoutFinalizer(seen, JOB_TRACKING)!);
      }),
      ...plan.deletions.map((pod) => () => store.remove(pod as unknown as KubeObject)),
      ...plan.creations.map((creation) => () => void store.create(this.podOf(object, creation))),
    ];
  }

  cronJob(object: KubeObject): Action[] {
    const { store } = this;
    const cronJob = object as unknown as CronJob;
    const jobs = this.owned<Job>('Job', object);
    const plan = planCronJob({ cronJob, jobs, knobs, nowMs: store.nowMs });
    this.recheck(plan.recheckAtMs);
    const old = [...plan.replaced, ...plan.outdated] as unknown as KubeObject[];
    let { status } = plan;
    const { creation } = plan;
    const start = (): void => {
      const body = { apiVersion: 'batch/v1', kind: 'Job', ...creation!.input } as unknown as KubeObject;
      const job = store.create(withSelector(body)) ?? store.objects.get(`Job/${creation!.name}`)!;
      const gone = new Set(plan.replaced.map(({ metadata }) => metadata.uid));
      const before: CronJobStatus | undefined = status ?? cronJob.status;
      const active = (before?.active ?? []).filter(({ uid }) => !gone.has(uid));
      status = withStarted({ ...before, active }, job, creation!.scheduledMs);
    };
    return [
      ...old.map((job) => () => store.remove(job)),
      ...(creation ? [start] : []),
      () => {
        if (status) store.writeStatus(object, status);
      },
    ];
  }

  private podOf(owner: KubeObject, { index, failures }: JobCreation): object {
    const pod = podFromTemplate(owner, (owner as unknown as Job).spec.template, this.nameOf(owner));
    const annotations = {
      ...(index === undefined ? {} : { [COMPLETION_INDEX]: String(index) }),
      ...(failures ? { [INDEX_FAILURES]: String(failures.counted) } : {}),
    };
    return { ...pod, metadata: { ...pod.metadata, annotations, finalizers: [JOB_TRACKING] } };
  }

  private recheck(atMs: number | undefined): void {
    if (atMs !== undefined) this.recheckAtMs = Math.max(this.recheckAtMs ?? 0, atMs);
  }

  private owned<T>(kind: string, { metadata }: KubeObject): T[] {
    const all = this.store.list<KubeObject>(kind, this.store.view);
    return all.filter((object) => controllerOf(object)?.uid === metadata.uid) as unknown as T[];
  }

  private nameOf({ metadata }: KubeObject): string {
    return generatedPodName(metadata.name, this.random);
  }
}

/** Makes a job select its own pods, as the API server does; by its name, which is unique here. */
export function withSelector(job: KubeObject): KubeObject {
  const spec = job.spec as Job['spec'];
  const labels = { job: job.metadata.name };
  const template = { ...spec.template, metadata: { labels } };
  return { ...job, spec: { ...spec, selector: { matchLabels: labels }, template }, status: {} };
}
