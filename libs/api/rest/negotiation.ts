import { notAcceptable } from '@orrery/api-types';
import { PROTOBUF_TYPE } from './protobuf/encode-protobuf';

/** How a client wants its answer. */
export interface Representation {
  readonly as: 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** The version of the wrapping kind: `v1` or `v1beta1`. */
  readonly version: string;
  /** As a message of Kubernetes, not as JSON. */
  readonly isProtobuf: boolean;
}

const PLAIN: Representation = { as: 'object', version: '', isProtobuf: false };
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

/** What else than JSON of an object can be sent. */
export interface Offer {
  /** Rows of a table. */
  readonly hasTable?: boolean;
  /** Messages of Kubernetes: custom resources have none. */
  readonly hasProtobuf?: boolean;
}

/** Whether the client would rather have a message of Kubernetes than JSON. */
export function prefersProtobuf(header: string | undefined): boolean {
  const wanted = parseAccept(header).find(({ type }) => JSON_TYPES.has(type) || type === PROTOBUF_TYPE);
  return wanted?.type === PROTOBUF_TYPE;
}

/** The first representation of the Accept header that can be served; throws 406 if there is none. */
export function negotiate(
  header: string | undefined,
  { hasTable = true, hasProtobuf = false }: Offer = {},
): Representation {
  for (const { type, parameters } of parseAccept(header)) {
    const isProtobuf = type === PROTOBUF_TYPE && hasProtobuf;
    if (!JSON_TYPES.has(type) && !isProtobuf) continue;
    const as = parameters.get('as');
    if (as === undefined) return { ...PLAIN, isProtobuf };
    // Rows have no message.
    if (as === 'Table' && isProtobuf) continue;
    if (as === 'Table' && !hasTable) continue;
    const version = parameters.get('v') ?? 'v1';
    if (!WRAPPERS.has(as) || parameters.get('g') !== 'meta.k8s.io' || !/^v1(beta1)?$/.test(version)) continue;
    return { as: as as Representation['as'], version, isProtobuf };
  }
  const accepted = ['application/json', ...(hasProtobuf ? [PROTOBUF_TYPE] : [])].join(', ');
  throw notAcceptable(`only the following media types are accepted: ${accepted}`);
}
