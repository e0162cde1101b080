import type { StoredForm } from '../../kind-info';

/** A Project has the fields of the Namespace that it is. */
export const PROJECT_FORM: StoredForm = {
  served: (namespace) => ({ ...namespace, apiVersion: 'project.openshift.io/v1', kind: 'Project' }),
  stored: (project) => ({ ...project, apiVersion: 'v1', kind: 'Namespace' }),
};
