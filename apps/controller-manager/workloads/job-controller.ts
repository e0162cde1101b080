import type { KubeObject, LabelSelector, Pod } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import {
  adopted,
  claim,
  COMPLETION_INDEX,
  hasFinalizer,
  JOB_TRACKING,
  planJob,
  podFromTemplate,
  released,
  withoutFinalizer,
  type Job,
  type JobPlan,
  type NewPod,
} from '@orrery/workloads';
import type { Creation, Reconciliation, Replacement } from './reconciliation';
import type { WorkloadController } from './workload-controller';

const POD = requireKind('v1', 'Pod');
const PODS = 'pods';

/** Runs pods until enough of them have ended well. */
export class JobController implements WorkloadController {
  readonly resource = 'jobs.batch';
  readonly component = 'job-controller';
  readonly dependents = [PODS];

  selectorOf({ spec }: KubeObject): LabelSelector | undefined {
    return (spec as { selector?: LabelSelector } | undefined)?.selector;
  }

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    await this.claimPods(object, reconciliation);
    const { state, knobs, nowMs } = reconciliation;
    const pods = state.index<Pod>(PODS).ownedBy(object.metadata.uid);
    const plan = planJob({ job: object as unknown as Job, pods, knobs, nowMs });
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
    await letGo(plan.counted, reconciliation);
    const deletion = await reconciliation.remove(plan.deletions as unknown as KubeObject[]);
    const creation = await create(object, plan, reconciliation);
    reconciliation.recheckAt(plan.recheckAtMs);
    if (creation !== undefined || deletion !== undefined) reconciliation.retryLater();
  }

  private async claimPods(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const { namespace = '', uid } = object.metadata;
    const index = reconciliation.state.index<Pod>(PODS);
    const selector = this.selectorOf(object);
    const orphans = index.orphansFor(namespace, selector);
    const claimed = claim({ owner: object, selector, owned: index.ownedBy(uid), orphans });
    await reconciliation.update([
      ...claimed.adopted.map((pod) => replacement(pod, adopted(pod, object))),
      ...claimed.released.map((pod) => replacement(pod, released(pod, uid))),
    ]);
  }
}

async function create(object: KubeObject, plan: JobPlan, reconciliation: Reconciliation): Promise<string | undefined> {
  if (plan.creations.length === 0) return undefined;
  const creations = plan.creations.map((index): Creation => ({
    kind: POD,
    input: podOf(object, index, reconciliation),
  }));
  return (await reconciliation.createSlowly(creations)).failure;
}

/** Pods that are counted may go. */
async function letGo(pods: readonly Pod[], reconciliation: Reconciliation): Promise<void> {
  const changes = pods.filter(hasFinalizer).map((pod) => {
    const seen = pod as unknown as KubeObject;
    return { seen, next: withoutFinalizer(seen, JOB_TRACKING)! };
  });
  await reconciliation.update(changes);
}

function podOf(object: KubeObject, index: number | undefined, reconciliation: Reconciliation): NewPod {
  const { template } = (object as unknown as Job).spec;
  const pod = podFromTemplate(object, template, reconciliation.newPodName());
  const metadata = pod.metadata as KubeObject['metadata'];
  const tracked = reconciliation.knobs.tracksJobPods
    ? { ...metadata, finalizers: [...(metadata.finalizers ?? []), JOB_TRACKING] }
    : metadata;
  return index === undefined ? { ...pod, metadata: tracked } : withIndex({ ...pod, metadata: tracked }, object, index);
}

/** Pods of an Indexed job know their index: by name, host name, annotation, label and a variable of their containers. */
function withIndex(pod: NewPod, { metadata: { name } }: KubeObject, index: number): NewPod {
  const metadata = pod.metadata as KubeObject['metadata'];
  const letters = metadata.name.slice(-5);
  const spec = pod.spec as Pod['spec'];
  const fieldPath = `metadata.annotations['${COMPLETION_INDEX}']`;
  const variable = { name: 'JOB_COMPLETION_INDEX', valueFrom: { fieldRef: { fieldPath } } };
  const withVariable = <T extends { env?: readonly { name: string }[] }>(container: T): T => {
    const others = (container.env ?? []).filter((each) => each.name !== variable.name);
    return { ...container, env: [...others, variable] };
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

function replacement(seen: Pod, next: Pod): Replacement {
  return { seen: seen as unknown as KubeObject, next: next as unknown as KubeObject };
}
