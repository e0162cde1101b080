import { FieldErrorType, invalidField, renderFieldError, type FieldError } from '../errors/field-error';
import { qualifiedNameErrors } from '../names/qualified-name';
import { isInt64, isNumeric } from '../numbers/exact-numbers';
import { jsonText } from '../numbers/json-text';
import type { KubeObject } from '../objects';
import type { ScalePaths } from '../kinds/kind-info';
import { Struct, structNamed, type ValueType } from '../structure/struct-table';
import { valueAt } from '../structure/value-at';
import { STANDARD_FINALIZERS } from '../validation/metadata';
import type { DefinitionScale, DefinitionVersion } from './definition/custom-resource-definition';
import { shapeOf } from './ownership/schema-fields';
import { SchemaRules } from './rules/schema-rules';
import { StructuralCorrelation } from './schema/correlation';
import { fillDefaults } from './schema/default-value';
import { embeddedResourceErrors } from './schema/embedded-resources';
import { duplicateItems } from './schema/list-rules';
import { preservingStructuralOf, RESOURCE_FIELDS, structuralOf, type Structural } from './schema/structural';
import { SchemaValidator } from './schema/validate-value';

const MAX_INT32 = 2 ** 31 - 1;
const NOT_CHECKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
/** Errors after which the rules would read values of a wrong shape. */
const BLOCKING: ReadonlySet<FieldErrorType> = new Set<FieldErrorType>([
  FieldErrorType.NotSupported,
  FieldErrorType.Required,
  FieldErrorType.TooLong,
  FieldErrorType.TooMany,
  FieldErrorType.TypeInvalid,
]);
const NO_SCHEMA = structuralOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
const ANYTHING: ValueType = {
  is: 'shape',
  shape: shapeOf(structuralOf({ nullable: true, 'x-kubernetes-preserve-unknown-fields': true })),
};
const NO_REPORT = { unknownField: () => undefined, text: () => undefined, infinite: () => undefined };

/** Reads, validates and converts the objects of a version of a custom kind; compiled from its schema when first needed. */
export class CustomVersion {
  readonly schema: Structural;
  readonly struct: Struct;
  readonly scalePaths: ScalePaths | undefined;
  private validator: SchemaValidator | undefined;
  private statusValidator: SchemaValidator | undefined;
  private rules: SchemaRules | undefined;

  constructor(
    readonly definition: DefinitionVersion,
    preservesUnknown: boolean,
    kind: string,
  ) {
    const source = definition.schema?.openAPIV3Schema;
    this.schema = source ? (preservesUnknown ? preservingStructuralOf : structuralOf)(source) : NO_SCHEMA;
    this.struct = structOf(kind, this.schema);
    this.scalePaths = scalePathsOf(definition.subresources?.scale);
  }

  get hasStatus(): boolean {
    return this.definition.subresources?.status !== undefined;
  }

  /** Fills defaults; changes the object in place. Metadata has none. */
  fillDefaults(object: KubeObject): void {
    fillDefaults(this.schema, object);
  }

  /** A copy of the object without the fields that the schema does not have. */
  pruned(object: KubeObject): KubeObject {
    const pruned: Record<string, unknown> = {};
    for (const field of Object.keys(object)) {
      const type = this.struct.typeOf(field);
      const value = type?.is === 'shape' ? type.shape.read(object[field], NO_REPORT) : type && object[field];
      if (value !== undefined) pruned[field] = value;
    }
    return pruned as KubeObject;
  }

  validate(object: KubeObject): FieldError[] {
    return this.withRules(object, undefined, [
      ...this.mainValidator().errors(object),
      ...this.specScaleErrors(object),
      ...this.statusScaleErrors(object),
      ...embeddedResourceErrors(this.schema, object),
      ...duplicateItems(this.schema, object),
    ]);
  }

  /** Returns the errors of a change, all but what was wrong before in parts that stay the same. */
  validateUpdate(next: KubeObject, old: KubeObject): FieldError[] {
    const correlation = new StructuralCorrelation(this.schema, next, old);
    return this.withRules(next, correlation, [
      ...this.mainValidator().errors(next, '', correlation),
      ...this.specScaleErrors(next),
      ...this.statusScaleErrors(next),
      ...embeddedResourceErrors(this.schema, next),
      ...this.newDuplicates(next, old),
    ]);
  }

  validateStatus(next: KubeObject, old: KubeObject): FieldError[] {
    const own = this.schema.properties.get('status');
    const errors: FieldError[] = [];
    if (own && next.status !== undefined) {
      this.statusValidator ??= new SchemaValidator(own.source);
      const correlation = new StructuralCorrelation(own, next.status, old.status);
      for (const error of this.statusValidator.errors(next.status, '', correlation)) {
        errors.push({
          ...error,
          field: error.field === '' || error.field === '<nil>' ? 'status' : `status.${error.field}`,
        });
      }
    }
    const whole = new StructuralCorrelation(this.schema, next, old);
    return this.withRules(next, whole, [...errors, ...this.statusScaleErrors(next), ...this.newDuplicates(next, old)]);
  }

