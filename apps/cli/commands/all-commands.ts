import type { CliCommand } from '../command';
import { descheduleCommand } from './deschedule';
import { explainPodCommand } from './explain-pod';
import { importFilesCommand } from './import-files';
import { scenarioRunCommand } from './scenario-run';

/** All commands, in the order in which they are listed. */
export const COMMANDS: readonly CliCommand[] = [
  explainPodCommand,
  scenarioRunCommand,
  descheduleCommand,
  importFilesCommand,
];
