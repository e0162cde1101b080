import { isUpTo, type ReleaseName } from '@orrery/api-types';

const JSON_TYPE = 'application/json';
const YAML = 'application/yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_YAML = 'application/apply-patch+yaml';

/** Schema of a value of any type. */
export const ANYTHING: readonly string[] = ['*/*'];
export const PLAIN_JSON: readonly string[] = [JSON_TYPE];
/** Media types in which custom kinds are read and written, as their documents say. */
export const OF_CUSTOM_KINDS: readonly string[] = [JSON_TYPE, YAML];
/** Media types in which groups are described. */
export const OF_GROUPS: readonly string[] = [JSON_TYPE, YAML, PROTOBUF];

/**
 * Media types of objects. Newer releases name CBOR in their documents whether it is switched on or not, so that it is
 * left out here, where it is never served.
 */
export const OF_OBJECTS = OF_GROUPS;
/** Media types of answers of lists, which may be watches. */
export const OF_LISTS: readonly string[] = [...OF_OBJECTS, `${JSON_TYPE};stream=watch`, `${PROTOBUF};stream=watch`];
export const OF_LOGS: readonly string[] = ['text/plain', ...OF_OBJECTS];

/** The formats of patches. */
export function patchTypes(release: ReleaseName, isCustom: boolean): readonly string[] {
  return [
    JSON_PATCH,
    MERGE_PATCH,
    ...(isCustom ? [] : [STRATEGIC_PATCH]),
    ...(isUpTo(release, '1.11') ? [] : [APPLY_YAML]),
  ];
}
