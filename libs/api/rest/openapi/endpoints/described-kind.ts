import { groupOf, versionOf, type KindInfo, type ReleaseName } from '@orrery/api-types';
import { customDefinitionName, definitionName, type GroupVersionKind } from '@orrery/api-descriptions';
import type { Endpoint } from './endpoint';
import { ANYTHING, OF_CUSTOM_KINDS, OF_OBJECTS } from './media-types';
import { tagOf, versionPart } from './operation-names';
import { NAMESPACE, PRETTY, type Parameter } from './parameters';

/** A kind in one of its versions, with the description that all its endpoints share. */
export interface DescribedKind {
  readonly kind: KindInfo;
  readonly release: ReleaseName;
  readonly gvk: GroupVersionKind;
  /** `/api/v1` or `/apis/GROUP/VERSION` */
  readonly root: string;
  /** The path of its lists. */
  readonly collection: string;
  /** `CoreV1`: group and version in names of operations. */
  readonly version: string;
  /** Text before the kind there: `CoreV1Namespaced` or `CoreV1`. */
  readonly scope: string;
  readonly tag: string;
  readonly ofPath: readonly Parameter[];
  readonly definition: string;
  readonly listDefinition: string;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

/** Describes a kind for its endpoints. */
export function describedKind(kind: KindInfo, apiVersion: string, release: ReleaseName): DescribedKind {
  const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)];
  const root = group === '' ? `/api/${version}` : `/apis/${apiVersion}`;
  const { bodyKind, isCustom, listKind, namespaced } = kind;
  return {
    kind,
    release,
    gvk: { group, version, kind: bodyKind },
    root,
    collection: namespaced ? `${root}/namespaces/{namespace}/${kind.resource}` : `${root}/${kind.resource}`,
    version: versionPart(group, version),
    scope: `${versionPart(group, version)}${namespaced ? 'Namespaced' : ''}`,
    tag: tagOf(group, version),
    ofPath: namespaced ? [NAMESPACE, PRETTY] : [PRETTY],
    definition: isCustom ? customDefinitionName(kind, bodyKind) : definitionName({ apiVersion, kind: bodyKind }),
    listDefinition: isCustom
      ? customDefinitionName(kind, listKind)
      : definitionName({ apiVersion, kind: `${bodyKind}List` }),
    consumes: isCustom ? OF_CUSTOM_KINDS : ANYTHING,
    produces: isCustom ? OF_CUSTOM_KINDS : OF_OBJECTS,
  };
}

/** Parts of an endpoint that its builder gets or leaves open. */
export type Part = Omit<Endpoint, 'path' | 'tag' | 'gvk' | 'produces'> & { readonly produces?: readonly string[] };

/** The path of the lists of all namespaces. */
export function allNamespaces({ root, kind }: DescribedKind): string {
  return `${root}/${kind.resource}`;
}

/** Completes a builder's description of an endpoint of a kind. */
export function endpoint({ tag, gvk, produces }: DescribedKind, path: string, part: Part): Endpoint {
  return { path, tag, gvk, produces, ...part };
}

/** `a Pod`, `an Event`, `Endpoints`: plurals have no article (`GetArticleForNoun` of kube-apiserver). */
export function withArticle(noun: string): string {
  if (/[^s]s$/.test(noun)) return noun;
  return `${/^[AEIOU]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
