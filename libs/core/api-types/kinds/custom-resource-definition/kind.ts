import type { KindRow } from '../kind-info';
import { olderVersion } from '../older-versions';
import { convertDefinition } from './conversion';
import {
  completeDefinition,
  defaultDefinition,
  definitionMarkedForDeletion,
  definitionWarnings,
  keepStoredVersions,
} from './lifecycle';
import { olderDefinitionErrors } from './older-body';
import { validateDefinition, validateDefinitionStatus, validateDefinitionUpdate } from './validation';

/** Description of the kind CustomResourceDefinition. */
export const CUSTOM_RESOURCE_DEFINITION: KindRow = {
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  apiVersions: ['apiextensions.k8s.io/v1'],
  olderVersions: [
    {
      ...olderVersion('apiextensions.k8s.io/v1beta1', {
        since: 'v1.16',
        removedIn: 'v1.22',
        use: 'apiextensions.k8s.io/v1',
      }),
      otherShapes: ['spec'],
    },
  ],
  convert: convertDefinition,
  validateBody: olderDefinitionErrors,
  defaultedStatus: { storedVersions: [] },
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
