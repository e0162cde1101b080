import { notFound, type KubeObject, type Node, type Pod } from '@orrery/api-types';
import {
  keyOf,
  requireKind,
  select,
  type ClusterRuntime,
  containerCpu,
  cpuUse,
  daemonCpu,
  isMeasured,
  meterOf,
  meterReader,
} from '@orrery/control-plane';
import { NodeUsage, valueAt, type NodeMeter } from '@orrery/node-pressure';
import { formatTime, parseTimeMs } from '@orrery/time';
import { requireVerb, type Answer, type KindRequest } from '../kind-request';

type Json = Record<string, unknown>;

const NODE = requireKind('v1', 'Node');
const POD = requireKind('v1', 'Pod');
const API_VERSION = 'metrics.k8s.io/v1beta1';
/** Window of one measurement; usage here is exact, so this only satisfies clients that read it. */
const WINDOW = '10s';

/**
 * Answers requests of `metrics.k8s.io`: the current usage of nodes and pods. Throws 404 for unknown nodes and for pods
 * that do not run.
 */
export function readMetrics(request: KindRequest): Answer {
  requireVerb(request, request.path.name === undefined ? 'list' : 'get');
  return request.path.resource === 'nodes' ? nodeMetrics(request) : podMetrics(request);
}

function nodeMetrics({ runtime, kind, path, query }: KindRequest): Answer {
  if (path.name !== undefined) {
    const node = runtime.cache.get(keyOf({ kind: NODE, namespace: '', name: path.name }));
    if (!node) throw notFound(kind, path.name);
    return { code: 200, body: ofNode(runtime, meterOf(runtime, node as Node), node as Node) };
  }
  const selection = select(NODE, { labelSelector: query['labelSelector'], fieldSelector: query['fieldSelector'] });
  const nodes = runtime.cache.list('nodes').filter((node) => selection.matches(node));
  const read = meterReader(runtime);
  return listOf(
    'NodeMetricsList',
    nodes.map((node) => ofNode(runtime, read(node as Node), node as Node)),
  );
}

function podMetrics({ runtime, kind, path, namespace, query }: KindRequest): Answer {
  const read = meterReader(runtime);
  const meterFor = (pod: Pod): NodeMeter | undefined => {
    const node = runtime.cache.get(keyOf({ kind: NODE, namespace: '', name: pod.spec.nodeName ?? '' }));
    return node && read(node as Node);
  };
  const view = (object: KubeObject): Json | undefined => {
    const pod = object as Pod;
    const meter = isMeasured(pod) ? meterFor(pod) : undefined;
    return meter && ofPod(runtime, meter, pod);
  };
  if (path.name !== undefined) {
    const pod = runtime.cache.get(keyOf({ kind: POD, namespace, name: path.name }));
    const found = pod && view(pod);
    if (!found) throw notFound(kind, `${namespace}/${path.name}`);
    return { code: 200, body: found };
  }
  const { labelSelector, fieldSelector } = query;
  const selection = select(POD, { namespace: path.namespace, labelSelector, fieldSelector });
  const pods = runtime.cache.list('pods', path.namespace).filter((pod) => selection.matches(pod));
  return listOf(
    'PodMetricsList',
    pods.map(view).filter((each) => each !== undefined),
  );
}

function listOf(kind: string, items: readonly Json[]): Answer {
  return { code: 200, body: { kind, apiVersion: API_VERSION, metadata: {}, items } };
}

function ofNode(runtime: ClusterRuntime, meter: NodeMeter, node: Node): Json {
  const nowMs = runtime.clock.now();
  const createdAtMs = parseTimeMs(node.metadata.creationTimestamp) ?? 0;
  let nanoCores = daemonCpu(meter, createdAtMs, nowMs).usageNanoCores;
  let bytes = valueAt(meter.daemons[NodeUsage.Memory], nowMs);
  for (const { running } of meter.usages) {
    for (const { curves, startedAtMs } of running) {
      nanoCores += cpuUse(curves['usage-cpu'], startedAtMs, nowMs).usageNanoCores;
      bytes += valueAt(curves['usage-memory'], nowMs);
    }
  }
  return { ...header('NodeMetrics', node.metadata, nowMs), usage: usageOf(nanoCores, bytes) };
}

function ofPod(runtime: ClusterRuntime, meter: NodeMeter, pod: Pod): Json {
  const nowMs = runtime.clock.now();
  const cpus = containerCpu(meter, pod.metadata.uid, nowMs);
  const running = meter.usages.find((usage) => usage.pod.metadata.uid === pod.metadata.uid)?.running ?? [];
  const containers = running.map(({ spec, curves }) => ({
    name: spec.name,
    usage: usageOf(cpus.get(spec.name)!.usageNanoCores, valueAt(curves['usage-memory'], nowMs)),
  }));
  return { ...header('PodMetrics', pod.metadata, nowMs), containers };
}

function header(kind: string, { name, namespace, labels }: Pod['metadata'], nowMs: number): Json {
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    creationTimestamp: formatTime(nowMs),
    ...(labels ? { labels } : {}),
  };
  return { kind, apiVersion: API_VERSION, metadata, timestamp: formatTime(nowMs), window: WINDOW };
}

/** Returns usage in the units of the metrics server. */
function usageOf(nanoCores: number, bytes: number): Json {
  return { cpu: nanoCores === 0 ? '0' : `${nanoCores}n`, memory: `${Math.ceil(bytes / 1024)}Ki` };
}
