/**
 * An ESLint rule: a cast that the compiler does not check (`as never`, `as unknown as T`) needs its reason in a comment
 * on its own line, on the line above, or above the statement or property it stands in. Without one a reader cannot tell
 * a cast that is right from one that hides an error.
 */
const STOPS = /Statement$|Declaration$|^Property$|^PropertyDefinition$/;

const isUnchecked = ({ typeAnnotation, expression }) =>
  typeAnnotation.type === 'TSNeverKeyword' ||
  (expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword');

/** The lines on which a reason counts: the cast's last, the one above it, and those above what encloses the cast. */
function* linesOfReason(cast) {
  yield cast.loc.end.line;
  yield cast.loc.end.line - 1;
  for (let node = cast; node; node = node.parent) {
    yield node.loc.start.line - 1;
    if (STOPS.test(node.type)) return;
  }
}

module.exports = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Say in a comment above why this unchecked cast is right, or give the value its type.' },
  },
  create(context) {
    const commentEnds = new Set(context.sourceCode.getAllComments().map((comment) => comment.loc.end.line));
    return {
      TSAsExpression(node) {
        if (!isUnchecked(node) || [...linesOfReason(node)].some((line) => commentEnds.has(line))) return;
        context.report({ node, messageId: 'missing' });
      },
    };
  },
};
