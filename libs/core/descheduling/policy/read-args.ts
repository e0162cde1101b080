import { FindingKind, readDocument, type Finding, type Schema } from '@orrery/documents';
import { PRIORITY_TOO_HIGH } from '../evictor/critical-priority';
import { EVICTOR_SELECTOR, GO_DURATION, LABEL_SELECTOR } from './args-schema';
import { cannotDecode, unknownField, type FieldOrigin, type FieldProblem, type PlainObject } from './field-problem';
import { labelSelectorFault, type ValueNotation } from './label-selector-fault';

/** Arguments of a plugin as they are given, and where. */
export interface GivenArgs {
  readonly value: PlainObject;
  /** Path of the arguments in the document. */
  readonly path: string;
  /** Origin of the arguments, if they were converted. */
  readonly origin?: FieldOrigin;
}

/** Values of the arguments, or all their problems. */
export type ArgsVerdict<T> =
  | { readonly ok: T; readonly problems: readonly [] }
  | { readonly ok?: never; readonly problems: readonly FieldProblem[] };

/** Reads the arguments of a plugin by their schema; rules are checked only if everything can be decoded. */
export function readArgs<T>(schema: Schema<T>, given: GivenArgs): ArgsVerdict<T> {
  const { value, findings } = readDocument(given.value, schema);
  if (findings.length === 0) return { ok: value as T, problems: [] };
  const notation = given.origin?.notation ?? 'json';
  return { problems: findings.map((finding) => ({ ...problemOf(finding, notation), field: placeOf(finding, given) })) };
}

type Report = Omit<FieldProblem, 'field'>;

function problemOf(finding: Finding, notation: ValueNotation): Report {
  const { kind, value, schema, name = '', parent, detail } = finding;
  if (kind === FindingKind.Unknown) return { reason: unknownField(name), isDecoding: true };
  if (kind === FindingKind.Type) {
    const field = `${parent?.name}.${name}`;
    return { reason: cannotDecode(value, field, schema?.name ?? ''), isDecoding: true };
  }
  if (detail === PRIORITY_TOO_HIGH) return { reason: detail, isDecoding: false, isDefaulting: true };
  return REPORTS.get(schema)?.(finding, notation) ?? { reason: detail, isDecoding: false };
}

/** Reports of broken rules of some schemas, if they differ from the report of values that make no sense. */
const REPORTS: ReadonlyMap<Schema | undefined, (finding: Finding, notation: ValueNotation) => Report> = new Map([
  [GO_DURATION as Schema, ({ detail }: Finding): Report => ({ reason: detail, isDecoding: true })],
  [
    LABEL_SELECTOR as Schema,
    ({ value }: Finding, notation: ValueNotation): Report => {
      const fault = labelSelectorFault(value as object, notation);
      return { reason: `failed to get label selectors from strategy's params: ${fault}`, isDecoding: false };
    },
  ],
  [
    EVICTOR_SELECTOR as Schema,
    ({ value }: Finding, notation: ValueNotation): Report => {
      const fault = labelSelectorFault(value as object, notation);
      const reason = `unable to build DefaultEvictor plugin: unable to initialize "DefaultEvictor" plugin: ${fault}`;
      return { reason, isDecoding: false, isBuilding: true };
    },
  ],
]);

/** The path of a finding as the author of the document wrote it. */
function placeOf({ field }: Finding, given: GivenArgs): string {
  const end = field.search(/[.[]/);
  return end < 0 ? argumentPath(given, field) : `${argumentPath(given, field.slice(0, end))}${field.slice(end)}`;
}

/** The path of one argument. */
export function argumentPath({ path, origin }: GivenArgs, key: string): string {
  return origin?.paths[key] ?? (path === '' ? key : `${path}.${key}`);
}
