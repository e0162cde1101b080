import { bundleOf, nodeHealthDocument, type ClusterRuntime, type ClusterSettings } from '@orrery/control-plane';
import { nodeHealthSettings, readNodeHealthSettings, writeNodeHealthSettings } from '@orrery/node-health';
import type { DocumentError } from '@orrery/documents';
import { documentUserError } from '../documents/document-errors';
import { badUserInput } from '../errors/request-errors';
import type { UserError } from '../errors/user-errors';
import type { SetNodeHealthInput } from './node-health-types';

/** What holds in the cluster, in the shape of its GraphQL type. */
export function nodeHealthOf({ settings }: ClusterRuntime): Record<string, unknown> {
  const bundle = bundleOf(settings);
  const { ok } = readNodeHealthSettings(nodeHealthDocument(settings), bundle);
  return writeNodeHealthSettings(nodeHealthSettings(bundle, ok));
}

/** Sets parameters; the controller restarts with them. Errors become data of the payload. */
export async function setNodeHealth(
  runtime: ClusterRuntime,
  { clientMutationId: _id, ...given }: SetNodeHealthInput,
): Promise<{ nodeHealth?: unknown; errors?: readonly UserError[] }> {
  const { errors } = readNodeHealthSettings(documentWith(runtime.settings, given), bundleOf(runtime.settings));
  if (errors) return { errors: errors.map((error) => userError(error, given)) };
  await runtime.changeSettings((settings) => {
    const nodeHealth = documentWith(settings, given);
    const [error] = readNodeHealthSettings(nodeHealth, bundleOf(settings)).errors ?? [];
    if (error) throw badUserInput(`${error.field}: ${error.reason}`);
    return { ...settings, nodeHealth };
  });
  return { nodeHealth: nodeHealthOf(runtime) };
}

/** The document as it will be: what is null is as in the bundle, and need not be kept. */
function documentWith(settings: ClusterSettings, given: object): Record<string, unknown> {
  const merged = { ...(settings['nodeHealth'] as object | undefined), ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

function userError(error: DocumentError, given: object): UserError {
  const value: unknown = (given as Record<string, unknown>)[error.field];
  return { ...documentUserError(error, []), ...(value === undefined ? {} : { value }) };
}
