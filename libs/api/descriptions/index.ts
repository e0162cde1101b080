export { describeStruct } from './descriptions';
export { customDefinitionName, customDefinitionsV2, customSchemasV3 } from './schemas/custom-definitions';
export { definitionName } from './schemas/definition-names';
export { definitions } from './schemas/definitions';
export { kindSchema, type KindSchema } from './schemas/kind-schema';
export {
  referencesIn,
  referenceTo,
  type Definitions,
  type GroupVersionKind,
  type Schema,
  type ValueRules,
} from './schemas/schema';
export { ProtocolType } from './schemas/protocol-schemas';
export { WellKnown } from './schemas/well-known-schemas';
