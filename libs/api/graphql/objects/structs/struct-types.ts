import type { Type } from '@nestjs/common';
import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { structNamed, type Struct, type ValueType } from '@orrery/api-types';
import { describeStruct } from '@orrery/api-descriptions';
import { Condition, OwnerReference } from '../resources/metadata';
import { LabelMap } from '../../values/scalars/key-values';
import { DateTime, Int64, IntOrString, Json, QuantityText } from '../../values/scalars/scalars';
import { enumOf } from './enum-fields';
import { typeNameOfStruct } from './struct-names';

/** Structs that have a type of their own inside others, although objects of their kind have a type with an identity. */
const TEMPLATES: Readonly<Record<string, string>> = { V1PersistentVolumeClaim: 'V1PersistentVolumeClaimTemplate' };
/** Fields that the interface of all objects declares. */
const OF_EVERY_OBJECT = new Set(['apiVersion', 'kind', 'metadata']);

const types = new Map<string, Type<unknown>>();
const names = new Set<string>();

/** Returns the class of the GraphQL type of a struct; made on first use, with all its fields. */
function structType(struct: Struct): Type<unknown> {
  if (struct.name === 'V1OwnerReference') return OwnerReference;
  if (isCondition(struct)) return Condition;
  const known = types.get(struct.name);
  if (known) return known;
  const type = makeType(typeNameOfStruct(struct), class {});
  types.set(struct.name, type);
  ObjectType(type.name, { description: textOf(struct) })(type);
  addFields(type, struct, [...struct.fields.keys()]);
  return type;
}

/** The class of the struct of this name in the table of structs; throws for unknown ones. */
export function typeOfStruct(name: string): Type<unknown> {
  const struct = structNamed(name);
  if (!struct) throw new TypeError(`there is no struct ${name}`);
  return structType(struct);
}

/** Adds to the class of a kind the fields of its struct that are not those of every object. */
export function addKindFields(type: Type<unknown>, struct: Struct): void {
  names.add(type.name);
  const own = [...struct.fields.keys()].filter((field) => !OF_EVERY_OBJECT.has(field));
  addFields(type, struct, own);
}

/** Returns whether a GraphQL type is made of a struct, so that a required field that is absent has the zero of its Go type. */
export function isMadeOfStruct(typeName: string): boolean {
  return names.has(typeName);
}

/** The description of a struct. */
export function textOf(struct: Struct): string {
  return describeStruct(struct.name)?.text ?? '';
}

/** Sets the GraphQL name of a class. */
export function makeType<T extends Type<unknown>>(name: string, type: T): T {
  names.add(name);
  return Object.defineProperty(type, 'name', { value: name });
}

/** All kinds of conditions are served as one type. */
function isCondition({ name, fields }: Struct): boolean {
  return name.endsWith('Condition') && fields.has('type') && fields.has('status');
}

/** Names that GraphQL can spell; `$ref` and `x-kubernetes-…` of schemas are in the object's JSON only. */
const GRAPHQL_NAME = /^[A-Za-z_]\w*$/;

function addFields(type: Type<unknown>, struct: Struct, fields: readonly string[]): void {
  for (const field of fields) {
    if (!GRAPHQL_NAME.test(field)) continue;
    const { ref, isList, isNullable } = referenceOf(struct, field);
    Field(() => (isList ? [ref] : ref), {
      nullable: isNullable,
      description: descriptionOf(struct, field),
    } as object)(type.prototype as object, field);
  }
}

/** The text of a field, or of the struct in it. */
function descriptionOf(struct: Struct, field: string): string {
  const own = describeStruct(struct.name)?.fields.get(field)?.text;
  if (own) return own;
  const type = struct.fields.get(field);
  return type?.is === 'struct' ? textOf(type.struct) : `The ${field} of the ${typeNameOfStruct(struct)}.`;
}

interface FieldReference {
  readonly ref: object;
  readonly isList: boolean;
  readonly isNullable: boolean;
}

/** Values that Go writes when a required field of their type is not set: a zero, or an empty struct. */
const WITH_ZERO: ReadonlySet<ValueType['is']> = new Set<ValueType['is']>(['s', 'i', 'l', 'd', 'b', 'struct']);

/**
 * Returns the GraphQL type of a field: lists and maps of texts are never null, nor are required fields whose type has a
 * zero; all else is null when it is absent.
 */
function referenceOf(struct: Struct, field: string): FieldReference {
  const type = struct.fields.get(field)!;
  const enumType = enumOf(struct.name, field);
  if (enumType) return { ref: enumType, isList: false, isNullable: true };
  if (type.is === '[') return { ref: referenceTo(type.item), isList: true, isNullable: false };
  if (type.is === '{') {
    const isOfTexts = 'sqy'.includes(type.item.is);
    return { ref: isOfTexts ? LabelMap : Json, isList: false, isNullable: !isOfTexts };
  }
  const isRequired = describeStruct(struct.name)?.fields.get(field)?.isRequired ?? false;
  return { ref: referenceTo(type), isList: false, isNullable: !(isRequired && WITH_ZERO.has(type.is)) };
}

function referenceTo(type: ValueType): object {
  switch (type.is) {
    case 'struct':
      return structType(structNamed(TEMPLATES[type.struct.name] ?? '') ?? type.struct);
    case 's':
    case 'y':
      return String;
    case 'i':
      return Int;
    case 'l':
      return Int64;
    case 'd':
      return Float;
    case 'b':
      return Boolean;
    case 'q':
      return QuantityText;
    case 't':
    case 'u':
      return DateTime;
    case 'o':
      return IntOrString;
    case '[':
    case '{':
    case 'x':
    case '|':
    case 'shape':
      return Json;
  }
}
