import { Float, Int, TypeMetadataStorage } from '@nestjs/graphql';
import { DateTime } from '../scalars/scalars';

const SCALARS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['String', String],
  ['Boolean', Boolean],
  ['Int', Int],
  ['Float', Float],
  ['DateTime', DateTime],
]);

/** The type of this name, for use when the schema is built: every type is declared by then. Throws if there is none. */
export function typeNamed(name: string): unknown {
  const storage = TypeMetadataStorage;
  const classes = [
    ...storage.getObjectTypesMetadata(),
    ...storage.getInterfacesMetadata(),
    ...storage.getInputTypesMetadata(),
  ];
  const type =
    SCALARS.get(name) ??
    classes.find((candidate) => candidate.name === name)?.target ??
    storage.getEnumsMetadata().find((candidate) => candidate.name === name)?.ref;
  if (type === undefined) throw new TypeError(`the schema has no type ${name}`);
  return type;
}
