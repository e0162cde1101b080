import type { CliCommand } from '../../command';
import { snapshotDeleteCommand, snapshotDownloadCommand, snapshotUploadCommand } from './files';
import { snapshotRestoreCommand } from './restore';
import { snapshotSaveCommand } from './save';
import { snapshotListCommand, snapshotShowCommand } from './show';

/** Commands about snapshots. */
export const SNAPSHOT_COMMANDS: readonly CliCommand[] = [
  snapshotSaveCommand,
  snapshotRestoreCommand,
  snapshotListCommand,
  snapshotShowCommand,
  snapshotDeleteCommand,
  snapshotDownloadCommand,
  snapshotUploadCommand,
];
