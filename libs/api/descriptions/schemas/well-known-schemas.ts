import type { Schema } from './schema';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The names of types that are not structs. */
export const WellKnown = {
  Quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  IntOrString: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  Time: `${META}.Time`,
  MicroTime: `${META}.MicroTime`,
  FieldsV1: `${META}.FieldsV1`,
  ListMeta: `${META}.ListMeta`,
} as const;

export const API_VERSION: Schema = {
  type: 'string',
  description:
    'APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values.',
};
export const KIND: Schema = {
  type: 'string',
  description:
    'Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase.',
};

/** Their schemas. */
export const WELL_KNOWN_SCHEMAS: Readonly<Record<string, Schema>> = {
  [WellKnown.Quantity]: {
    type: 'string',
    description:
      'Quantity is a fixed-point representation of a number, such as "500m", "2" or "1Gi": digits, perhaps with a decimal point, and a suffix (m, k, M, G, T, P, E or Ki, Mi, Gi, Ti, Pi, Ei) or a decimal exponent.',
  },
  [WellKnown.IntOrString]: {
    type: 'string',
    format: 'int-or-string',
    description: 'IntOrString is a type that can hold an int32 or a string.',
  },
  [WellKnown.Time]: {
    type: 'string',
    format: 'date-time',
    description: 'Time is a point in time in RFC 3339, in whole seconds.',
  },
  [WellKnown.MicroTime]: { type: 'string', format: 'date-time', description: 'MicroTime is Time with microseconds.' },
  [WellKnown.FieldsV1]: {
    type: 'object',
    description: 'FieldsV1 stores a set of fields in a data structure like a trie, in JSON format.',
  },
  [WellKnown.ListMeta]: {
    type: 'object',
    description: 'ListMeta describes metadata that lists have.',
    properties: {
      continue: { type: 'string', description: 'Token for the next chunk; set when there are more items.' },
      remainingItemCount: {
        type: 'integer',
        format: 'int64',
        description: 'The number of items that follow; unset when selectors are used.',
      },
      resourceVersion: { type: 'string', description: 'The revision whose state the list shows.' },
      selfLink: { type: 'string', description: 'Deprecated: not set any more.' },
    },
  },
};
