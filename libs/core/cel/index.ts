export { CostBudget, CostExceeded, PER_CALL_LIMIT } from './cost-budget';
export {
  compileExpression,
  ExpressionError,
  type Expression,
  type ExpressionType,
  type FieldPlace,
} from './expression';
export { absent, present } from './optional-value';
export {
  compileDeviceSelector,
  type DeviceAttributeValue,
  type DeviceSelectorExpression,
  type SelectableDevice,
} from './device-selector';
export { AuthorizerValue, type AccessCheck, type AccessVerdict } from './functions/authorizer-functions';
export { withoutTypeNames } from './object-literals';
export type { SizedType } from './static-cost';
