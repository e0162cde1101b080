import {
  DEFAULT_RELEASE,
  isAfter,
  notAcceptable,
  type ReleaseName,
  RouterRefusal,
  StatusReason,
} from '@orrery/api-types';
import { PROTOBUF_TYPE } from '../protobuf/encode-protobuf';

/** Form in which a client wants its answer. */
export interface Representation {
  readonly as: 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** The version of the wrapping kind: `v1` or `v1beta1`. */
  readonly version: string;
  /** True for a message of Kubernetes, false for a text. */
  readonly isProtobuf: boolean;
}

/** Encoding of an answer. */
export const Encoding = { Json: 'json', Yaml: 'yaml', Protobuf: 'protobuf' } as const;
export type Encoding = (typeof Encoding)[keyof typeof Encoding];

export const JSON_TYPE = 'application/json';
export const YAML_TYPE = 'application/yaml';
const PLAIN: Representation = { as: 'object', version: '', isProtobuf: false };
const WRAPPERS = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  [JSON_TYPE, Encoding.Json],
  ['application/*', Encoding.Json],
  ['*/*', Encoding.Json],
  [YAML_TYPE, Encoding.Yaml],
  [PROTOBUF_TYPE, Encoding.Protobuf],
]);
const ROUTED: ReadonlySet<string> = new Set([JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE, '*/*']);
const ACCEPTED = [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE].join(', ');
/** Media types of watches; YAML is not among them, because no client could see where an event ends. */
const ACCEPTED_BY_WATCHES = [JSON_TYPE, PROTOBUF_TYPE].map((type) => `${type};stream=watch`).join(', ');
const DISCOVERY_VERSIONS = new Set(['v2', 'v2beta1']);

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

/** Forms and encodings in which an object can be sent besides JSON. */
export interface Offer {
  /** Rows of a table. */
  readonly hasTable?: boolean;
  /** Messages of Kubernetes: custom resources have none. */
  readonly hasProtobuf?: boolean;
  /** A stream of events. */
  readonly isWatch?: boolean;
  /** A list, which may also be watched. */
  readonly isList?: boolean;
  /** True if the router has a route of its own for the kind, as kube-apiserver's has for those it has types of. */
  readonly isRouted?: boolean;
  /** Release of the cluster; the newest if left out. */
  readonly release?: ReleaseName;
}

/** The encodings that a client reads, those that it likes better first. */
export function preferredEncodings(header: string | undefined): Encoding[] {
  return parseAccept(header).flatMap(({ type }) => ENCODINGS.get(type) ?? []);
}

/**
 * The first representation of the Accept header that can be served; throws 406 if there is none
 * (`endpoints/handlers/negotiation`, and `AllowsMediaTypeTransform` of `endpoints/handlers/rest.go` upstream).
 */
export function negotiate(header: string | undefined, offer: Offer = {}): Representation {
  const { hasTable = true, hasProtobuf = false, isWatch = false } = offer;
  const ranges = parseAccept(header);
  requireRoute(ranges, offer);
  for (const { type, parameters } of ranges) {
    const encoding = ENCODINGS.get(type);
    if (encoding === undefined) continue;
    const isProtobuf = encoding === Encoding.Protobuf;
    const as = parameters.get('as');
    const version = parameters.get('v') ?? 'v1';
    if (as === undefined) {
      if (isProtobuf && !hasProtobuf) continue;
    } else {
      if (!WRAPPERS.has(as) || parameters.get('g') !== 'meta.k8s.io' || !/^v1(beta1)?$/.test(version)) continue;
      // Rows have no message; metadata alone has one, whatever it is of.
      if (as === 'Table' && (isProtobuf || !hasTable)) continue;
    }
    if (isWatch && encoding === Encoding.Yaml) break;
    return as === undefined ? { ...PLAIN, isProtobuf } : { as: as as Representation['as'], version, isProtobuf };
  }
  throw notAcceptable(`only the following media types are accepted: ${isWatch ? ACCEPTED_BY_WATCHES : ACCEPTED}`);
}

/** Throws the 406 of the router unless it has a route for one of the media types. */
function requireRoute(
  ranges: ReturnType<typeof parseAccept>,
  { isList = false, isRouted = false, release = DEFAULT_RELEASE }: Offer,
): void {
  if (!isRouted || ranges.some(({ type }) => ROUTED.has(type))) return;
  throw notRouted(isList ? `${ACCEPTED}, ${ACCEPTED_BY_WATCHES}` : ACCEPTED, release);
}

/** Throws the 406 of the router for a page that has one form only; older releases do not say which. */
export function requireAccepted(header: string | undefined, type: string, release: ReleaseName): void {
  if (parseAccept(header).some((range) => range.type === '*/*' || range.type === type)) return;
  throw notRouted(type, release);
}

/**
 * Returns the 406 error of the router, which compares whole media types: the only wildcard that it knows is that of
 * everything; older ones do not list the offered types.
 */
function notRouted(offered: string, release: ReleaseName): RouterRefusal {
  const offer = isAfter(release, '1.20') ? `\n\nAvailable representations: ${offered}` : '';
  return new RouterRefusal(StatusReason.NotAcceptable, `406: Not Acceptable${offer}`);
}

/** The form of a discovery answer. */
export interface DiscoveryForm {
  /** The version of the form that takes one request; undefined for the form of older clients. */
  readonly version: string | undefined;
  /** The media type that the client asks for it in. */
  readonly type: string;
}

/**
 * Returns the form of discovery for a client: the one-request form where it accepts that, in any order; throws 406 if
 * it reads neither. Only `/api` and `/apis` have that form (`hasAggregated`;
 * `endpoints/discovery/aggregated/wrapper.go` upstream).
 */
export function negotiateDiscovery(header: string | undefined, hasAggregated: boolean): DiscoveryForm {
  const known = parseAccept(header).filter(({ type }) => ENCODINGS.has(type));
  const isAggregated = ({ parameters }: MediaType): boolean =>
    parameters.get('as') === 'APIGroupDiscoveryList' &&
    parameters.get('g') === 'apidiscovery.k8s.io' &&
    DISCOVERY_VERSIONS.has(parameters.get('v') ?? '');
  const aggregated = hasAggregated ? known.find(isAggregated) : undefined;
  const chosen = aggregated ?? known.find(({ parameters }) => !parameters.has('as'));
  if (!chosen) throw notAcceptable(`only the following media types are accepted: ${ACCEPTED}`);
  return { version: aggregated?.parameters.get('v'), type: chosen.type };
}
