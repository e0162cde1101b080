import { PLUGIN_REGISTRY } from '@orrery/scheduler-plugins';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { loadSchedulerConfiguration, Scheduler, type BundleName } from '@orrery/scheduling';
import { ManualClock } from '@orrery/time';

/** The recordings with the generation of behaviour that made them. */
export const RECORDINGS: readonly (readonly [file: string, bundle: BundleName])[] = [
  ['scheduler.json.gz', 'k8s-1.20'],
  ['scheduler-modern.json.gz', 'modern'],
];

/** Recordings of the real scheduler; their format is described where they were made: verdicts and scores per node. */
export interface RecordedCase {
  readonly id: string;
  readonly profile: 'default' | 'policy' | 'configured';
  readonly policy?: { readonly alwaysCheckAllPredicates?: boolean };
  readonly pluginConfig?: readonly { readonly name: string; readonly args: unknown }[];
  readonly objects: Readonly<Record<string, readonly KubeObject[]>>;
  readonly pod: Pod;
  readonly expected: {
    readonly result: 'scheduled' | 'unschedulable' | 'gated';
    readonly filterPlugins?: readonly string[];
    readonly filters?: Readonly<Record<string, RecordedVerdict>>;
    readonly preFilter?: RecordedFailure;
    readonly preEnqueue?: RecordedFailure;
    readonly feasibleNodes?: readonly string[];
    readonly viaNominatedNode?: boolean;
    readonly fitError?: string;
    readonly scoreWeights?: Readonly<Record<string, number>>;
    readonly scores?: Readonly<
      Record<string, { readonly plugins: Readonly<Record<string, number>>; readonly total: number }>
    >;
    readonly topNodes?: readonly string[];
    readonly preemption?: RecordedPreemption;
    readonly eventMessage?: string;
    readonly postFilterError?: boolean;
    readonly unschedulablePlugins?: readonly string[];
  };
}
export interface RecordedFailure {
  readonly plugin: string;
  readonly code: string;
  readonly reasons: readonly string[];
}
export interface RecordedVerdict {
  readonly code: string;
  readonly plugins?: readonly RecordedFailure[];
}
export interface RecordedPreemption {
  readonly eligible: boolean;
  readonly ineligibleReason?: string;
  /** Candidates in the order of node names. */
  readonly candidates: readonly {
    readonly node: string;
    readonly victims: readonly { readonly namespace: string; readonly name: string }[];
    readonly numPDBViolations: number;
  }[];
  readonly nominatedNodes: readonly string[];
}

export function readCases(file: string): RecordedCase[] {
  return JSON.parse(gunzipSync(readFileSync(join(__dirname, 'testdata', file))).toString()) as RecordedCase[];
}

/** The case's configuration, in the format of its release. */
function configurationOf({ profile, policy, pluginConfig = [] }: RecordedCase): unknown {
  if (profile === 'policy') return policy;
  const apiVersion = 'kubescheduler.config.k8s.io/v1';
  return { apiVersion, kind: 'KubeSchedulerConfiguration', profiles: [{ pluginConfig }] };
}

export function schedulerOf(recorded: RecordedCase, bundle: BundleName): Scheduler {
  const { ok, errors } = loadSchedulerConfiguration(configurationOf(recorded), {
    bundle,
    strict: true,
    registry: PLUGIN_REGISTRY,
  });
  if (errors) throw new TypeError(`${recorded.id}: ${JSON.stringify(errors)}`);
  const scheduler = new Scheduler({ clock: new ManualClock(), seed: 'conformance', ...ok.options });
  for (const [kind, objects] of Object.entries(recorded.objects)) {
    if (kind === 'nodes' || kind === 'pods') continue;
    for (const object of objects) scheduler.objectChanged(undefined, object);
  }
  for (const node of recorded.objects['nodes'] ?? []) {
    scheduler.nodeChanged(undefined, node as unknown as Node);
    scheduler.nodeChanged(node as unknown as Node, { ...node } as unknown as Node);
  }
  for (const pod of recorded.objects['pods'] ?? []) scheduler.podChanged(undefined, pod as unknown as Pod);
  return scheduler;
}
