import type { Endpoint } from './endpoints/endpoint';
import type { Parameter } from './endpoints/parameters';

/** An endpoint with the parameters that it alone has at its path. */
export interface Operation extends Endpoint {
  readonly ownParameters: readonly Parameter[];
}

/** Operations of a path. */
export interface PathItem {
  readonly path: string;
  /** The parameters of all its operations, by name. */
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
}

/** Puts endpoints together by their paths, in the order of these (`findCommonParameters` of kube-openapi). */
export function pathItems(endpoints: readonly Endpoint[]): PathItem[] {
  const byPath = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const known = byPath.get(endpoint.path);
    if (known) known.push(endpoint);
    else byPath.set(endpoint.path, [endpoint]);
  }
  return [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, all]) => pathItem(path, all));
}

function pathItem(path: string, endpoints: readonly Endpoint[]): PathItem {
  const counts = new Map<string, number>();
  for (const parameter of endpoints.flatMap(({ parameters }) => parameters)) {
    counts.set(keyOf(parameter), (counts.get(keyOf(parameter)) ?? 0) + 1);
  }
  const isShared = (parameter: Parameter): boolean => counts.get(keyOf(parameter)) === endpoints.length;
  return {
    path,
    parameters: byName(endpoints[0]!.parameters.filter(isShared)),
    operations: endpoints.map((endpoint) => ({
      ...endpoint,
      ownParameters: byName(endpoint.parameters.filter((parameter) => !isShared(parameter))),
    })),
  };
}

function keyOf({ in: place, name }: Parameter): string {
  return `${name} ${place}`;
}

function byName(parameters: readonly Parameter[]): Parameter[] {
  return [...parameters].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Texts of the codes of success. */
export const CODE_TEXTS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };
/** The answer to a client that is not known, which every endpoint may give. */
export const UNAUTHORIZED = { 401: { description: 'Unauthorized' } } as const;
