import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
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

const INPUT = { description: 'What is to be done.' };

/** Writes of objects of any kind. */
@Resolver()
export class ObjectMutationsResolver {
  @Mutation(() => ObjectPayload, { name: 'createObject', description: 'Creates one object or many, of any kinds.' })
  createObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => CreateObjectInput, ...INPUT }) input: CreateObjectInput,
  ): Promise<unknown> {
    return payload(input, () => createObjects(runtime, input));
  }

  @Mutation(() => ObjectPayload, {
    name: 'applyObject',
    description: 'Creates or changes objects by server-side apply.',
  })
  applyObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ApplyObjectInput, ...INPUT }) input: ApplyObjectInput,
  ): Promise<unknown> {
    return payload(input, () => applyObjects(runtime, input));
  }

  @Mutation(() => ObjectPayload, { name: 'updateObject', description: 'Replaces an object, or a part of it.' })
  updateObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => UpdateObjectInput, ...INPUT }) input: UpdateObjectInput,
  ): Promise<unknown> {
    return payload(input, () => updateObject(runtime, input));
  }

  @Mutation(() => ObjectPayload, { name: 'patchObject', description: 'Changes an object, or a part of it.' })
  patchObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => PatchObjectInput, ...INPUT }) input: PatchObjectInput,
  ): Promise<unknown> {
    return payload(input, () => patchObject(runtime, input));
  }

  @Mutation(() => DeletePayload, { name: 'deleteObject', description: 'Deletes an object.' })
  deleteObject(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => DeleteObjectInput, ...INPUT }) input: DeleteObjectInput,
  ): Promise<unknown> {
    return payload(input, () => deleteObject(runtime, input));
  }

  @Mutation(() => DeleteManyPayload, {
    name: 'deleteObjects',
    description: 'Deletes all objects of a kind that a filter selects.',
  })
  deleteObjects(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => DeleteObjectsInput, ...INPUT }) input: DeleteObjectsInput,
  ): Promise<unknown> {
    return payload(input, () => deleteObjects(runtime, input));
  }

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
