/** Annotations of a Namespace that say what its Project is. */
export const ProjectAnnotation = {
  DisplayName: 'openshift.io/display-name',
  Description: 'openshift.io/description',
  Requester: 'openshift.io/requester',
  NodeSelector: 'openshift.io/node-selector',
} as const;
