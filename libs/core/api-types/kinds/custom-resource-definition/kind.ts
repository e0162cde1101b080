import type { KindRow } from '../kind-info';
import { READ_AND_WATCH } from '../row-parts';

/** Description of the kind CustomResourceDefinition. */
export const CUSTOM_RESOURCE_DEFINITION: KindRow = {
  // kubectl looks here before it sends a kind that cannot be patched.
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  apiVersions: ['apiextensions.k8s.io/v1'],
  namespaced: false,
  served: true,
  isAlwaysEmpty: true,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  verbs: READ_AND_WATCH,
};
