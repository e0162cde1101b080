import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { checkedByStore, manyOfNamedKind, Requires, type AccessRule } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import {
  ApplyObjectInput,
  CreateObjectInput,
  DeleteObjectInput,
  DeleteObjectsInput,
  PatchObjectInput,
  SetLabelsInput,
  UpdateObjectInput,
} from './object-inputs';
import { DeleteManyPayload, DeletePayload, ObjectPayload } from './object-payloads';
import {
  applyObjects,
  createObjects,
  deleteObject,
  deleteObjects,
  patchObject,
  setLabels,
  updateObject,
} from './write-objects';

const INPUT = { description: 'Input of the mutation.' };

/** Selected objects need the right to the collection; the store checks the right to each object that is named. */
const DELETIONS: AccessRule = {
  text: 'deletecollection of its kind; delete of its kind for objects that are named',
  rights: (args, where) =>
    (args['input'] as DeleteObjectsInput).kind == null ? [] : manyOfNamedKind('deletecollection').rights(args, where),
};

/** Writes of objects of any kind. */
@Resolver()
export class ObjectMutationsResolver {
  @Requires(checkedByStore('create of its kind'))
  @Mutation(() => ObjectPayload, { name: 'createObject', description: 'Creates one or several objects of any kinds.' })
  createObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => CreateObjectInput, ...INPUT }) input: CreateObjectInput,
  ): Promise<unknown> {
    return payload(input, () => createObjects(runtime, input));
  }

  @Requires(checkedByStore('patch (and create) of its kind'))
  @Mutation(() => ObjectPayload, {
    name: 'applyObject',
    description: 'Creates or changes one or several objects by server-side apply.',
  })
  applyObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ApplyObjectInput, ...INPUT }) input: ApplyObjectInput,
  ): Promise<unknown> {
    return payload(input, () => applyObjects(runtime, input));
  }

  @Requires(checkedByStore('update of its kind'))
  @Mutation(() => ObjectPayload, { name: 'updateObject', description: 'Replaces an object, or its subresource.' })
  updateObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => UpdateObjectInput, ...INPUT }) input: UpdateObjectInput,
  ): Promise<unknown> {
    return payload(input, () => updateObject(runtime, input));
  }

  @Requires(checkedByStore('patch of its kind'))
  @Mutation(() => ObjectPayload, { name: 'patchObject', description: 'Patches an object, or its subresource.' })
  patchObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => PatchObjectInput, ...INPUT }) input: PatchObjectInput,
  ): Promise<unknown> {
    return payload(input, () => patchObject(runtime, input));
  }

  @Requires(checkedByStore('delete of its kind'))
  @Mutation(() => DeletePayload, { name: 'deleteObject', description: 'Deletes an object.' })
  deleteObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => DeleteObjectInput, ...INPUT }) input: DeleteObjectInput,
  ): Promise<unknown> {
    return payload(input, () => deleteObject(runtime, input));
  }

  @Requires(DELETIONS)
  @Mutation(() => DeleteManyPayload, {
    name: 'deleteObjects',
    description: 'Deletes objects that a filter selects, or that are named.',
  })
  deleteObjects(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => DeleteObjectsInput, ...INPUT }) input: DeleteObjectsInput,
  ): Promise<unknown> {
    return payload(input, () => deleteObjects(runtime, input));
  }

  @Requires(checkedByStore('patch of its kind'))
  @Mutation(() => ObjectPayload, {
    name: 'setLabels',
    description: 'Sets and removes labels and annotations of an object.',
  })
  setLabels(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetLabelsInput, ...INPUT }) input: SetLabelsInput,
  ): Promise<unknown> {
    return payload(input, () => setLabels(runtime, input));
  }
}
