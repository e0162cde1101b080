import { Kinds, type KubeObject } from '@orrery/api-types';
import {
  keyOf,
  requireKind,
  type ComponentContext,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';
import { Operation, type Change } from '@orrery/store';
import { controllerOf, JOB_TRACKING, withoutFinalizer } from '@orrery/workloads';
import { runLoop, type Controller } from '../controller';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const POD = requireKind('v1', 'Pod');
const JOB = requireKind('batch/v1', 'Job');
const JOBS = 'jobs.batch';

/** Pods of jobs wait to be counted; where the job is gone, this removes their finalizer. */
export class JobPodFinalizers implements Controller {
  constructor(private readonly context: ComponentContext<Ports>) {}

  start(): void {
    this.release(this.context.cluster.cache.list(Kinds.Pod));
  }

  stop(): void {
    // Nothing is kept between changes.
  }

  /** A pod changes when its job's deletion reaches it, which is the moment to look. */
  follow(changes: readonly Change[]): void {
    const touched = changes.filter(({ key, operation, object }) => {
      return key.resource === 'pods' && operation !== Operation.Delete && object.metadata.finalizers !== undefined;
    });
    if (touched.length > 0) this.release(touched.map(({ object }) => object));
  }

  private release(pods: readonly KubeObject[]): void {
    const lost = pods.filter((pod) => this.isLost(pod));
    if (lost.length === 0) return;
    const modifications = lost.map(({ metadata }): Modification => {
      const { namespace = '', name } = metadata;
      const change = (current: KubeObject): KubeObject | undefined =>
        this.isLost(current) ? withoutFinalizer(current, JOB_TRACKING) : undefined;
      return { key: keyOf({ kind: POD, namespace, name }), change };
    });
    runLoop(this.context, 'job-pod-finalizers', async () => {
      await this.context.cluster.store.modify(modifications, this.context.fence);
    });
  }

  private isLost(pod: KubeObject): boolean {
    const { finalizers = [], namespace = '' } = pod.metadata;
    if (!finalizers.includes(JOB_TRACKING)) return false;
    const owner = controllerOf(pod);
    if (owner?.kind !== JOB.kind) return true;
    const job = this.context.cluster.cache.get({ resource: JOBS, namespace, name: owner.name });
    return job?.metadata.uid !== owner.uid;
  }
}
