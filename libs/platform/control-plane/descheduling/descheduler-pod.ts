import { serviceAccountGroups, serviceAccountUserName } from '@orrery/access';
import type { Container, KubeObject, Pod } from '@orrery/api-types';
import {
  isDeschedulerContainer,
  mountedFile,
  parseDeschedulerCommand,
  type DeschedulerCommand,
} from '@orrery/descheduling';
import { readRunsOfPod, writeDeschedulingRun } from '@orrery/store';
import { parse } from 'yaml';
import type { Actor } from '../access/actor';
import { actorIn, AuthorizationMode } from '../access/cluster-access';
import type { ClusterRuntime } from '../cluster-runtime';
import { runDescheduler } from './run-descheduler';
import { RunTrigger, type DeschedulingRun } from './run-record';

/** The container of a pod that runs the descheduler; undefined for other pods. */
export function deschedulerContainer({ spec }: Pod): Container | undefined {
  return spec.containers.find(isDeschedulerContainer);
}

/** How a run in a container ended. */
export interface ContainerRun {
  readonly exitCode: number;
  /** Milliseconds until the next cycle, counted from the start of this one; 0 if the program ends. */
  readonly intervalMs: number;
}

/**
 * Does what the command of a descheduler's container says, as the service account of its pod: reads the policy from the
 * mounted ConfigMap and runs one cycle.
 */
export async function runInContainer(runtime: ClusterRuntime, pod: Pod, container: Container): Promise<ContainerRun> {
  const parsed = parseDeschedulerCommand(container);
  if (!parsed.ok) return fail(runtime, pod, `Error: ${parsed.reason}`);
  const { command } = parsed;
  const { policyFile: path, intervalMs, dryRun, behaviour } = command;
  if (path === undefined) {
    await keep(runtime, pod, { exitCode: 0, log: ['policyConfigFile is empty: nothing to do'] });
    return { exitCode: 0, intervalMs: 0 };
  }
  const text = readMounted(runtime, pod, container, path);
  if (text === undefined) {
    const reason = `failed to read policy config file "${path}": open ${path}: no such file or directory`;
    return fail(runtime, pod, `Error: ${reason}`);
  }
  const run = await runDescheduler(runtime, {
    policy: withPolicyFields(text, command),
    fileName: path,
    dryRun,
    behaviour,
    trigger: RunTrigger.Pod,
    podUid: pod.metadata.uid,
    actor: serviceAccountActor(runtime, pod),
  });
  return { exitCode: run.exitCode, intervalMs: run.exitCode === 0 ? intervalMs : 0 };
}

/** What the descheduler in a pod has printed, with the cluster time of each cycle; undefined for other pods. */
export async function deschedulerLog(
  runtime: ClusterRuntime,
  pod: Pod,
  container: string,
): Promise<{ readonly atMs: number; readonly lines: readonly string[] }[] | undefined> {
  if (deschedulerContainer(pod)?.name !== container) return undefined;
  const runs = await readRunsOfPod(runtime.plane.database, runtime.id, pod.metadata.uid);
  return runs.map(({ text }) => {
    const { startedAtMs, log } = JSON.parse(text) as DeschedulingRun;
    return { atMs: startedAtMs, lines: log };
  });
}

/** How the last run in the pod ended, if there was one: a kubelet that starts anew does not run it again. */
export async function lastExitCode(runtime: ClusterRuntime, uid: string): Promise<number | undefined> {
  const last = (await readRunsOfPod(runtime.plane.database, runtime.id, uid)).at(-1);
  return last && (JSON.parse(last.text) as DeschedulingRun).exitCode;
}

function readMounted(runtime: ClusterRuntime, pod: Pod, container: Container, path: string): string | undefined {
  const file = mountedFile(pod, container, path);
  if (!file) return undefined;
  const key = { resource: 'configmaps', namespace: pod.metadata.namespace ?? '', name: file.configMap };
  const configMap = runtime.cache.get(key) as (KubeObject & { data?: Record<string, string> }) | undefined;
  const data = configMap?.data ?? {};
  return Object.hasOwn(data, file.key) ? data[file.key] : undefined;
}

/** Flags of the first releases stand for fields that the policy does not have. */
function withPolicyFields(text: string, { policyFields }: DeschedulerCommand): unknown {
  if (Object.keys(policyFields).length === 0) return text;
  const document: unknown = parse(text);
  return typeof document === 'object' && document !== null ? { ...policyFields, ...document } : text;
}

/** Pods are judged by the roles of their service account, also where clients may do everything. */
function serviceAccountActor(runtime: ClusterRuntime, { metadata, spec }: Pod): Actor {
  const namespace = metadata.namespace ?? '';
  const name = serviceAccountUserName(namespace, spec.serviceAccountName ?? 'default');
  const groups = [...serviceAccountGroups(namespace), 'system:authenticated'];
  return actorIn(runtime, { name, groups }, AuthorizationMode.Rbac);
}

async function fail(runtime: ClusterRuntime, pod: Pod, line: string): Promise<ContainerRun> {
  await keep(runtime, pod, { exitCode: 1, log: [line] });
  return { exitCode: 1, intervalMs: 0 };
}

async function keep(
  runtime: ClusterRuntime,
  pod: Pod,
  { exitCode, log }: Pick<DeschedulingRun, 'exitCode' | 'log'>,
): Promise<void> {
  const atMs = runtime.clock.now();
  const errors = exitCode === 0 ? [] : log.map((reason) => ({ field: '', reason }));
  const run: DeschedulingRun = {
    trigger: RunTrigger.Pod,
    dryRun: false,
    startedAtMs: atMs,
    endedAtMs: atMs,
    exitCode,
    errors,
    report: undefined,
    log,
  };
  await writeDeschedulingRun(runtime.plane.database, runtime.id, {
    text: JSON.stringify(run),
    podUid: pod.metadata.uid,
  });
}
