import { bundleOf, nodeHealthDocument, type ClusterRuntime, type ClusterSettings } from '@orrery/control-plane';
import { NODE_HEALTH, nodeHealthSettings, readNodeHealthSettings, writeNodeHealthSettings } from '@orrery/node-health';
import type { DocumentError } from '@orrery/documents';
import { documentUserError } from '../errors/document-errors';
import { badUserInput } from '../errors/input-error';
import type { UserError } from '../errors/user-errors';
import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { asWritten, input, type InputOf } from '../input/inputs';
import { one } from '../input/results';

const SET_NODE_HEALTH = input(
  'Settings to change: absent fields keep their values, null restores the default of the generation.',
  { optional: asWritten(NODE_HEALTH.fields) },
);

export const setNodeHealthAction = clusterAction({
  name: 'setNodeHealth',
  about: 'Configures the node-lifecycle controller, which restarts.',
  right: clusterRight('update'),
  input: SET_NODE_HEALTH,
  inputAbout: 'The configuration.',
  result: {
    name: 'NodeHealthPayload',
    about: 'Result of a change of the configuration.',
    fields: { nodeHealth: one('NodeHealth', 'The resulting configuration.') },
  },
  perform: ({ runtime }, given) => setNodeHealth(runtime, given),
});

/** Returns the effective settings of the cluster, in the shape of its GraphQL type. */
export function nodeHealthOf({ settings }: ClusterRuntime): Record<string, unknown> {
  const bundle = bundleOf(settings);
  const { ok } = readNodeHealthSettings(nodeHealthDocument(settings), bundle);
  return writeNodeHealthSettings(nodeHealthSettings(bundle, ok));
}

/** Sets parameters; the controller restarts with them. Errors become data of the payload. */
async function setNodeHealth(
  runtime: ClusterRuntime,
  given: InputOf<typeof SET_NODE_HEALTH>,
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

/** Returns the new document: null values are those of the bundle, and need not be stored. */
function documentWith(settings: ClusterSettings, given: object): Record<string, unknown> {
  const merged = { ...(settings['nodeHealth'] as object | undefined), ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

function userError(error: DocumentError, given: object): UserError {
  const value: unknown = (given as Record<string, unknown>)[error.field];
  return { ...documentUserError(error, []), ...(value === undefined ? {} : { value }) };
}
