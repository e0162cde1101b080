import {
  badRequest,
  internal,
  invalid,
  invalidField,
  isConflict,
  servedForm,
  subdomainErrors,
  type DeploymentConfig,
  type FieldError,
} from '@orrery/api-types';
import { writeOptions } from '@orrery/api-protocol';
import { unrestricted } from '@orrery/control-plane';
import { configOf, planInstantiation } from '@orrery/openshift';
import { decodeAs, negotiate, recordIn, type Answer, type KindRequest } from '@orrery/rest-api';
import { requestedConfig, requireVersion } from './version-lookup';

interface DeploymentRequest {
  readonly name?: string;
  readonly latest?: boolean;
  readonly force?: boolean;
}

const KIND = 'DeploymentRequest';
const ATTEMPTS = 5;

/**
 * Rolls a DeploymentConfig out once more (`oc rollout latest`): its status names the next version, of which its controller makes a
 * replication controller. Who may do this need not be allowed to change the config. Throws 400 for images that no trigger
 * has found, 404, 422 for a paused one.
 */
export async function instantiateConfig(request: KindRequest): Promise<Answer> {
  const { apiVersion, headers, query, path, runtime } = request;
  negotiate(headers['accept'] as string | undefined, { hasTable: false, hasProtobuf: false });
  const body = decodeAs({ apiVersion, kind: KIND }, recordIn((await request.readBody()).value)) as DeploymentRequest;
  const { name = '', force = false } = body;
  if (name !== '' && name !== path.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${path.name})`);
  }
  const options = writeOptions(query, 'CreateOptions', { release: runtime.kinds.release });
  for (let attempt = 1; ; attempt++) {
    try {
      return await instantiate(request, { name, isForced: force, options });
    } catch (error) {
      // Its controller writes the same object.
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

interface Wanted {
  readonly name: string;
  readonly isForced: boolean;
  readonly options: ReturnType<typeof writeOptions>;
}

async function instantiate(request: KindRequest, { name, isForced, options }: Wanted): Promise<Answer> {
  const { kind, runtime, actor, namespace, warn } = request;
  const config = requestedConfig(request);
  const errors = requestErrors(name, config);
  if (errors.length > 0) throw invalid({ group: kind.group, kind: KIND }, name, errors);
  const verdict = planInstantiation(config, latestConfig(request, config), { isForced });
  if (verdict.kind === 'unresolved') throw badRequest(verdict.message);
  if (verdict.kind === 'nothing') {
    const message = `deployment config ${JSON.stringify(name)} cannot be instantiated`;
    return { code: 201, body: { kind: 'Status', apiVersion: 'v1', metadata: {}, message, code: 204 } };
  }
  const latestVersion = (config.status?.latestVersion ?? 0) + 1;
  const input = { ...config, status: { ...config.status, latestVersion, details: verdict.details } };
  const store = runtime.store.as(unrestricted(actor.user));
  const written = await store.update({ kind, namespace, name, input }, { ...options, warn });
  return { code: 201, body: servedForm(kind, written) };
}

/** The config as it was for its latest version; undefined before the first. */
function latestConfig({ runtime }: KindRequest, config: DeploymentConfig): DeploymentConfig | undefined {
  const number = config.status?.latestVersion ?? 0;
  if (number === 0) return undefined;
  const version = requireVersion(runtime, config, number);
  const made = configOf(version);
  if (!made) {
    throw internal(`object ${version.metadata.name} does not have encoded deployment config annotation`);
  }
  return made;
}

function requestErrors(name: string, { metadata, spec }: DeploymentConfig): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '') errors.push(invalidField('name', name, 'name of the deployment config is missing'));
  else if (subdomainErrors(name).length > 0) {
    errors.push(invalidField('name', name, 'name of the deployment config is invalid'));
  }
  if (!spec.paused) return errors;
  const detail = `deployment config ${JSON.stringify(metadata.name)} is paused - unpause to request a new deployment`;
  return [...errors, invalidField('spec.paused', true, detail)];
}