  /**
   * Returns the warnings for a client: errors that existed before, in parts that did not change, and finalizers that others may
   * use too.
   */
  warnings(next: KubeObject, old: KubeObject | undefined): string[] {
    const passed = this.rules?.passed(next) ?? [];
    return [...passed.map(renderFieldError), ...finalizerWarnings(next, old)];
  }

  /** Rules run on objects that have the shape of their schema; otherwise that is said. */
  private withRules(
    object: KubeObject,
    correlation: StructuralCorrelation | undefined,
    errors: FieldError[],
  ): FieldError[] {
    this.rules ??= new SchemaRules(this.schema);
    if (this.rules.isEmpty) return errors;
    if (errors.some(({ type }) => BLOCKING.has(type))) return [...errors, invalidField('<nil>', 'null', NOT_CHECKED)];
    return [...errors, ...this.rules.errors(object, correlation)];
  }

  private mainValidator(): SchemaValidator {
    return (this.validator ??= new SchemaValidator(this.schema.source));
  }

  private newDuplicates(next: KubeObject, old: KubeObject): FieldError[] {
    const errors = duplicateItems(this.schema, next);
    return errors.length > 0 && duplicateItems(this.schema, old).length > 0 ? [] : errors;
  }

  private specScaleErrors(object: KubeObject): FieldError[] {
    const path = this.definition.subresources?.scale?.specReplicasPath;
    return this.scalePaths && path ? replicaErrors(object, this.scalePaths.specReplicas, path) : [];
  }

  private statusScaleErrors(object: KubeObject): FieldError[] {
    const scale = this.definition.subresources?.scale;
    if (!this.scalePaths || !scale?.statusReplicasPath) return [];
    const errors = replicaErrors(object, this.scalePaths.statusReplicas, scale.statusReplicasPath);
    const { labelSelector } = this.scalePaths;
    if (!labelSelector) return errors;
    const selector = valueAt(object, labelSelector);
    if (selector === undefined || typeof selector === 'string') return errors;
    return [...errors, accessorError(scale.labelSelectorPath!, '', labelSelector, selector, 'string')];
  }
}

/** Finalizers that others may use too (`validateKubeFinalizerName` upstream). */
function finalizerWarnings(next: KubeObject, old: KubeObject | undefined): string[] {
  const before = old?.metadata.finalizers ?? [];
  const added = (next.metadata.finalizers ?? []).filter((finalizer) => !before.includes(finalizer)).sort();
  return added.flatMap((finalizer) => {
    const warn = (text: string): string => `metadata.finalizers: ${JSON.stringify(finalizer)}: ${text}`;
    const warnings = qualifiedNameErrors(finalizer).map(warn);
    if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return warnings;
    const including = finalizer.includes('.') ? ' including a path (/)' : '';
    const text = `prefer a domain-qualified finalizer name${including} to avoid accidental conflicts with other finalizer writers`;
    return [...warnings, warn(text)];
  });
}

function structOf(kind: string, schema: Structural): Struct {
  const own = [...schema.properties]
    .filter(([field]) => !RESOURCE_FIELDS.has(field))
    .map(([field, property]) => [field, { is: 'shape', shape: shapeOf(property) }] as const);
  const fields = new Map<string, ValueType>([
    ['apiVersion', { is: 's' }],
    ['kind', { is: 's' }],
    ['metadata', { is: 'struct', struct: structNamed('V1ObjectMeta')! }],
    ...own,
  ]);
  return new Struct(kind, () => fields, {}, schema.preservesUnknown ? ANYTHING : undefined);
}

function scalePathsOf(scale: DefinitionScale | undefined): ScalePaths | undefined {
  if (!scale?.specReplicasPath || !scale.statusReplicasPath) return undefined;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  const split = (path: string): string[] => path.replace(/^\./, '').split('.');
  return {
    specReplicas: split(specReplicasPath),
    statusReplicas: split(statusReplicasPath),
    labelSelector: labelSelectorPath ? split(labelSelectorPath) : undefined,
  };
}

function replicaErrors(object: KubeObject, path: readonly string[], field: string): FieldError[] {
  const replicas = valueAt(object, path);
  if (replicas === undefined) return [];
  if (!isInt64(replicas)) {
    return [accessorError(field, 0, path, replicas, 'int64')];
  }
  if (replicas < 0) return [invalidField(field, replicas, 'should be a non-negative integer')];
  if (replicas <= MAX_INT32) return [];
  return [invalidField(field, replicas, `should be less than or equal to ${MAX_INT32}`)];
}

function accessorError(
  field: string,
  zero: unknown,
  path: readonly string[],
  value: unknown,
  wanted: string,
): FieldError {
  const type = goType(value);
  const shown = value === null ? '<nil>' : typeof value === 'object' ? jsonText(value) : String(value);
  const detail = `.${path.join('.')} accessor error: ${shown} is of the type ${type}, expected ${wanted}`;
  return invalidField(field, zero, detail);
}

function goType(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (isNumeric(value)) return isInt64(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
