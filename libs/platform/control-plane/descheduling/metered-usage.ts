import { isTerminalPhase, type Node, type Pod } from '@orrery/api-types';
import type { Amounts, DeschedulerPolicy, MeasuredUsage } from '@orrery/descheduling';
import { NodeUsage, valueAt, type NodeMeter } from '@orrery/node-pressure';
import { PodBehaviours, type PodBehavior } from '@orrery/pod-lifecycle';
import type { ClusterRuntime } from '../cluster-runtime';
import { NodeConfigurations, type NodeResourceSettings } from '../nodes/node-configurations';
import { POD_BEHAVIOURS } from '../nodes/pod-behaviour-admission';

/** What a Prometheus server answers to an instant query. */
interface QueryAnswer {
  readonly data?: {
    readonly resultType?: string;
    readonly result?: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly value: readonly [number, string];
    }[];
  };
}

/** How long a Prometheus server may take. */
const QUERY_TIMEOUT_MS = 5000;

/** What the sources of a policy measure now: the simulated kubelets' meters, and the answers of a Prometheus server. */
export async function measuredUsageFor(runtime: ClusterRuntime, policy: DeschedulerPolicy): Promise<MeasuredUsage> {
  const { metricsProviders, prometheusQueries } = policy;
  const metersNodes = metricsProviders.some(({ source }) => source === 'KubernetesMetrics');
  const url = metricsProviders.find(({ source }) => source === 'Prometheus')?.url;
  return {
    ...(metersNodes && { metricsApi: metersOf(runtime) }),
    ...(url !== undefined && { prometheus: await answers(runtime, url, prometheusQueries) }),
  };
}

function metersOf(runtime: ClusterRuntime): NonNullable<MeasuredUsage['metricsApi']> {
  const configurations = new NodeConfigurations(runtime.settings as NodeResourceSettings, () => runtime.cache);
  const behaviours = new PodBehaviours(runtime.seed);
  behaviours.replace(runtime.cache.list(POD_BEHAVIOURS) as unknown as PodBehavior[]);
  const meters = new Map<string, NodeMeter | undefined>();
  const meterOf = (name: string): NodeMeter | undefined => {
    if (!meters.has(name)) {
      const node = runtime.cache.get({ resource: 'nodes', namespace: '', name }) as unknown as Node | undefined;
      const pods = runtime.cache.podsOn(name) as unknown as Pod[];
      meters.set(
        name,
        node &&
          configurations.meter(
            node,
            pods.map((pod) => behaviours.give(pod)),
          ),
      );
    }
    return meters.get(name);
  };
  const nowMs = runtime.clock.now();
  return {
    nodeUsage: (name) => {
      const meter = meterOf(name);
      if (!meter) return undefined;
      const total = {
        cpu: valueAt(meter.daemons[NodeUsage.Cpu], nowMs),
        memory: valueAt(meter.daemons[NodeUsage.Memory], nowMs),
      };
      for (const { running } of meter.usages) addUsage(total, running, nowMs);
      return total;
    },
    podUsage: (namespace, name) => {
      const pod = runtime.cache.get({ resource: 'pods', namespace, name }) as unknown as Pod | undefined;
      if (!pod?.status?.startTime || isTerminalPhase(pod.status.phase)) return undefined;
      const usage = meterOf(pod.spec.nodeName ?? '')?.usages.find((each) => each.pod.metadata.uid === pod.metadata.uid);
      const total = { cpu: 0, memory: 0 };
      if (usage) addUsage(total, usage.running, nowMs);
      return usage && total;
    },
  };
}

type Running = NodeMeter['usages'][number]['running'];

function addUsage(total: { cpu: number; memory: number }, running: Running, nowMs: number): Amounts {
  for (const { curves } of running) {
    total.cpu += valueAt(curves['usage-cpu'], nowMs);
    total.memory += valueAt(curves['usage-memory'], nowMs);
  }
  return total;
}

/** A server that does not answer is noted by the strategy that needs it. */
async function answers(
  runtime: ClusterRuntime,
  url: string,
  queries: readonly string[],
): Promise<Map<string, ReadonlyMap<string, number>>> {
  const known = new Map<string, ReadonlyMap<string, number>>();
  for (const query of queries) {
    try {
      const address = new URL('api/v1/query', url.endsWith('/') ? url : `${url}/`);
      address.searchParams.set('query', query);
      const response = await fetch(address, { signal: AbortSignal.timeout(QUERY_TIMEOUT_MS) });
      const { data } = (await response.json()) as QueryAnswer;
      if (data?.resultType !== 'vector') continue;
      const shares = (data.result ?? []).map(
        ({ metric, value }) => [metric['instance'] ?? '', Number(value[1])] as const,
      );
      known.set(query, new Map(shares));
    } catch (err) {
      runtime.plane.logger.warn({ err, cluster: runtime.id }, 'Prometheus did not answer the descheduler');
    }
  }
  return known;
}
