import { gvk, gvr, type ResourceView } from '@orrery/admission';
import { convert, servedForm, storedForm, type KindInfo, type KubeObject } from '@orrery/api-types';
import type { ClusterKinds } from '../kinds/cluster-kinds';

/** Resource that a write addresses, with the version and subresource of its path. */
export interface WrittenResource {
  readonly kind: KindInfo;
  /** The version that the client named; the one that is stored if left out. */
  readonly apiVersion?: string | undefined;
  readonly subresource?: string | undefined;
  /** Type of the request body if it differs from the kind, such as a Scale. */
  readonly body?: { readonly apiVersion: string; readonly kind: string } | undefined;
}

const asItIs = (object: KubeObject): KubeObject => object;

/** Returns the version in which a client addresses the written object. */
export function requestedView({ kind, apiVersion = kind.storageApiVersion, body }: WrittenResource): ResourceView {
  return viewIn(kind, apiVersion, body);
}

/** The other versions in which the same objects are served. */
export function otherViews(written: WrittenResource, kinds: ClusterKinds): ResourceView[] {
  const { kind, apiVersion = kind.storageApiVersion, body } = written;
  if (!kind.isCustom) {
    const others = kind.versionsOf[kinds.release].filter((version) => version !== apiVersion);
    return others.map((version) => viewIn(kind, version, body));
  }
  const others = kinds
    .customIn(kind.group)
    .filter((other) => other.resource === kind.resource && other.apiVersions[0] !== kind.apiVersions[0]);
  return others.map((other) => ({
    ...viewIn(other, other.apiVersions[0]!, body),
    form: (object: KubeObject) => servedForm(other, storedForm(kind, object)),
    back: (object: KubeObject) => servedForm(kind, storedForm(other, object)),
  }));
}

function viewIn(kind: KindInfo, apiVersion: string, body: WrittenResource['body']): ResourceView {
  const shown = body ?? { apiVersion, kind: kind.kind };
  const isPlain = body !== undefined || kind.isCustom;
  return {
    kind: gvk(shown.apiVersion, shown.kind),
    resource: gvr(apiVersion, kind.resource),
    form: isPlain ? asItIs : (object) => convert(object, apiVersion),
    back: isPlain ? asItIs : (object) => convert(object, kind.storageApiVersion),
  };
}
