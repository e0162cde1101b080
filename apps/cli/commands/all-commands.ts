import type { CliCommand } from '../command';
import { downCommand } from './server/down';
import { execCommand } from './server/exec';
import { logsCommand } from './server/logs';
import { statusCommand } from './server/status';
import { upCommand } from './server/up';
import { descheduleCommand } from './deschedule';
import { explainPodCommand } from './explain-pod';
import { importFilesCommand } from './import-files';
import { scenarioRunCommand } from './scenario-run';

/** All commands, in the order in which they are listed. */
export const COMMANDS: readonly CliCommand[] = [
  upCommand,
  downCommand,
  statusCommand,
  logsCommand,
  execCommand,
  explainPodCommand,
  scenarioRunCommand,
  descheduleCommand,
  importFilesCommand,
];
