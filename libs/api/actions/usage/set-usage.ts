import { isConflict, notFound, type KubeObject, type Node, type Pod } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import {
  containerContext,
  ContainerUsage,
  nodeCapacity,
  nodeUsageBases,
  NodeUsage,
  parseCurve,
  usageAnnotation,
  type CurveContext,
} from '@orrery/node-pressure';
import { REPORTED_CONDITIONS_ANNOTATION, reportedConditions, type ReportedCondition } from '@orrery/pod-lifecycle';
import { formatTime } from '@orrery/time';
import { badUserInput } from '../errors/input-error';
import { atRevision, writeOptionsOf } from '../objects/write-options';
import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { amount, input, text, textOr, type InputOf } from '../input/inputs';
import { changed } from '../input/results';
import { NODE_NAME } from '../nodes/node-inputs';
import { WRITTEN, type WriteInput } from '../objects/write-inputs';

const NODE = requireKind('v1', 'Node');
const POD = requireKind('v1', 'Pod');
const MAX_TRIES = 10;

const CPU =
  'CPU. A curve: `2Gi`, `0s=1Gi,30s=2Gi` for steps, `1Gi,1m~2Gi` for a climb; empty text removes what was said before.';

const SET_NODE_USAGE = input('Resource usage of the system daemons of a node, from now on.', {
  required: NODE_NAME,
  optional: {
    ...WRITTEN,
    cpu: amount(CPU),
    memory: amount("Memory; `80%` is a share of the node's capacity."),
    processes: amount('Number of processes.'),
    nodefs: amount('Space on the root disk of the node.'),
    nodefsInodes: amount('Inodes on the root disk of the node.'),
    imagefs: amount('Space on the image disk.'),
    imagefsInodes: amount('Inodes on the image disk.'),
  },
});
type SetNodeUsageInput = InputOf<typeof SET_NODE_USAGE>;

const SET_POD_USAGE = input('Resource usage of the containers of a pod, from now on.', {
  required: { namespace: textOr('default', 'Namespace of the pod.'), name: text('Name of the pod.') },
  optional: {
    ...WRITTEN,
    container: text('Name of the container (default: all containers).'),
    cpu: amount(CPU),
    memory: amount('Memory; `120%request` and `90%limit` are shares.'),
    processes: amount('Number of processes.'),
    rootfs: amount('Space of the writable layer.'),
    logs: amount('Space of the logs.'),
  },
});
type SetPodUsageInput = InputOf<typeof SET_POD_USAGE>;

const SET_NODE_CONDITION = input('A condition that the kubelet reports regardless of its own observation.', {
  required: { ...NODE_NAME, type: text('Type of the condition, such as `Ready` or `MemoryPressure`.') },
  optional: {
    ...WRITTEN,
    status: text('Status: `True`, `False` or `Unknown`; if absent, the kubelet reports its own observation again.'),
    reason: text('Reason (default `SetByUser`).'),
    message: text('Message.'),
  },
});
type SetNodeConditionInput = InputOf<typeof SET_NODE_CONDITION>;

export const USAGE_ACTIONS = [
  clusterAction({
    name: 'setNodeUsage',
    about: 'Sets the resource usage of the system daemons of a node.',
    right: clusterRight('update'),
    input: SET_NODE_USAGE,
    result: changed('Node'),
    perform: async ({ runtime }, given) => ({ node: await setNodeUsage(runtime, given) }),
  }),
  clusterAction({
    name: 'setPodUsage',
    about: 'Sets the resource usage of the containers of a pod.',
    right: clusterRight('update'),
    input: SET_POD_USAGE,
    result: changed('Pod'),
    perform: async ({ runtime }, given) => ({ pod: await setPodUsage(runtime, given) }),
  }),
  clusterAction({
    name: 'setNodeCondition',
    about: 'Sets the condition that a kubelet reports, or removes the override.',
    right: clusterRight('update'),
    input: SET_NODE_CONDITION,
    result: changed('Node'),
    perform: async ({ runtime }, given) => ({ node: await setNodeCondition(runtime, given) }),
  }),
];

type Annotations = Record<string, string | null>;
type Target = Parameters<typeof keyOf>[0];

