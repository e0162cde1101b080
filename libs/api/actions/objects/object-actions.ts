import { checkedByStore, manyOfNamedKind, type AccessRule } from '../access/access-rules';
import { clusterAction } from '../action';
import { many, one, type ResultSchema } from '../input/results';
import {
  APPLY_OBJECT,
  CREATE_OBJECT,
  DELETE_OBJECT,
  DELETE_OBJECTS,
  PATCH_OBJECT,
  SET_LABELS,
  UPDATE_OBJECT,
  type DeleteObjectsInput,
} from './object-inputs';
import {
  applyObjects,
  createObjects,
  deleteObject,
  deleteObjects,
  patchObject,
  setLabels,
  updateObject,
} from './write-objects';

const OBJECTS: ResultSchema = {
  name: 'ObjectPayload',
  about: 'Result of writing objects.',
  fields: {
    object: one('Resource', 'The object; the first one if several were written.'),
    objects: many('Resource', 'The written objects, in the order of the input.'),
    warnings: many('String', 'Warnings of the API, such as dropped fields.'),
  },
};

/** Selected objects need the right to the collection; the store checks the right to each object that is named. */
const DELETIONS: AccessRule = {
  text: 'deletecollection of its kind; delete of its kind for objects that are named',
  rights: (args, where) =>
    (args['input'] as DeleteObjectsInput).kind == null ? [] : manyOfNamedKind('deletecollection').rights(args, where),
};

export const OBJECT_ACTIONS = [
  clusterAction({
    name: 'createObject',
    about: 'Creates one or several objects of any kinds.',
    right: checkedByStore('create of its kind'),
    input: CREATE_OBJECT,
    result: OBJECTS,
    perform: ({ runtime }, given) => createObjects(runtime, given),
  }),
  clusterAction({
    name: 'applyObject',
    about: 'Creates or changes one or several objects by server-side apply.',
    right: checkedByStore('patch (and create) of its kind'),
    input: APPLY_OBJECT,
    result: OBJECTS,
    perform: ({ runtime }, given) => applyObjects(runtime, given),
  }),
  clusterAction({
    name: 'updateObject',
    about: 'Replaces an object, or its subresource.',
    right: checkedByStore('update of its kind'),
    input: UPDATE_OBJECT,
    result: OBJECTS,
    perform: ({ runtime }, given) => updateObject(runtime, given),
  }),
  clusterAction({
    name: 'patchObject',
    about: 'Patches an object, or its subresource.',
    right: checkedByStore('patch of its kind'),
    input: PATCH_OBJECT,
    result: OBJECTS,
    perform: ({ runtime }, given) => patchObject(runtime, given),
  }),
  clusterAction({
    name: 'deleteObject',
    about: 'Deletes an object.',
    right: checkedByStore('delete of its kind'),
    input: DELETE_OBJECT,
    result: {
      name: 'DeletePayload',
      about: 'Result of a deletion.',
      fields: {
        object: one('Resource', 'The last state of the object, or the object that awaits its deletion.'),
        isGone: one('Boolean', 'Whether the object is gone; false while it awaits its grace period or finalizers.'),
      },
    },
    perform: ({ runtime }, given) => deleteObject(runtime, given),
  }),
  clusterAction({
    name: 'deleteObjects',
    about: 'Deletes objects that a filter selects, or that are named.',
    right: DELETIONS,
    input: DELETE_OBJECTS,
    result: {
      name: 'DeleteManyPayload',
      about: 'Result of deleting several objects.',
      fields: {
        count: one('Int', 'Number of deleted objects, including those that await their deletion.'),
        objects: many('Resource', 'The last states of the objects, or the objects that await their deletion.'),
      },
    },
    perform: ({ runtime }, given) => deleteObjects(runtime, given),
  }),
  clusterAction({
    name: 'setLabels',
    about: 'Sets and removes labels and annotations of an object.',
    right: checkedByStore('patch of its kind'),
    input: SET_LABELS,
    result: OBJECTS,
    perform: ({ runtime }, given) => setLabels(runtime, given),
  }),
];
