/**
 * An ESLint rule: `JSON.stringify` of what may be JSON of a client. Such values may hold bigints, for whole numbers that a
 * double does not keep, and `JSON.stringify` throws at those: `jsonText` writes their digits. Texts, numbers and values
 * whose type has no room for a bigint are as before.
 */
const ts = require('typescript');

const MAX_DEPTH = 4;

/** Returns whether a value of the type may hold a bigint: what has no certain type may. */
function mayHoldBigint(type, checker, depth, seen) {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.BigIntLike | ts.TypeFlags.NonPrimitive))
    return true;
  if (flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Conditional | ts.TypeFlags.IndexedAccess)) {
    const bound = checker.getBaseConstraintOfType(type);
    return !bound || bound === type || mayHoldBigint(bound, checker, depth, seen);
  }
  if (type.isUnionOrIntersection()) return type.types.some((part) => mayHoldBigint(part, checker, depth, seen));
  if (!(flags & ts.TypeFlags.Object) || seen.has(type)) return false;
  if (depth >= MAX_DEPTH) return false;
  seen.add(type);
  const parts = checker.getIndexInfosOfType(type).map((info) => info.type);
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return [...checker.getTypeArguments(type)].some((part) => mayHoldBigint(part, checker, depth + 1, seen));
  // An empty type says nothing of its value.
  const properties = checker.getPropertiesOfType(type);
  if (properties.length === 0 && parts.length === 0 && type.getCallSignatures().length === 0) return true;
  for (const property of properties) parts.push(checker.getTypeOfSymbol(property));
  return parts.some((part) => mayHoldBigint(part, checker, depth + 1, seen));
}

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { bigint: 'This value may be JSON of a client with bigints in it: use jsonText of @orrery/api-types.' },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    return {
      "CallExpression[callee.object.name='JSON'][callee.property.name='stringify']"(node) {
        const [value] = node.arguments;
        const type = services.getTypeAtLocation(value);
        if (mayHoldBigint(type, checker, 0, new Set())) context.report({ node, messageId: 'bigint' });
      },
    };
  },
};