/** Sets the usage of the system daemons of a node from now on. */
async function setNodeUsage(runtime: ClusterRuntime, input: SetNodeUsageInput): Promise<KubeObject> {
  const target = { kind: NODE, namespace: '', name: input.name };
  const node = existing(runtime, target) as Node;
  const bases = nodeUsageBases(node, nodeCapacity(node));
  const given: Readonly<Record<NodeUsage, string | null | undefined>> = {
    [NodeUsage.Cpu]: input.cpu,
    [NodeUsage.Memory]: input.memory,
    [NodeUsage.Processes]: input.processes,
    [NodeUsage.Nodefs]: input.nodefs,
    [NodeUsage.NodefsInodes]: input.nodefsInodes,
    [NodeUsage.Imagefs]: input.imagefs,
    [NodeUsage.ImagefsInodes]: input.imagefsInodes,
  };
  const annotations: Annotations = {};
  for (const [name, text] of Object.entries(given) as [NodeUsage, string | null | undefined][]) {
    if (text == null) continue;
    const context = { originMs: 0, bases: { '': bases[name] }, isMilli: name === NodeUsage.Cpu, key: [] };
    annotations[usageAnnotation(name)] = fromNow(runtime, text, context);
  }
  return annotate(runtime, target, annotations, input);
}

/** Sets the usage of the containers of a pod from now on. */
async function setPodUsage(runtime: ClusterRuntime, input: SetPodUsageInput): Promise<KubeObject> {
  const target = { kind: POD, namespace: input.namespace, name: input.name };
  const pod = existing(runtime, target) as Pod;
  const containers = [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
  const meant = containers.filter(({ name }) => input.container == null || name === input.container);
  if (meant.length === 0)
    throw badUserInput(`container: pod ${input.name} has no container ${input.container}`, ['container']);
  const given: Readonly<Partial<Record<ContainerUsage, string | null | undefined>>> = {
    [ContainerUsage.Cpu]: input.cpu,
    [ContainerUsage.Memory]: input.memory,
    [ContainerUsage.Processes]: input.processes,
    [ContainerUsage.Rootfs]: input.rootfs,
    [ContainerUsage.Logs]: input.logs,
  };
  const annotations: Annotations = {};
  for (const [name, text] of Object.entries(given) as [ContainerUsage, string | null | undefined][]) {
    if (text == null) continue;
    const context = containerContext(pod, meant[0]!, name, 0);
    annotations[usageAnnotation(name, input.container ?? undefined)] = fromNow(runtime, text, context);
  }
  return annotate(runtime, target, annotations, input);
}

/** Overrides a condition that a kubelet reports, or removes the override. */
async function setNodeCondition(runtime: ClusterRuntime, input: SetNodeConditionInput): Promise<KubeObject> {
  const { name, type, status, reason, message } = input;
  if (status != null && !['True', 'False', 'Unknown'].includes(status)) {
    throw badUserInput(`status: ${JSON.stringify(status)} must be True, False or Unknown`, ['status']);
  }
  const target = { kind: NODE, namespace: '', name };
  for (let tries = 1; ; tries++) {
    const node = existing(runtime, target);
    const others = reportedConditions(node as Node).filter((reported) => reported.type !== type);
    const reported: ReportedCondition[] =
      status == null
        ? others
        : [...others, { type, status, ...(reason == null ? {} : { reason }), ...(message == null ? {} : { message }) }];
    const annotations = { [REPORTED_CONDITIONS_ANNOTATION]: reported.length > 0 ? JSON.stringify(reported) : null };
    const resourceVersion = input.resourceVersion ?? node.metadata.resourceVersion;
    try {
      return await annotate(runtime, target, annotations, { ...input, resourceVersion });
    } catch (error) {
      if (!isConflict(error) || input.resourceVersion != null || tries >= MAX_TRIES) throw error;
      await runtime.caughtUp();
    }
  }
}

function existing(runtime: ClusterRuntime, target: Target): KubeObject {
  const object = runtime.cache.get(keyOf(target));
  if (!object) throw notFound(target.kind, target.name);
  return object;
}

/** The stored text, with the time from which it applies; null removes the former one. */
function fromNow(runtime: ClusterRuntime, text: string, context: CurveContext): string | null {
  if (text.trim() === '') return null;
  const verdict = parseCurve(text, context);
  if (!verdict.ok) throw badUserInput(verdict.error);
  const from = formatTime(runtime.clock.now());
  if (text.trimStart().startsWith('{')) return JSON.stringify({ from, ...(JSON.parse(text) as object) });
  return text.includes('from=') ? text : `${text};from=${from}`;
}

async function annotate(
  runtime: ClusterRuntime,
  target: Target,
  annotations: Annotations,
  input: WriteInput,
): Promise<KubeObject> {
  const patch = atRevision({ metadata: { annotations } }, input.resourceVersion);
  return runtime.store.patch({ ...target, type: 'merge', patch }, writeOptionsOf(input));
}
