export { convertedObjects } from './conversion/conversion-answer';
export { CustomKinds, customVersionOf } from './custom-kinds';
export {
  CLEANUP_FINALIZER,
  DEFINITIONS,
  isConditionTrue as isDefinitionConditionTrue,
  type CustomResourceDefinition,
  type DefinitionConversion,
  type WebhookClientConfig,
} from './definition/custom-resource-definition';
export { isReadableBundle } from './definition/conversion-errors';
export {
  DELETION_IN_PROGRESS,
  setConditions as setDefinitionConditions,
  withAcceptedNames,
} from './definition/definition-conditions';
export { HeldNames } from './definition/held-names';
export type { JsonSchema } from './schema/json-schema';
export { compareVersions } from './version-order';
