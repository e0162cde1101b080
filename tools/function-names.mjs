import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import MagicString from 'magic-string';

/** What esbuild calls to give functions and classes the names that they have in their sources. */
const HELPER = '__name';

/**
 * Leaves names to the language but for classes. esbuild's `keepNames` gives every function its name by a call, each time the function is
 * made: closures cost time and 250 bytes each by that. What is made by an expression gets the name of its variable by
 * itself; names of classes are names of GraphQL types and Nest's providers, and given once.
 * @param {string} text of a bundle
 */
export function withoutFunctionNames(text) {
  const edited = new MagicString(text);
  simple(parse(text, { ecmaVersion: 'latest', sourceType: 'script' }), {
    CallExpression(call) {
      if (call.callee.name !== HELPER || call.arguments.length !== 2) return;
      const [named] = call.arguments;
      if (named.type === 'ThisExpression') return;
      edited.overwrite(call.start, named.start, '(').overwrite(named.end, call.end, ')');
    },
  });
  return edited.toString();
}
