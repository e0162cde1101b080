import { ProtocolType } from '@orrery/api-descriptions';
import { allNamespaces, endpoint, type DescribedKind } from './described-kind';
import type { Endpoint } from './endpoint';
import { ANYTHING, OF_LISTS } from './media-types';
import { listParameters, nameOf, PRETTY, type Parameter } from './parameters';

/** The older form of watches, which custom kinds do not name. */
export function watches(described: DescribedKind): Endpoint[] {
  const { kind, root, scope, version, collection, ofPath, release } = described;
  if (kind.isCustom || !kind.verbs.includes('watch')) return [];
  const under = (path: string): string => `${root}/watch${path.slice(root.length)}`;
  const watch = (path: string, operationId: string, words: string, parameters: readonly Parameter[]): Endpoint =>
    endpoint(described, under(path), {
      method: 'get',
      operationId,
      description: words,
      action: path.endsWith('{name}') ? 'watch' : 'watchlist',
      parameters: [...parameters, ...listParameters(release)],
      codes: [200],
      answer: { definition: ProtocolType.WatchEvent },
      consumes: ANYTHING,
      produces: OF_LISTS,
    });
  const all = `watch individual changes to a list of ${kind.bodyKind}. deprecated: use the 'watch' parameter with a list operation instead.`;
  const one = `watch changes to an object of kind ${kind.bodyKind}. deprecated: use the 'watch' parameter with a list operation instead, filtered to a single item with the 'fieldSelector' parameter.`;
  return [
    ...(kind.namespaced
      ? [watch(allNamespaces(described), `watch${version}${kind.kind}ListForAllNamespaces`, all, [PRETTY])]
      : []),
    watch(collection, `watch${scope}${kind.kind}List`, all, ofPath),
    ...(kind.verbs.includes('get')
      ? [watch(`${collection}/{name}`, `watch${scope}${kind.kind}`, one, [nameOf(kind.bodyKind), ...ofPath])]
      : []),
  ];
}
