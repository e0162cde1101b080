import type { CliCommand } from '../command';
import { clockAdvanceCommand } from './clock/advance';
import { clockRateCommand } from './clock/rate';
import { SIMPLE_CLOCK_COMMANDS } from './clock/simple-commands';
import { clockUntilCommand } from './clock/until';
import { clusterCreateCommand } from './cluster/create';
import { clusterDeleteCommand } from './cluster/delete';
import { clusterKubeconfigCommand } from './cluster/kubeconfig';
import { clusterListCommand } from './cluster/list';
import { completeCommand, completionCommand } from './completion';
import { CONFIG_COMMANDS } from './config/config-commands';
import { descheduleCommand } from './deschedule';
import { explainDeploymentCommand } from './explain/deployment';
import { explainEvictionCommand } from './explain/eviction';
import { explainNodeCommand } from './explain/node';
import { explainPodCommand } from './explain/pod';
import { exportCommand } from './export';
import { faultApiAddCommand } from './fault/api/add';
import { faultApiListCommand } from './fault/api/list';
import { faultApiRemoveCommand } from './fault/api/remove';
import { faultClearCommand } from './fault/clear';
import { faultInjectCommand } from './fault/inject';
import { faultListCommand } from './fault/list';
import { importFilesCommand } from './import-files';
import { diffCommand } from './diff';
import { forkCommand } from './fork';
import { logCommand } from './log';
import { recordListCommand } from './record/list';
import { recordSaveCommand } from './record/save';
import { recordStopCommand } from './record/stop';
import { replayCommand } from './replay';
import { rewindCommand } from './rewind';
import { nodeAddCommand } from './node/add';
import { nodeRemoveCommand } from './node/remove';
import { scenarioRunCommand } from './scenario/run';
import { scenarioSchemaCommand } from './scenario/schema';
import { SNAPSHOT_COMMANDS } from './snapshot/snapshot-commands';
import { downCommand } from './server/down';
import { execCommand } from './server/exec';
import { logsCommand } from './server/logs';
import { statusCommand } from './server/status';
import { stagesCommand } from './stages';
import { upCommand } from './server/up';

/** All commands, in the order in which they are listed. */
export const COMMANDS: readonly CliCommand[] = [
  upCommand,
  downCommand,
  statusCommand,
  logsCommand,
  execCommand,
  clusterCreateCommand,
  clusterListCommand,
  clusterDeleteCommand,
  clusterKubeconfigCommand,
  logCommand,
  diffCommand,
  forkCommand,
  rewindCommand,
  ...SNAPSHOT_COMMANDS,
  recordListCommand,
  recordSaveCommand,
  recordStopCommand,
  replayCommand,
  nodeAddCommand,
  nodeRemoveCommand,
  ...SIMPLE_CLOCK_COMMANDS,
  clockRateCommand,
  clockAdvanceCommand,
  clockUntilCommand,
  faultInjectCommand,
  faultListCommand,
  faultClearCommand,
  faultApiAddCommand,
  faultApiListCommand,
  faultApiRemoveCommand,
  ...CONFIG_COMMANDS,
  explainPodCommand,
  explainDeploymentCommand,
  explainNodeCommand,
  explainEvictionCommand,
  scenarioRunCommand,
  scenarioSchemaCommand,
  descheduleCommand,
  stagesCommand,
  importFilesCommand,
  exportCommand,
  completionCommand,
  completeCommand,
];

/** Descriptions of the commands that share a first word. */
export const GROUPS: Readonly<Record<string, string>> = {
  clock: 'Controls the cluster clock.',
  cluster: 'The clusters of a server.',
  config: 'The configuration of schedulers and admission.',
  explain: 'Why things are as they are.',
  fault: 'Lets things fail.',
  node: 'The simulated nodes of a cluster.',
  snapshot: 'Clusters in files.',
  record: 'What clusters were asked for, to be repeated.',
  scenario: 'Timed faults, changes and expectations.',
};
