import {
  type ApiError,
  convert,
  internalType,
  isUpTo,
  jsonText,
  type KindInfo,
  type KubeObject,
  notAcceptable,
  type ReleaseName,
  servedForm,
} from '@orrery/api-types';
import type { Listed } from '@orrery/control-plane';
import { textOf, textOfMetadata } from '@orrery/store';
import { mapInSlices } from './in-slices';
import { ListBody, ordered } from './list-body';
import type { Representation } from './negotiation';
import { encodeWatchEvent, PROTOBUF_TYPE } from '../protobuf/encode-protobuf';
import { sharedEvents, type ShownEvent } from './shared-events';
import { renderLongTable, renderTable, type IncludeObject, type TableContent } from '../table/render-table';

/** Presentation of the objects of one request: their version, and their form (themselves, table rows or metadata alone). */
export interface Presentation {
  readonly kind: KindInfo;
  readonly apiVersion: string;
  readonly representation: Representation;
  readonly includeObject: IncludeObject;
  /** Cluster time, for ages: objects grow older while a watch lasts. */
  readonly nowMs: () => number;
  /** Release of the cluster. */
  readonly release: ReleaseName;
}

/** Shows the objects of a watch; a table's columns go with the first event only. */
export interface EventPresenter {
  readonly apiVersion: string;
  readonly contentType: string;
  /** An event of the watch as it is sent. */
  event(type: string, object: KubeObject): string | Buffer;
  /** Events of the watch that are sent together. */
  events(events: readonly ShownEvent[]): string | Buffer;
  /** Returns a bookmark, whose object is bare. */
  bookmark(object: unknown): string | Buffer;
  /** The last event of a watch that cannot continue. */
  failure(status: object): string | Buffer;
}

export function presentObject(presentation: Presentation, object: KubeObject): unknown {
  const { kind, apiVersion, representation } = presentation;
  const shown = shownForm(kind, object, apiVersion);
  if (representation.as === 'Table') {
    const { resourceVersion } = object.metadata;
    return table(presentation, [shown], { resourceVersion });
  }
  if (representation.as === 'PartialObjectMetadata') return partial(representation, shown);
  if (representation.as === 'PartialObjectMetadataList') throw notAList(presentation, representation.as);
  return shown.kind === kind.kind ? ordered(shown) : shown;
}

/** A list to show; a list without a revision is not of a store. */
export type ShownList = Omit<Listed, 'revision'> & { readonly revision: number | undefined };

/**
 * Returns a list as it is to be encoded; `areKept` means that its objects are those of the cache, whose texts are worth
 * keeping.
 */
export async function presentList(presentation: Presentation, listed: ShownList, areKept = false): Promise<unknown> {
  const { kind, apiVersion, representation, release } = presentation;
  const metadata = {
    ...(listed.revision === undefined ? {} : { resourceVersion: String(listed.revision) }),
    ...(listed.continue === undefined ? {} : { continue: listed.continue }),
    ...(listed.remaining === undefined ? {} : { remainingItemCount: listed.remaining }),
  };
  const show = (object: KubeObject): KubeObject => shownForm(kind, object, apiVersion);
  if (representation.as === 'Table') {
    return renderLongTable(contentOf(presentation, await mapInSlices(listed.items, show), metadata));
  }
  if (representation.as === 'PartialObjectMetadataList') {
    const wrapper = `meta.k8s.io/${representation.version}`;
    const items = await mapInSlices(listed.items, (object) => partial(representation, show(object)));
    // Older servers begin with no list at all.
    const shown = items.length === 0 && isUpTo(release, '1.20') ? null : items;
    return { kind: 'PartialObjectMetadataList', apiVersion: wrapper, metadata, items: shown };
  }
  if (representation.as === 'PartialObjectMetadata') throw aList(presentation, representation.as);
  // The list type of custom objects has the field also where nothing is to be continued.
  const shownMetadata = kind.isCustom ? { ...metadata, continue: listed.continue ?? '' } : metadata;
  return new ListBody({ kind: kind.listKind, apiVersion, metadata: shownMetadata }, listed.items, {
    show,
    areKept,
    isKindNamed: kind.isCustom,
  });
}

