import {
  customVersionOf,
  declaredType,
  structNamed,
  structOfKind,
  type KindInfo,
  type Struct,
  type ValueType,
} from '@orrery/api-types';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  INT,
  listType,
  mapType,
  objectType,
  STRING,
  TIMESTAMP,
  type CelType,
} from '@orrery/cel';

/** Amounts, and values of several types, are not looked into. */
const SCALARS: Readonly<Record<string, CelType>> = {
  s: STRING,
  i: INT,
  l: INT,
  d: DOUBLE,
  b: BOOL,
  t: TIMESTAMP,
  u: TIMESTAMP,
  y: BYTES,
};

/** Fields whose types are made when an expression reads them: structs may hold themselves. */
class LazyFields extends Map<string, CelType> {
  constructor(private readonly make: (field: string) => CelType | undefined) {
    super();
  }

  override get(field: string): CelType | undefined {
    let type = super.get(field);
    if (!type && (type = this.make(field))) this.set(field, type);
    return type;
  }
}

/**
 * The type of the objects of a kind, as the release or a definition describes them; undefined for kinds that nothing describes.
 * Objects have the names of their kind and of the fields down to them, without upstream's random number.
 */
export function kindType(kind: KindInfo): CelType | undefined {
  const custom = customVersionOf(kind);
  if (!custom) {
    const struct = kind.struct ?? structOfKind(kind);
    return struct && structType(struct, kind.kind);
  }
  const metadata = structType(structNamed('V1ObjectMeta')!, `${kind.kind}.metadata`);
  const own: Readonly<Record<string, CelType>> = { apiVersion: STRING, kind: STRING, metadata };
  const fields = declaredType(custom.schema, false, kind.kind)?.fields;
  return objectType(
    kind.kind,
    new LazyFields((field) => (Object.hasOwn(own, field) ? own[field] : fields?.get(field))),
  );
}

function structType(struct: Struct, name: string): CelType {
  return objectType(
    name,
    new LazyFields((field) => {
      const type = struct.typeOf(field);
      return type && valueType(type, `${name}.${field}`);
    }),
  );
}

function valueType(type: ValueType, name: string): CelType {
  switch (type.is) {
    case '[':
      return listType(valueType(type.item, `${name}.@idx`));
    case '{':
      return mapType(STRING, valueType(type.item, `${name}.@elem`));
    case 'struct':
      return structType(type.struct, name);
    default:
      return Object.hasOwn(SCALARS, type.is) ? SCALARS[type.is]! : DYN;
  }
}
