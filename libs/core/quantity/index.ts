export {
  addQuantities,
  compareQuantities,
  QuantityFormat,
  subtractQuantities,
  ZERO_QUANTITY,
  type Quantity,
} from './quantity';
export {
  parseQuantity,
  QuantityError,
  QuantityErrorText,
  tryParseQuantity,
  type QuantityVerdict,
} from './parse-quantity';
export { canonicalQuantity, formatQuantity, roundedToMilli } from './format-quantity';
export { quantityMilliValue, quantityValue } from './whole-quantity';
