import type { KubeObject, LabelSelector, Pod } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import {
  claim,
  COMPLETION_INDEX,
  hasFinalizer,
  INDEX_FAILURES,
  INDEX_IGNORED_FAILURES,
  JOB_CONTROLLER,
  JOB_TRACKING,
  planJob,
  podFromTemplate,
  withoutFinalizer,
  type Job,
  type JobCreation,
  type JobPlan,
  type NewPod,
} from '@orrery/workloads';
import type { Creation, Reconciliation } from './reconciliation';
import type { WorkloadController } from './workload-controller';

const POD = requireKind('v1', 'Pod');
const PODS = 'pods';

/** Runs pods until enough of them have ended well. */
export class JobController implements WorkloadController {
  readonly resource = 'jobs.batch';
  readonly component = 'job-controller';
  readonly does = 'job-controller';
  readonly dependents = [PODS];

  selectorOf({ spec }: KubeObject): LabelSelector | undefined {
    return (spec as { selector?: LabelSelector } | undefined)?.selector;
  }

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const { managedBy = JOB_CONTROLLER } = (object as Job).spec;
    if (managedBy !== JOB_CONTROLLER) return;
    await this.claimPods(object, reconciliation);
    const { state, knobs, nowMs } = reconciliation;
    const pods = state.index<Pod>(PODS).ownedBy(object.metadata.uid);
    const plan = planJob({ job: object as Job, pods, knobs, nowMs });
    if (plan.isExpired) {
      await reconciliation.remove([object], { announces: false });
      return;
    }
    // Counted first: a pod whose finalizer is gone is never looked at again.
    if (plan.status) await reconciliation.writeStatus(plan.status);
    for (const { type, reason, message } of plan.notes) {
      if (type === 'Normal') reconciliation.announce(reason, message);
      else reconciliation.warn(reason, message);
    }
    reconciliation.recheckAt(plan.recheckAtMs);
    // A pod that is deleted before it is let go counts as failed: the step is done again when one has changed meanwhile.
    if (!(await letGo(plan.letGo, reconciliation))) return;
    const deletion = await reconciliation.remove(plan.deletions);
    const creation = await create(object, plan, reconciliation);
    if (creation !== undefined || deletion !== undefined) reconciliation.retryLater();
  }

  private async claimPods(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const { namespace = '', uid } = object.metadata;
    const index = reconciliation.state.index<Pod>(PODS);
    const selector = this.selectorOf(object);
    const orphans = index.orphansFor(namespace, selector);
    const claimed = claim({ owner: object, selector, owned: index.ownedBy(uid), orphans });
    await reconciliation.changeOwners(claimed);
  }
}

async function create(object: KubeObject, plan: JobPlan, reconciliation: Reconciliation): Promise<string | undefined> {
  if (plan.creations.length === 0) return undefined;
  const creations = plan.creations.map((creation): Creation => ({
    kind: POD,
    input: podOf(object, creation, reconciliation),
  }));
  return (await reconciliation.createSlowly(creations)).failure;
}

/** Removes the finalizers of pods that are accounted for. Returns true if all were unchanged. */
async function letGo(pods: readonly Pod[], reconciliation: Reconciliation): Promise<boolean> {
  const changes = pods.filter(hasFinalizer).map((pod) => {
    const seen = pod;
    return { seen, next: withoutFinalizer(seen, JOB_TRACKING)! };
  });
  return reconciliation.update(changes);
}

function podOf(object: KubeObject, creation: JobCreation, reconciliation: Reconciliation): NewPod {
  const { template } = (object as Job).spec;
  const pod = podFromTemplate(object, template, reconciliation.newPodName());
  const metadata = pod.metadata as KubeObject['metadata'];
  const tracked = reconciliation.knobs.tracksJobPods
    ? { ...metadata, finalizers: [...(metadata.finalizers ?? []), JOB_TRACKING] }
    : metadata;
  const { index } = creation;
  if (index === undefined) return { ...pod, metadata: tracked };
  return withIndex({ ...pod, metadata: { ...tracked, annotations: annotationsOf(tracked, creation) } }, object, index);
}

/** Returns the annotations of a pod. If each index has its own limit, they include its number of failures. */
function annotationsOf({ annotations }: KubeObject['metadata'], { failures }: JobCreation): Record<string, string> {
  if (!failures) return { ...annotations };
  return {
    ...annotations,
    [INDEX_FAILURES]: String(failures.counted),
    ...(failures.ignored > 0 ? { [INDEX_IGNORED_FAILURES]: String(failures.ignored) } : {}),
  };
}

/** Pods of an Indexed job know their index: by name, host name, annotation, label and a variable of their containers. */
function withIndex(pod: NewPod, { metadata: { name } }: KubeObject, index: number): NewPod {
  const metadata = pod.metadata as KubeObject['metadata'];
  const letters = metadata.name.slice(-5);
  const spec = pod.spec as Pod['spec'];
  const fieldPath = `metadata.labels['${COMPLETION_INDEX}']`;
  const variable = { name: 'JOB_COMPLETION_INDEX', valueFrom: { fieldRef: { fieldPath } } };
  const withVariable = <T extends { env?: readonly { name: string }[] }>(container: T): T => {
    const { env = [] } = container;
    return env.some(({ name: set }) => set === variable.name) ? container : { ...container, env: [...env, variable] };
  };
  return {
    ...pod,
    metadata: {
      ...metadata,
      name: `${name.slice(0, 50)}-${index}-${letters}`,
      generateName: `${name}-${index}-`,
      annotations: { ...metadata.annotations, [COMPLETION_INDEX]: String(index) },
      labels: { ...metadata.labels, [COMPLETION_INDEX]: String(index) },
    },
    spec: {
      ...spec,
      hostname: `${name}-${index}`,
      containers: (spec.containers as { env?: readonly { name: string }[] }[]).map(withVariable),
      ...(spec.initContainers
        ? { initContainers: (spec.initContainers as { env?: readonly { name: string }[] }[]).map(withVariable) }
        : {}),
    },
  };
}
