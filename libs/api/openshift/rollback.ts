import {
  invalid,
  invalidField,
  requiredField,
  servedForm,
  subdomainErrors,
  type ApiError,
  type DeploymentConfig,
  type FieldError,
} from '@orrery/api-types';
import { configOf, rollbackTarget, rolledBack, type RollbackParts, type Version } from '@orrery/openshift';
import { decodeAs, negotiate, recordIn, type Answer, type KindRequest } from '@orrery/rest-api';
import { requestedConfig, requireVersion } from './version-lookup';

interface Rollback {
  readonly name?: string;
  readonly updatedAnnotations?: Readonly<Record<string, string>>;
  readonly spec?: RollbackParts & { readonly revision?: number };
}

const KIND = 'DeploymentConfigRollback';

/**
 * Answers with the DeploymentConfig that leads back to an older version; the client writes it (`oc rollback`,
 * `oc rollout undo`). Throws 422 for an unknown version.
 */
export async function rollbackConfig(request: KindRequest): Promise<Answer> {
  const { apiVersion, kind, headers, runtime, path } = request;
  negotiate(headers['accept'] as string | undefined, { hasTable: false, hasProtobuf: false });
  const body = decodeAs({ apiVersion, kind: KIND }, recordIn((await request.readBody()).value)) as Rollback;
  const { name = '', updatedAnnotations = {}, spec = {} } = body;
  const refused = (errors: readonly FieldError[]): ApiError => invalid({ group: kind.group, kind: KIND }, name, errors);
  const errors = bodyErrors(body);
  if (errors.length > 0) throw refused(errors);
  const problem = (reason: string): ApiError => refused([invalidField('name', name, reason)]);
  if (name !== path.name) throw problem(`the name on the URL is ${JSON.stringify(path.name)}`);
  const current = orProblem(
    () => requestedConfig(request),
    (text) => problem(`cannot get deployment config ${JSON.stringify(name)}: ${text}`),
  );
  const target = rollbackTarget(current, spec.revision ?? 0);
  if ('problem' in target) throw problem(target.problem);
  const version = orProblem((): Version => requireVersion(runtime, current, target.number), problem);
  const older = configOf(version);
  if (!older) throw problem("couldn't decode deployment config from deployment");
  const made = rolledBack(withAnnotations(current, updatedAnnotations), older, spec);
  return { code: 201, body: servedForm(kind, made) };
}

function bodyErrors({ name = '', spec = {} }: Rollback): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '') errors.push(requiredField('name', 'name of the deployment config is missing'));
  else if (subdomainErrors(name).length > 0) {
    errors.push(invalidField('name', name, 'name of the deployment config is invalid'));
  }
  const { revision = 0 } = spec;
  if (revision < 0) errors.push(invalidField('spec.revision', revision, 'must be non-negative'));
  return errors;
}

function withAnnotations(config: DeploymentConfig, added: Readonly<Record<string, string>>): DeploymentConfig {
  if (Object.keys(added).length === 0) return config;
  const annotations = { ...config.metadata.annotations, ...added };
  return { ...config, metadata: { ...config.metadata, annotations } };
}

/** Returns the result of the lookup, or throws the problem with the text of its error. */
function orProblem<T>(lookUp: () => T, problem: (text: string) => ApiError): T {
  try {
    return lookUp();
  } catch (error) {
    throw problem((error as ApiError).message);
  }
}
