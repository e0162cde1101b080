import type { KindRow } from '../kind-info';
import {
  completeDefinition,
  defaultDefinition,
  definitionMarkedForDeletion,
  definitionWarnings,
  keepStoredVersions,
} from './lifecycle';
import { validateDefinition, validateDefinitionStatus, validateDefinitionUpdate } from './validation';

/** Description of the kind CustomResourceDefinition. */
export const CUSTOM_RESOURCE_DEFINITION: KindRow = {
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  apiVersions: ['apiextensions.k8s.io/v1'],
  namespaced: false,
  served: true,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  hasStatus: true,
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  applyDefaults: defaultDefinition,
  completeCreated: completeDefinition,
  prepareForUpdate: keepStoredVersions,
  validate: validateDefinition,
  validateUpdate: validateDefinitionUpdate,
  validateStatus: validateDefinitionStatus,
  markForDeletion: definitionMarkedForDeletion,
  warnings: definitionWarnings,
};
