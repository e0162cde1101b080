import {
  badRequest,
  DEFAULT_RELEASE,
  FIELD_WORDS,
  type FieldRequirement,
  FORMER_WORDS,
  isAfter,
  type KindInfo,
  type KubeObject,
  type LabelRequirement,
  matchesFieldSelector,
  matchesRequirements,
  parseFieldSelector,
  parseLabelSelector,
  type ReleaseName,
  servedForm,
  storedFieldNames,
  unsupportedFieldError,
} from '@orrery/api-types';

/** Objects of a kind that a list or watch selects. */
export interface Selection {
  readonly kind: KindInfo;
  /** Undefined: all namespaces, or a cluster-scoped kind. */
  readonly namespace: string | undefined;
  readonly hasSelectors: boolean;
  matches(object: KubeObject): boolean;
  /**
   * Returns whether an object in its former state was selected, where that does not follow from the object: a watch has shown it then. Absent
   * where it does.
   */
  matchedBefore?(object: KubeObject): boolean;
}

export interface SelectionText {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** The version whose names the field selector uses; the stored one if left out. */
  readonly apiVersion?: string | undefined;
  /** Decides how errors of label selectors are worded; the current release if left out. */
  readonly release?: ReleaseName | undefined;
}

/** Reads selectors in the API's grammar; throws a 400 that names what cannot be understood. */
export function select(kind: KindInfo, text: SelectionText): Selection {
  const labels = labelRequirements(text);
  const fields = fieldRequirements(kind, text);
  const isOfMetadata = fields.every(({ field }) => field.startsWith('metadata.'));
  const { namespace } = text;
  return {
    kind,
    namespace,
    hasSelectors: labels.length + fields.length > 0,
    matches: (object) =>
      (namespace === undefined || object.metadata.namespace === namespace) &&
      (labels.length === 0 || matchesRequirements(labels, object.metadata.labels)) &&
      (fields.length === 0 || matchesFieldSelector(kind, fields, isOfMetadata ? object : servedForm(kind, object))),
  };
}

function labelRequirements({ labelSelector, release = DEFAULT_RELEASE }: SelectionText): readonly LabelRequirement[] {
  if (!labelSelector) return [];
  const verdict = parseLabelSelector(labelSelector, isAfter(release, '1.20') ? FIELD_WORDS : FORMER_WORDS);
  if (!verdict.ok) throw badRequest(verdict.error);
  return verdict.requirements;
}

function fieldRequirements(
  kind: KindInfo,
  { fieldSelector: text, apiVersion = kind.storageApiVersion, release }: SelectionText,
): readonly FieldRequirement[] {
  if (!text) return [];
  const verdict = parseFieldSelector(text);
  if (!verdict.ok) throw badRequest(verdict.error);
  // A term without a field and without a value says nothing.
  const given = verdict.requirements.filter(({ field, value }) => field !== '' || value !== '');
  const stored = storedFieldNames(kind, apiVersion, given);
  if ('unknown' in stored) throw badRequest(`field label not supported: ${stored.unknown}`);
  const error = unsupportedFieldError(kind, stored.requirements, release);
  if (error !== undefined) throw badRequest(error);
  return stored.requirements;
}
