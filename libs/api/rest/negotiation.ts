import { notAcceptable } from '@orrery/api-types';

/** How a client wants its answer. */
export interface Representation {
  readonly as: 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** The version of the wrapping kind: `v1` or `v1beta1`. */
  readonly version: string;
}

const PLAIN: Representation = { as: 'object', version: '' };
const WRAPPERS = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);
const JSON_TYPES = new Set(['application/json', 'application/*', '*/*']);

/** One media type of an Accept header with its parameters, in the order of preference given by the client. */
export interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export function parseAccept(header: string | undefined): MediaType[] {
  const ranges = (header ?? '*/*').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const pairs = parameters.map((text): [string, string] => {
      const [name = '', value = ''] = text.split('=');
      return [name, value];
    });
    return { type: type.toLowerCase(), parameters: new Map(pairs) };
  });
  const quality = ({ parameters }: MediaType): number => Number(parameters.get('q') ?? 1);
  return ranges.filter((range) => quality(range) > 0).sort((a, b) => quality(b) - quality(a));
}

/**
 * The first representation of the Accept header that can be served; throws 406 if there is none.
 * @param hasTable whether what is answered can be shown as rows
 */
export function negotiate(header: string | undefined, hasTable = true): Representation {
  for (const { type, parameters } of parseAccept(header)) {
    if (!JSON_TYPES.has(type)) continue;
    const as = parameters.get('as');
    if (as === undefined) return PLAIN;
    if (as === 'Table' && !hasTable) continue;
    const version = parameters.get('v') ?? 'v1';
    if (!WRAPPERS.has(as) || parameters.get('g') !== 'meta.k8s.io' || !/^v1(beta1)?$/.test(version)) continue;
    return { as: as as Representation['as'], version };
  }
  throw notAcceptable('only the following media types are accepted: application/json');
}