/** Returns the 406 error of a request for a list of metadata, of one object. */
function notAList({ kind, apiVersion }: Presentation, wanted: string): ApiError {
  const type = kind.isCustom ? 'unstructured.Unstructured' : internalType(apiVersion, kind.kind);
  return notAcceptable(`you requested ${wanted}, but the requested object is not a list (*${type})`);
}

/** Returns the 406 error of a request for the metadata of one object, of a list. */
function aList({ kind, apiVersion }: Presentation, wanted: string): ApiError {
  const type = kind.isCustom ? 'unstructured.UnstructuredList' : internalType(apiVersion, kind.listKind);
  return notAcceptable(`you requested ${wanted}, but the requested object is a list (*${type})`);
}

export function eventPresenter(presentation: Presentation): EventPresenter {
  const { kind, apiVersion, representation } = presentation;
  let isFirst = true;
  const withColumns = (rendered: object): object => {
    const shown = isFirst ? rendered : { ...rendered, columnDefinitions: null };
    isFirst = false;
    return shown;
  };
  const text = (object: KubeObject): string => {
    const shownObject = shownForm(kind, object, apiVersion);
    // What was written just now has its text already.
    if (representation.as === 'object' && shownObject === object) return textOf(object);
    if (representation.as === 'PartialObjectMetadata') return partialText(representation, shownObject);
    const shown = presentObject(presentation, object);
    return jsonText(representation.as === 'Table' ? withColumns(shown as object) : shown);
  };
  const bare = (object: unknown): unknown => {
    if (representation.as === 'object') return object;
    if (representation.as !== 'Table') return partial(representation, object as KubeObject);
    const { metadata } = object as KubeObject;
    const withoutObject = { ...presentation, includeObject: 'Metadata' as const };
    return withColumns(table(withoutObject, [], { resourceVersion: metadata.resourceVersion }));
  };
  if (representation.isProtobuf) {
    const event = (type: string, object: KubeObject): Buffer =>
      encodeWatchEvent(type, presentObject(presentation, object));
    return {
      apiVersion,
      contentType: `${PROTOBUF_TYPE};stream=watch`,
      event,
      events: (events) => Buffer.concat(events.map(({ type, object }) => event(type, object))),
      bookmark: (object) => encodeWatchEvent('BOOKMARK', bare(object)),
      failure: (status) => encodeWatchEvent('ERROR', status),
    };
  }
  const event = (type: string, object: KubeObject): string => `{"type":"${type}","object":${text(object)}}\n`;
  const textOfEvent = ({ type, object }: ShownEvent): string => event(type, object);
  return {
    apiVersion,
    contentType: 'application/json',
    event,
    // Tables are shown by the watch's own columns and time.
    events: (events) =>
      representation.as === 'object'
        ? sharedEvents.bytesOf(`${kind.group} ${kind.resource} ${apiVersion}`, events, textOfEvent)
        : events.map(textOfEvent).join(''),
    bookmark: (object) => `${jsonText({ type: 'BOOKMARK', object: bare(object) })}\n`,
    failure: (status) => `${jsonText({ type: 'ERROR', object: status })}\n`,
  };
}

/** A stored object in the version that the client asked for. */
function shownForm(kind: KindInfo, object: KubeObject, apiVersion: string): KubeObject {
  return kind.form ? servedForm(kind, object) : convert(object, apiVersion);
}

function table(presentation: Presentation, objects: readonly KubeObject[], metadata: object): object {
  return renderTable(contentOf(presentation, objects, metadata));
}

function contentOf(presentation: Presentation, objects: readonly KubeObject[], metadata: object): TableContent {
  const { kind, representation, includeObject, nowMs, release } = presentation;
  return { kind, objects, metadata, version: representation.version, includeObject, nowMs: nowMs(), release };
}

function partial(representation: Representation, { metadata }: KubeObject): unknown {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${representation.version}`, metadata };
}

/** The JSON text of the same; most of metadata is the list of owners, which many objects share with its text. */
function partialText({ version }: Representation, { metadata }: KubeObject): string {
  return `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/${version}","metadata":${textOfMetadata(metadata)}}`;
}
