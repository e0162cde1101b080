export { associative, type ListKeys } from './associative-lists';
export { CostBudget, CostExceeded, PER_CALL_LIMIT } from './cost-budget';
export { durationValue } from './duration-value';
export {
  checkExpression,
  compileExpression,
  ExpressionError,
  typesOf,
  type Expression,
  type ExpressionType,
  type ExpressionTypes,
  type FieldPlace,
} from './expression';
export { absent, present } from './optional-value';
export {
  checkDeviceSelector,
  compileDeviceSelector,
  type DeviceAttributeValue,
  type DeviceSelectorExpression,
  type SelectableDevice,
} from './device-selector';
export { AuthorizerValue, type AccessCheck, type AccessVerdict } from './functions/authorizer-functions';
export { withoutTypeNames } from './object-literals';
export type { Range } from './cost/range';
export type { SizedType } from './cost/sized-type';
export { isKeyword } from './types/check-types';
export {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listType,
  mapType,
  objectType,
  optionalType,
  STRING,
  TIMESTAMP,
  type CelType,
} from './types/cel-type';
export { placedError } from './types/places';
