import { accepted, clusterAddress, importObjects, type ImportReport, type ServerAddress } from '@orrery/sdk';
import { CliError, ExitCode, type ServerOptions, type Terminal } from '../command';
import { elapsed, withProgress } from '../output/progress';
import { findServer, type Connection } from '../server/find-server';
import { reportText } from './report-text';
import { countText } from '../output/count-text';

/** Options of a state import. */
export interface StateOptions extends ServerOptions {
  readonly asOf?: string;
  readonly dryRun?: true;
  readonly output?: string;
}

/** Objects of another cluster. */
export interface ReadState {
  readonly texts: readonly string[];
  readonly unread: readonly string[];
}

/** Gives a cluster the state of another one, and makes it if there is none of its name; prints what became of it. */
export async function importState(state: ReadState, options: StateOptions, terminal: Terminal): Promise<void> {
  const { texts, unread } = state;
  const { output = 'table', dryRun, cluster: name, ...place } = options;
  if (output !== 'table' && output !== 'json') throw new CliError('--output: table or json', ExitCode.Usage);
  const asOf = timeOf(options.asOf);
  const server = findServer({ ...place, environment: terminal.environment });
  const send = (address: ServerAddress): Promise<ImportReport> =>
    withProgress(terminal, `importing ${countText(texts.length, 'object')}`, elapsed(), () =>
      importObjects(address, texts, { ...(asOf ? { asOf } : {}), ...(dryRun ? { dryRun } : {}) }),
    );
  const report = name === undefined ? await send(server.address) : await intoNamed(server, name, send);
  terminal.write(
    output === 'json'
      ? `${JSON.stringify({ ...report, unread }, undefined, 2)}\n`
      : reportText(report, unread, terminal.columns),
  );
}

/** Imports into a new cluster, which is deleted again if the server refuses the import. */
async function intoNamed(
  { address, operations }: Connection,
  name: string,
  send: (address: ServerAddress) => Promise<ImportReport>,
): Promise<ImportReport> {
  const isThere = (await operations.cluster({ name })).cluster !== null;
  if (!isThere) accepted((await operations.createCluster({ input: { name } })).createCluster);
  try {
    return await send(clusterAddress(address, name));
  } catch (error) {
    // What went wrong first is what the user has to know.
    if (!isThere) await operations.deleteCluster({ input: { name } }).catch(() => undefined);
    throw error;
  }
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new CliError(`--as-of: ${text} is not a time such as 2025-01-01T00:00:00Z`, ExitCode.Usage);
  return time;
}
