import { ApiError, type DeploymentConfig, type Pod } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import {
  deployerAnnotations,
  hasEnded,
  isCustomDeployer,
  progressOf,
  runDeployer,
  type DeployerStep,
  type Version,
} from '@orrery/openshift';
import type { Reconciliation } from '../workloads/reconciliation';

const POD = requireKind('v1', 'Pod');
const PODS = 'pods';

/** The deployer of one version. */
export interface Deployer {
  readonly version: Version;
  readonly config: DeploymentConfig;
  /** All versions of the config. */
  readonly versions: readonly Version[];
  readonly pod: Pod;
  /** Its own pod and those of its hooks. */
  readonly hookPods: readonly Pod[];
}

/** Returns whether the process in a deployer pod is at work, and is OpenShift's own. */
export function isRunningDeployer(pod: Pod, { spec }: DeploymentConfig): boolean {
  const isRunning = pod.status?.phase === 'Running' && pod.metadata.deletionTimestamp === undefined;
  return isRunning && !hasEnded(pod) && !isCustomDeployer(spec.strategy ?? {});
}

/** Does what the process would do now: it scales, creates pods of hooks, prints, and ends. */
export async function followDeployer(deployer: Deployer, reconciliation: Reconciliation): Promise<void> {
  const { pod } = deployer;
  const step = stepOf(deployer, reconciliation);
  if (!(await reconciliation.update(step.updates))) return;
  const refusal = step.creation && (await create(step.creation, reconciliation));
  const done = refusal === undefined ? step : stepOf(deployer, reconciliation, refusal);
  for (const { type, reason, message } of done.notes) {
    if (type === 'Normal') reconciliation.announce(reason, message);
    else reconciliation.warn(reason, message);
  }
  const { progress, lines, exitCode } = done;
  const trace = { progress, lines, nowMs: reconciliation.nowMs, ...(exitCode === undefined ? {} : { exitCode }) };
  await reconciliation.annotate(pod, deployerAnnotations(pod, trace));
  reconciliation.recheckAt(done.recheckAtMs);
}

function stepOf(deployer: Deployer, { state, nowMs }: Reconciliation, refusal?: string): DeployerStep {
  return runDeployer({
    ...deployer,
    hasPods: ({ metadata }) => state.index<Pod>(PODS).ownedCount(metadata.uid) > 0,
    progress: progressOf(deployer.pod),
    nowMs,
    ...(refusal === undefined ? {} : { refusal }),
  });
}

/** Creates the pod of a hook; answers why it could not. */
async function create(input: object, reconciliation: Reconciliation): Promise<string | undefined> {
  const answer = await reconciliation.create({ kind: POD, input });
  return answer instanceof ApiError ? answer.message : undefined;
}
