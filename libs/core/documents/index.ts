export {
  anyObject,
  anyValue,
  boolean,
  choice,
  converted,
  described,
  fields,
  integer,
  listOf,
  mapOf,
  number,
  oneOf,
  oneOfTexts,
  string,
  withDefault,
  type Fields,
  type ObjectOf,
  type Schema,
  type ValueOf,
} from './schema';
export {
  FindingKind,
  isPlainObject,
  readDocument,
  type DocumentReading,
  type Finding,
  type ReadOptions,
} from './read-document';
export { documentError, fieldErrorOf, reasonOf, textOf, unknownName, type DocumentError } from './finding-texts';
export { nearestName } from './nearest-name';
