import type { KubeObject } from '../../objects';

const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** Fills what a client may leave out of a Namespace. Changes the object in place. */
export function defaultNamespace(object: KubeObject): void {
  // A namespace can be selected by name everywhere; the label follows the name.
  const labels = { ...object.metadata.labels, [NAMESPACE_NAME_LABEL]: object.metadata.name };
  if (object.metadata.name) object.metadata.labels = labels;
}

/** Servers label namespaces since 1.21. */
export function forgetNameLabel({ metadata }: KubeObject): void {
  const { [NAMESPACE_NAME_LABEL]: _name, ...labels } = metadata.labels ?? {};
  if (Object.keys(labels).length > 0) metadata.labels = labels;
  else delete metadata.labels;
}
