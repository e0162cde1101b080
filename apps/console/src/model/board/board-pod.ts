/** A pod as the board shows it. */
export interface BoardPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Application of the pod, as users call it: see {@link applicationOf}. */
  readonly application: string;
  /** Its controller, as `Deployment/web`; undefined if it has none. */
  readonly owner: string | undefined;
  /** Undefined while it waits for a node. */
  readonly nodeName: string | undefined;
  readonly health: PodHealth;
  /** The reason why it waits for a node, in a few words; undefined if it does not wait. */
  readonly waitsFor: string | undefined;
  readonly priority: number;
  readonly qos: string;
  readonly cpuMillis: number;
  readonly memoryBytes: number;
  readonly createdAtMs: number;
}

/** Health of a pod, from its status. */
export const PodHealth = {
  Waiting: 'waiting for a node',
  Starting: 'starting',
  Ready: 'ready',
  NotReady: 'not ready',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Terminating: 'terminating',
} as const;
export type PodHealth = (typeof PodHealth)[keyof typeof PodHealth];

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string | null;
  readonly message: string | null;
}

/** Requested fields of a pod. */
export interface PodParts {
  readonly metadata: {
    readonly uid: string;
    readonly namespace: string | null;
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly creationTimestamp: string;
    readonly deletionTimestamp: string | null;
    readonly ownerReferences: readonly {
      readonly kind: string;
      readonly name: string;
      readonly controller: boolean | null;
    }[];
  };
  readonly spec: { readonly nodeName: string | null; readonly priority: number | null } | null;
  readonly status: { readonly phase: string | null; readonly conditions: readonly Condition[] } | null;
  readonly qosClass: string;
  readonly effectiveRequests: { readonly cpuMillis: number; readonly memoryBytes: number };
}

/** Returns the board's data of a pod. */
export function boardPod(parts: PodParts): BoardPod {
  const { metadata, spec, status, qosClass, effectiveRequests } = parts;
  const nodeName = spec?.nodeName || undefined;
  const controller = metadata.ownerReferences.find((each) => each.controller) ?? metadata.ownerReferences[0];
  const health = healthOf(parts);
  return {
    uid: metadata.uid,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    labels: metadata.labels,
    application: applicationOf(metadata.labels, controller, metadata.name),
    owner: controller && `${controller.kind}/${controller.name}`,
    nodeName,
    health,
    waitsFor: health === PodHealth.Waiting ? waitsFor(status?.conditions ?? []) : undefined,
    priority: spec?.priority ?? 0,
    qos: qosClass,
    cpuMillis: effectiveRequests.cpuMillis,
    memoryBytes: effectiveRequests.memoryBytes,
    createdAtMs: Date.parse(metadata.creationTimestamp),
  };
}

function healthOf({ metadata, spec, status }: PodParts): PodHealth {
  if (metadata.deletionTimestamp !== null) return PodHealth.Terminating;
  if (status?.phase === 'Succeeded') return PodHealth.Succeeded;
  if (status?.phase === 'Failed') return PodHealth.Failed;
  if (!spec?.nodeName) return PodHealth.Waiting;
  if (status?.conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True')) return PodHealth.Ready;
  return status?.phase === 'Running' ? PodHealth.NotReady : PodHealth.Starting;
}

/** Labels that name an application, as charts and tools set them, in the order in which they count. */
const APPLICATION_LABELS = ['app.kubernetes.io/name', 'app', 'k8s-app', 'name'] as const;
/** Suffix that a Deployment appends to its name for the name of a ReplicaSet. */
const TEMPLATE_HASH = /-[bcdfghjklmnpqrstvwxz2456789]{6,10}$/;

/** Returns the application of a pod: a label that names it, else the workload that made the pod, else the pod itself. */
export function applicationOf(
  labels: Readonly<Record<string, string>>,
  controller: { readonly kind: string; readonly name: string } | undefined,
  name: string,
): string {
  for (const label of APPLICATION_LABELS) {
    const value = labels[label];
    if (value) return value;
  }
  if (!controller) return name;
  return controller.kind === 'ReplicaSet' ? controller.name.replace(TEMPLATE_HASH, '') : controller.name;
}

/** `0/3 nodes are available: 2 Insufficient cpu, 1 node(s) had …. preemption: …` */
const REJECTIONS = /nodes are available: (.*?)\.(?: |$)/;
const REJECTION = /^\d+ (?:node\(s\) )?(.*)$/;

/** Returns why a pod waits, in the words of the most frequent rejection: `Insufficient cpu`. */
export function waitsFor(conditions: readonly Condition[]): string {
  const scheduled = conditions.find(({ type }) => type === 'PodScheduled');
  if (!scheduled || scheduled.status === 'True') return 'not tried yet';
  if (scheduled.reason === 'SchedulingGated') return 'scheduling gates';
  const rejections = REJECTIONS.exec(scheduled.message ?? '')?.[1]?.split(', ') ?? [];
  const counted = rejections.map(
    (text) => [Number.parseInt(text, 10) || 0, REJECTION.exec(text)?.[1] ?? text] as const,
  );
  const [first] = counted.sort(([a], [b]) => b - a);
  return first?.[1] ?? scheduled.reason ?? 'not tried yet';
}
