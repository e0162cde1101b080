export {
  validateDefinition,
  validateDefinitionStatus,
  validateDefinitionUpdate,
} from '../../custom-kinds/definition/validate-definition';
