import { goStructName, type Struct } from '@orrery/api-types';

/** GraphQL names of structs whose Go name belongs to another type of the schema, or is misleading. */
const NAMES: Readonly<Record<string, string>> = {
  // Of a template: names, uids and times are those of objects, which have `ObjectMeta`.
  V1ObjectMeta: 'TemplateMeta',
  // Names a claim of the pod; the kind ResourceClaim is another struct.
  CoreV1ResourceClaim: 'ContainerResourceClaim',
  DiscoveryV1EndpointPort: 'EndpointSlicePort',
  ApiextensionsV1ServiceReference: 'ConversionServiceReference',
  ApiextensionsV1WebhookClientConfig: 'ConversionClientConfig',
  // `Mutation` is the root of all mutations; the others say too little beside types of other parts.
  V1beta1Mutation: 'PolicyMutation',
  V1Validation: 'PolicyValidation',
  V1Variable: 'PolicyVariable',
  V1beta1JSONPatch: 'PolicyJSONPatch',
  V1beta1ApplyConfiguration: 'PolicyApplyConfiguration',
};

/** The name of the GraphQL type of a struct: its name in Go, where that is free. */
export function typeNameOfStruct(struct: Struct): string {
  return NAMES[struct.name] ?? goStructName(struct);
}
