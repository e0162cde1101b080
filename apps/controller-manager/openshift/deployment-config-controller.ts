import { ApiError, type DeploymentConfig, type KubeObject, type LabelSelector, type Pod } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import { nameOf, Operation, type Change } from '@orrery/store';
import { claim, controllerOf } from '@orrery/workloads';
import {
  afterCreation,
  afterRefusedCreation,
  ConfigAnnotation,
  configOf,
  DEPLOYER_FOR_LABEL,
  deployerPodName,
  phaseOf,
  planDeploymentConfig,
  planVersion,
  VersionPhase,
  withDeployer,
  type ConfigNote,
  type ConfigPlan,
  type Version,
} from '@orrery/openshift';
import { followDeployer, isRunningDeployer } from './deployer';
import { isNamespaceTerminating, isTaken, type Reconciliation } from '../workloads/reconciliation';
import type { WorkloadController } from '../workloads/workload-controller';
import type { WorkloadState } from '../workloads/workload-state';

const POD = requireKind('v1', 'Pod');
const REPLICATION_CONTROLLER = requireKind('v1', 'ReplicationController');
const REPLICATION_CONTROLLERS = 'replicationcontrollers';
const PODS = 'pods';
const NONE: readonly string[] = [];

/**
 * Rolls OpenShift's DeploymentConfigs out. It is three processes of OpenShift: the controller of configs, which makes a
 * replication controller for each version; the controller of deployments, which makes a deployer pod for each of those; and
 * the process in that pod, whose container is simulated, and whose work is done here.
 */
export class DeploymentConfigController implements WorkloadController {
  readonly resource = 'deploymentconfigs.apps.openshift.io';
  readonly component = 'deploymentconfig-controller';
  readonly does = 'deploymentconfig-controller';
  readonly dependents = [REPLICATION_CONTROLLERS];
  readonly watched = [PODS];

  selectorOf({ metadata }: KubeObject): LabelSelector {
    return { matchLabels: { [ConfigAnnotation.Config]: metadata.name } };
  }

  /** Deployer and hook pods, and pods that went: a rollout may wait for the last one. */
  touchedBy({ key, operation, object }: Change, state: WorkloadState): readonly string[] {
    const name = object.metadata.labels?.[DEPLOYER_FOR_LABEL] ?? nameOfGone(operation, object);
    if (name === undefined) return NONE;
    const version = state.get({ resource: REPLICATION_CONTROLLERS, namespace: key.namespace, name });
    const owner = version && controllerOf(version);
    return owner?.kind === 'DeploymentConfig' ? [nameOf(key.namespace, owner.name)] : NONE;
  }

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const config = object as DeploymentConfig;
    for (const version of await this.claimVersions(config, reconciliation)) {
      if (!config.metadata.deletionTimestamp) await this.advance(config, version, reconciliation);
    }
    const versions = versionsOf(config, reconciliation);
    const input = { config, versions, nowMs: reconciliation.nowMs };
    const plan = planDeploymentConfig(input);
    if (!plan.creation) return carryOut(plan, reconciliation);
    const answer = await reconciliation.create({ kind: REPLICATION_CONTROLLER, input: plan.creation });
    if (!(answer instanceof ApiError)) return carryOut(afterCreation(input, answer as Version), reconciliation);
    if (isNamespaceTerminating(answer)) return;
    const refusal = { message: answer.message, isTaken: isTaken(answer) };
    await carryOut(afterRefusedCreation(input, refusal), reconciliation);
    reconciliation.retryLater();
  }

  /** The config's versions, after those that match came and those that do not went. */
  private async claimVersions(config: DeploymentConfig, reconciliation: Reconciliation): Promise<readonly Version[]> {
    const { namespace = '' } = config.metadata;
    const index = reconciliation.state.index<Version>(REPLICATION_CONTROLLERS);
    const selector = this.selectorOf(config);
    const owned = versionsOf(config, reconciliation);
    const claimed = claim({ owner: config, selector, owned, orphans: index.orphansFor(namespace, selector) });
    if (claimed.adopted.length === 0 && claimed.released.length === 0) return owned;
    await reconciliation.changeOwners(claimed);
    return versionsOf(config, reconciliation);
  }

  /** Runs one step of a version's rollout: its deployer pod, and the work of the process in it. */
  private async advance(config: DeploymentConfig, version: Version, reconciliation: Reconciliation): Promise<void> {
    const { state, nowMs } = reconciliation;
    const { name, namespace = '' } = version.metadata;
    const selector = { matchLabels: { [DEPLOYER_FOR_LABEL]: name } };
    const pods = state.index<Pod>(PODS).orphansFor(namespace, selector);
    const stranger = state.get({ resource: PODS, namespace, name: deployerPodName(name) });
    const plan = planVersion({ version, pods, stranger, nowMs });
    reconciliation.recheckAt(plan.recheckAtMs);
    if (plan.deletions.length > 0) await reconciliation.remove(plan.deletions, { announces: false });
    if (plan.creation) {
      await createDeployer(plan.creation, version, reconciliation);
    } else if (plan.next) {
      if (await reconciliation.update([{ seen: version, next: plan.next }])) recordEvents(plan.notes, reconciliation);
      reconciliation.recheckNow();
    } else if (phaseOf(version) === VersionPhase.Running) {
      const pod = pods.find(({ metadata }) => metadata.name === deployerPodName(name));
      const made = configOf(version);
      if (!pod || !made || !isRunningDeployer(pod, made)) return;
      const versions = versionsOf(config, reconciliation);
      await followDeployer({ version, config: made, versions, pod, hookPods: pods }, reconciliation);
    }
  }
}

/** The name of the version whose pod has gone. */
function nameOfGone(operation: Change['operation'], object: KubeObject): string | undefined {
  if (operation !== Operation.Delete) return undefined;
  const owner = controllerOf(object);
  return owner?.kind === 'ReplicationController' ? owner.name : undefined;
}

function versionsOf({ metadata }: DeploymentConfig, { state }: Reconciliation): readonly Version[] {
  return state.index<Version>(REPLICATION_CONTROLLERS).ownedBy(metadata.uid);
}

async function createDeployer(input: object, version: Version, reconciliation: Reconciliation): Promise<void> {
  const answer = await reconciliation.create({ kind: POD, input });
  if (answer instanceof ApiError) {
    if (isNamespaceTerminating(answer)) return;
    reconciliation.warn('FailedCreate', `Error creating deployer pod: ${answer.message}`);
    reconciliation.retryLater();
    return;
  }
  await reconciliation.update([{ seen: version, next: withDeployer(version, answer) }]);
  reconciliation.recheckNow();
}

function recordEvents(notes: readonly ConfigNote[], reconciliation: Reconciliation): void {
  for (const { type, reason, message } of notes) {
    if (type === 'Normal') reconciliation.announce(reason, message);
    else reconciliation.warn(reason, message);
  }
}

async function carryOut(plan: ConfigPlan, reconciliation: Reconciliation): Promise<void> {
  if (!(await reconciliation.update(plan.updates))) return;
  recordEvents(plan.notes, reconciliation);
  if (plan.deletions.length > 0) await reconciliation.remove(plan.deletions, { announces: false });
  if (plan.status) await reconciliation.writeStatus(plan.status);
  if (plan.continues) reconciliation.recheckNow();
}
