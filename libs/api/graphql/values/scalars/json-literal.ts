import { exactNumber } from '@orrery/api-types';
import { GraphQLError, Kind, type ValueNode } from 'graphql';

/**
 * Reads a literal of a query as plain data, as JSON in a variable would be. Throws for a value that JSON cannot
 * represent.
 */
export function dataOfLiteral(
  node: ValueNode,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return exactNumber(Number(node.value), node.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((value) => dataOfLiteral(value, variables));
    case Kind.OBJECT: {
      const object: Record<string, unknown> = {};
      for (const { name, value } of node.fields) {
        setOwn(object, name.value, dataOfLiteral(value, variables));
      }
      return object;
    }
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.ENUM:
      throw new GraphQLError(`${node.value} is not a JSON value: strings need quotes`, { nodes: node });
  }
}

/** Sets an own member whatever its name is: `__proto__` is data like any other name. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
