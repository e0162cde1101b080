export {
  anyObject,
  anyValue,
  boolean,
  choice,
  converted,
  described,
  duration,
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
  type SchemaFormat,
  type SchemaWord,
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
export {
  briefReasonOf,
  documentError,
  fieldErrorOf,
  readVerdict,
  reasonOf,
  textOf,
  type DocumentError,
  type DocumentVerdict,
} from './finding-texts';
export { changeDocument, changedImmutableFields } from './change-document';
export { jsonSchemaOf, namedArgs, type JsonSchema } from './json-schema';
export { knobOf, knobsOf } from './knobs';
export { valueOfText } from './text-value';
export { nearestName, unknownName } from './nearest-name';
