import {
  alreadyExists,
  displayNameErrors,
  invalid,
  isAlreadyExists,
  ProjectAnnotation,
  projectNameErrors,
  servedForm,
  successStatus,
} from '@orrery/api-types';
import { requireKind, unrestricted, type ClusterStore } from '@orrery/control-plane';
import { decodeAs, negotiate, recordIn, type Answer, type KindRequest } from '@orrery/rest-api';

const PROJECT = requireKind('project.openshift.io/v1', 'Project');
const ROLE_BINDING = requireKind('rbac.authorization.k8s.io/v1', 'RoleBinding');
const RBAC = 'rbac.authorization.k8s.io';
const FIELD_MANAGER = 'openshift-apiserver';

interface ProjectRequest {
  readonly metadata?: { readonly name?: string; readonly labels?: object; readonly annotations?: object };
  readonly displayName?: string;
  readonly description?: string;
}

/** Returns whether the client may request projects: it got here, so it may (`oc new-project` asks before it tries). */
export function canRequestProjects(): Answer {
  return { code: 200, body: successStatus() };
}

/**
 * Creates a project for the client: the namespace, and the role of its administrator in it (the default template for
 * new projects of OpenShift). The client need not have the right to create namespaces. Throws 409 if the project
 * exists.
 */
export async function requestProject(request: KindRequest): Promise<Answer> {
  const { kind, apiVersion, headers, runtime, actor } = request;
  negotiate(headers['accept'] as string | undefined, { hasTable: false, hasProtobuf: false });
  const wanted = decodeAs(
    { apiVersion, kind: kind.kind },
    recordIn((await request.readBody()).value),
  ) as ProjectRequest;
  const name = wanted.metadata?.name ?? '';
  const errors = [...projectNameErrors(name), ...displayNameErrors(wanted.displayName, 'displayName')];
  if (errors.length > 0) throw invalid(kind, name, errors);
  const store = runtime.store.as(unrestricted(actor.user));
  const project = await createProject(store, wanted, actor.user.name);
  try {
    await makeAdministrator(store, name, actor.user.name);
  } catch (error) {
    // A project without an administrator must not stand in the way of the next try.
    await store.delete({ kind: PROJECT, namespace: '', name }, {});
    throw error;
  }
  return { code: 201, body: servedForm(PROJECT, project) };
}

async function createProject(
  store: ClusterStore,
  { metadata, displayName, description }: ProjectRequest,
  user: string,
) {
  const name = metadata?.name ?? '';
  const annotations = {
    ...metadata?.annotations,
    [ProjectAnnotation.Description]: description ?? '',
    [ProjectAnnotation.DisplayName]: displayName ?? '',
    [ProjectAnnotation.Requester]: user,
  };
  const input = {
    apiVersion: PROJECT.storageApiVersion,
    kind: PROJECT.kind,
    metadata: { name, labels: metadata?.labels ?? {}, annotations },
  };
  try {
    return await store.create({ kind: PROJECT, namespace: '', input }, { fieldManager: FIELD_MANAGER });
  } catch (error) {
    if (isAlreadyExists(error)) throw alreadyExists({ group: PROJECT.group, resource: 'project' }, name);
    throw error;
  }
}

async function makeAdministrator(store: ClusterStore, namespace: string, user: string): Promise<void> {
  const input = {
    apiVersion: ROLE_BINDING.storageApiVersion,
    kind: ROLE_BINDING.kind,
    metadata: { name: 'admin', namespace },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'admin' },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
  };
  await store.create({ kind: ROLE_BINDING, namespace, input }, { fieldManager: FIELD_MANAGER });
}
