import type { ResourceFilter } from '../filters/compile-filter';
import {
  flag,
  input,
  int64,
  json,
  jsons,
  labelChanges,
  named,
  nested,
  text,
  valuedWords,
  wordOf,
  words,
  yaml,
  type InputOf,
} from '../input/inputs';
import { FIELD_VALIDATION, TRIED, WRITTEN } from './write-inputs';

const PATCH_FORMAT = valuedWords<'strategic' | 'merge' | 'json'>('PatchFormat', 'Format of a patch.', {
  STRATEGIC: { about: 'Strategic merge patch: lists are merged by their keys.', value: 'strategic' },
  MERGE: { about: 'JSON merge patch (RFC 7386): lists are replaced.', value: 'merge' },
  JSON: { about: 'JSON patch (RFC 6902): a list of operations.', value: 'json' },
});

const PROPAGATION_POLICY = words('PropagationPolicy', 'Treatment of the dependents of a deleted object.', {
  Orphan: 'Dependents are kept without an owner.',
  Background: 'Dependents are deleted afterwards.',
  Foreground: 'Dependents are deleted first.',
});

const VALIDATED = { fieldValidation: wordOf(FIELD_VALIDATION, 'Treatment of unknown fields (default Strict).') };

const DOCUMENT = {
  ...WRITTEN,
  ...VALIDATED,
  object: json('The object; alternative to `yaml`.'),
  yaml: yaml('The object in YAML; alternative to `object`.'),
  namespace: text('Namespace of objects that name none (default `default`).'),
};
const DOCUMENTS = {
  ...DOCUMENT,
  objects: jsons('Several objects; each is written or refused on its own.'),
};
const PART = { subresource: text('Subresource to write, such as `status`.') };
const DEPENDENTS = { propagationPolicy: wordOf(PROPAGATION_POLICY, 'Treatment of dependents.') };

const TARGET = {
  apiVersion: text('API version, such as `v1`.'),
  kind: text('Kind, such as `Pod`.'),
  name: text('Name of the object.'),
};
const IN_NAMESPACE = { ...WRITTEN, namespace: text('Namespace of the object (default `default`).') };

export const CREATE_OBJECT = input('Objects to create: exactly one of `object`, `objects` and `yaml`.', {
  optional: DOCUMENTS,
});
export const APPLY_OBJECT = input(
  'Objects to apply (server-side apply): exactly one of `object`, `objects` and `yaml`.',
  { optional: { ...DOCUMENTS, force: flag('Takes over fields owned by other managers.') } },
);
export const UPDATE_OBJECT = input('The new state of an object: exactly one of `object` and `yaml`.', {
  optional: { ...DOCUMENT, ...PART },
});
export const PATCH_OBJECT = input('A patch of an object.', {
  required: { ...TARGET, type: wordOf(PATCH_FORMAT, 'Format of the patch.'), patch: json('The patch.') },
  optional: { ...IN_NAMESPACE, ...VALIDATED, ...PART },
});

const PRECONDITIONS = input('Conditions that the object must meet.', {
  optional: { uid: text('UID of the object.'), resourceVersion: text('Revision of the object.') },
});
export const DELETE_OBJECT = input('An object to delete.', {
  required: TARGET,
  optional: {
    ...IN_NAMESPACE,
    ...DEPENDENTS,
    gracePeriodSeconds: int64('Grace period in seconds (default: that of the object).'),
    preconditions: nested('Preconditions', PRECONDITIONS, 'Conditions that the object must meet.'),
  },
});
export const DELETE_OBJECTS = input(
  'Objects to delete: either `apiVersion`, `kind` and `filter`, or exactly one of `objects` and `yaml`.',
  {
    optional: {
      ...TRIED,
      ...DEPENDENTS,
      apiVersion: text('API version of the kind, such as `v1`.'),
      kind: text('Kind, such as `Pod`.'),
      filter: named<ResourceFilter>('ResourceFilter', 'Selects objects of the kind; `{}` selects all of them.'),
      objects: jsons('Objects of any kinds; apiVersion, kind and metadata count.'),
      yaml: yaml('Objects of any kinds in YAML; apiVersion, kind and metadata count.'),
      namespace: text('Namespace of objects that name none (default `default`).'),
      gracePeriodSeconds: int64('Grace period in seconds (default: that of each object).'),
    },
  },
);
export const SET_LABELS = input('Labels and annotations to set or remove.', {
  required: TARGET,
  optional: {
    ...IN_NAMESPACE,
    labels: labelChanges('Labels; null removes a label.'),
    annotations: labelChanges('Annotations; null removes an annotation.'),
  },
});

export type DocumentsInput = InputOf<typeof CREATE_OBJECT>;
export type ApplyObjectInput = InputOf<typeof APPLY_OBJECT>;
export type UpdateObjectInput = InputOf<typeof UPDATE_OBJECT>;
export type PatchObjectInput = InputOf<typeof PATCH_OBJECT>;
export type DeleteObjectInput = InputOf<typeof DELETE_OBJECT>;
export type DeleteObjectsInput = InputOf<typeof DELETE_OBJECTS>;
export type SetLabelsInput = InputOf<typeof SET_LABELS>;

/** The object that an input names. */
export type TargetInput = Pick<DeleteObjectInput, 'apiVersion' | 'kind' | 'namespace' | 'name'>;

/** Objects that one action creates at most. */
export const MAX_OBJECTS_PER_MUTATION = 1000;
