import { jsonText } from '@orrery/api-types';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { dataOfLiteral } from './json-literal';

/** Check of a member of a record; other members are refused. */
type IsMember = (value: unknown) => boolean;

interface RecordScalar {
  readonly name: string;
  readonly description: string;
  readonly isMember: IsMember;
  /** True if `key-` in a text removes the key (null in an object). */
  readonly canRemove?: boolean;
}

/**
 * Returns a scalar of records that can be written without variables although their keys are not names of GraphQL: as an
 * object, or as a text in the form of kubectl's arguments, such as `cpu=4,nvidia.com/gpu=2`.
 */
function recordScalar({ name, description, isMember, canRemove = false }: RecordScalar): GraphQLScalarType {
  const read = (value: unknown): Record<string, unknown> => {
    const record = typeof value === 'string' ? recordOfText(name, value, canRemove) : value;
    const isRecord = typeof record === 'object' && record !== null && !Array.isArray(record);
    if (isRecord && Object.values(record).every(isMember)) return record as Record<string, unknown>;
    throw new GraphQLError(`${name} cannot represent ${jsonText(value)}: give an object or a text such as a=b,c=d`);
  };
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => value,
    parseValue: read,
    parseLiteral: (node, variables) => read(dataOfLiteral(node, variables)),
  });
}

/** `a=b,c-` as a record. Throws a GraphQLError for an entry without `=`. */
function recordOfText(scalar: string, text: string, canRemove: boolean): Record<string, string | null> {
  const entries = text.split(',').map((entry): [string, string | null] => {
    const [key = '', ...rest] = entry.trim().split('=');
    if (key !== '' && rest.length > 0) return [key, rest.join('=')];
    if (canRemove && key.length > 1 && key.endsWith('-')) return [key.slice(0, -1), null];
    throw new GraphQLError(
      `${scalar} cannot represent ${JSON.stringify(text)}: ${JSON.stringify(entry)} is not key=value`,
    );
  });
  return Object.fromEntries(entries);
}

const isText: IsMember = (value) => typeof value === 'string';
const isAmount: IsMember = (value) => typeof value === 'string' || typeof value === 'number';

export const LabelMap = recordScalar({
  name: 'LabelMap',
  description:
    'Labels or annotations: a JSON object whose values are strings. In a request also a string such as `app=web,example.com/tier=front`.',
  isMember: isText,
});

export const LabelChanges = recordScalar({
  name: 'LabelChanges',
  description:
    'Labels or annotations to set and to remove: an object in which null removes a key, or a string such as `app=web,tier-`.',
  isMember: (value) => value === null || isText(value),
  canRemove: true,
});

export const ResourceList = recordScalar({
  name: 'ResourceList',
  description:
    'Quantities by resource: an object such as `{cpu: 4, memory: "16Gi"}`, or a string such as `cpu=4,memory=16Gi,nvidia.com/gpu=2`.',
  isMember: isAmount,
});
