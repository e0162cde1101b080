import { notFound } from '@orrery/api-types';
import { changedSettings, CHOSEN_AT_CREATION, type ControlPlane } from '@orrery/control-plane';
import type { DocumentError } from '@orrery/documents';
import { documentUserError } from '../errors/document-errors';
import type { UserError } from '../errors/user-errors';
import { CLUSTERS, findCluster } from './clusters';
import type { UpdateClusterInput } from './cluster-inputs';

/** Fields that only a new cluster can be given, each with the mutation that changes it afterwards. */
const AT_CREATION = [
  ['seed', ''],
  ['clock', '; setClockMode sets mode and rate of its clock'],
  ['nodes', '; addNodes adds nodes'],
  ['zones', '; addNodes adds nodes to zones'],
] as const;

/** Carries the errors of a change out of the transaction that would have made it. */
class SettingsRefused extends Error {
  constructor(readonly errors: readonly DocumentError[]) {
    super('settings refused');
  }
}

/**
 * Changes the settings of a cluster, which have effect in every process. What is wrong becomes data of the payload, and
 * then nothing is changed; throws NotFound.
 */
export async function updateCluster(
  plane: ControlPlane,
  name: string,
  input: UpdateClusterInput,
): Promise<{ cluster?: unknown; errors?: readonly UserError[] }> {
  const runtime = await plane.cluster(name);
  if (!runtime) throw notFound(CLUSTERS, name);
  const { plugins, clock, seed } = runtime;
  const fixed = fixedErrors(input, seed);
  try {
    const changed = await runtime.changeSettings((settings) => {
      const { ok, errors = [] } = changedSettings(settings, input.settings ?? {}, { plugins, nowMs: clock.now() });
      const ofSettings = errors.map(({ field, reason }) => ({ field: `settings.${field}`, reason }));
      if (!ok || fixed.length > 0) throw new SettingsRefused([...fixed, ...ofSettings]);
      return ok;
    });
    if (!changed) throw notFound(CLUSTERS, name);
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error;
    return { errors: error.errors.map((each) => documentUserError(each, [])) };
  }
  return { cluster: await findCluster(plane, name) };
}

function fixedErrors(input: UpdateClusterInput, seed: string): DocumentError[] {
  const isAsItIs = (field: string): boolean => field === 'seed' && input.seed === seed;
  const given = AT_CREATION.filter(([field]) => input[field] != null && !isAsItIs(field));
  return given.map(([field, instead]) => ({ field, reason: `${CHOSEN_AT_CREATION}${instead}` }));
}
