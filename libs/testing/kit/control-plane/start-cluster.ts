import { ClockMode } from '@orrery/clock';
import { addNodes, ControlPlane, SOLO_SHARDS, type ClusterRuntime } from '@orrery/control-plane';
import type { NodeDescription } from '@orrery/pod-lifecycle';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { createLogger, Metrics } from '@orrery/service';
import { allComponents } from '@orrery/standalone';

/** A whole control plane in this process, on the database of the test run, and the function that stops it. */
export interface TestControlPlane {
  readonly plane: ControlPlane;
  /** Starts an isolated cluster whose clock is manual until it is advanced. */
  startCluster(options?: TestClusterSettings): Promise<ClusterRuntime>;
  stop(): Promise<void>;
}

export interface TestClusterSettings {
  readonly name?: string;
  readonly seed?: string;
  /** Start of its cluster time, in ms since the Unix epoch. */
  readonly startMs?: number;
  readonly nodes?: readonly NodeDescription[];
  readonly settings?: Record<string, unknown>;
}

/** Noon, on a whole minute: every period starts at zero. */
export const TEST_START_MS = Date.parse('2026-01-01T12:00:00Z');

let count = 0;

/** Starts all components over the database of Jest's global set-up. Each sees the clusters it made itself. */
export async function startTestControlPlane(): Promise<TestControlPlane> {
  const databaseUrl = process.env['ORRERY_TEST_DATABASE_URL'] ?? '';
  const id = `t${process.pid}x${++count}`;
  const plane = await ControlPlane.open({
    databaseUrl,
    queues: { kind: 'postgres', url: databaseUrl },
    isAlone: true,
    shards: SOLO_SHARDS,
    plugins: builtInPlugins(),
    components: allComponents(SOLO_SHARDS),
    logger: createLogger('test', 'error'),
    metrics: new Metrics(),
    queuePrefix: id,
    onlyOwnClusters: true,
  });
  await plane.start();
  return {
    plane,
    startCluster: async ({
      name = 'cluster',
      seed = 'seed',
      startMs = TEST_START_MS,
      nodes = [],
      settings = {},
    } = {}) => {
      const clock = { mode: ClockMode.Manual };
      const runtime = await plane.createCluster({ name: `${name}-${id}-${++count}`, seed, clock, startMs, settings });
      if (!runtime) throw new TypeError(`cluster ${name} exists already`);
      await addNodes(runtime, nodes);
      await runtime.settle();
      return runtime;
    },
    stop: () => plane.stop(),
  };
}
