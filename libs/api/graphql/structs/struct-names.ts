import { goStructName, type Struct } from '@orrery/api-types';

/** Structs whose Go name belongs to another type of the schema, or would say too much. */
const NAMES: Readonly<Record<string, string>> = {
  // Of a template: names, uids and times are those of objects, which have `ObjectMeta`.
  V1ObjectMeta: 'TemplateMeta',
  // Names a claim of the pod; the kind ResourceClaim is another struct.
  CoreV1ResourceClaim: 'ContainerResourceClaim',
  DiscoveryV1EndpointPort: 'EndpointSlicePort',
};

/** The name of the GraphQL type of a struct: its name in Go, where that is free. */
export function typeNameOfStruct(struct: Struct): string {
  return NAMES[struct.name] ?? goStructName(struct);
}
