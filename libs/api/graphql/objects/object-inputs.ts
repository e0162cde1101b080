import { Field, InputType, registerEnumType } from '@nestjs/graphql';
import { ResourceFilter } from '../filters/filter-inputs';
import { LabelChanges } from '../scalars/key-values';
import { Int64, Json, Yaml } from '../scalars/scalars';
import { FieldValidation, MutationInput, WriteInput } from './mutation-inputs';

export const PatchFormat = { STRATEGIC: 'strategic', MERGE: 'merge', JSON: 'json' } as const;
export type PatchFormat = (typeof PatchFormat)[keyof typeof PatchFormat];
registerEnumType(PatchFormat, {
  name: 'PatchFormat',
  description: 'Format of a patch.',
  valuesMap: {
    STRATEGIC: { description: 'Strategic merge patch: lists are merged by their keys.' },
    MERGE: { description: 'JSON merge patch (RFC 7386): lists are replaced.' },
    JSON: { description: 'JSON patch (RFC 6902): a list of operations.' },
  },
});

export const PropagationPolicy = { Orphan: 'Orphan', Background: 'Background', Foreground: 'Foreground' } as const;
export type PropagationPolicy = (typeof PropagationPolicy)[keyof typeof PropagationPolicy];
registerEnumType(PropagationPolicy, {
  name: 'PropagationPolicy',
  description: 'Treatment of the dependents of a deleted object.',
  valuesMap: {
    Orphan: { description: 'Dependents are kept without an owner.' },
    Background: { description: 'Dependents are deleted afterwards.' },
    Foreground: { description: 'Dependents are deleted first.' },
  },
});

@InputType({ isAbstract: true })
export abstract class DocumentInput extends WriteInput {
  @Field(() => Json, { nullable: true, description: 'The object; alternative to `yaml`.' })
  object?: unknown;
  @Field(() => Yaml, { nullable: true, description: 'The object in YAML; alternative to `object`.' })
  yaml?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace of objects that name none (default `default`).' })
  namespace?: string | null;
  @Field(() => FieldValidation, { nullable: true, description: 'Treatment of unknown fields (default Strict).' })
  fieldValidation?: FieldValidation | null;
}

@InputType({ isAbstract: true })
export abstract class DocumentsInput extends DocumentInput {
  @Field(() => [Json], { nullable: true, description: 'Several objects; each is written or refused on its own.' })
  objects?: unknown[] | null;
}

@InputType({ description: 'Objects to create: exactly one of `object`, `objects` and `yaml`.' })
export class CreateObjectInput extends DocumentsInput {}

@InputType({ description: 'Objects to apply (server-side apply): exactly one of `object`, `objects` and `yaml`.' })
export class ApplyObjectInput extends DocumentsInput {
  @Field(() => Boolean, { nullable: true, description: 'Takes over fields owned by other managers.' })
  force?: boolean | null;
}

@InputType({ description: 'The new state of an object: exactly one of `object` and `yaml`.' })
export class UpdateObjectInput extends DocumentInput {
  @Field(() => String, { nullable: true, description: 'Subresource to write, such as `status`.' })
  subresource?: string | null;
}

@InputType({ isAbstract: true })
export abstract class TargetInput extends WriteInput {
  @Field(() => String, { description: 'API version, such as `v1`.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind, such as `Pod`.' })
  kind!: string;
  @Field(() => String, { nullable: true, description: 'Namespace of the object (default `default`).' })
  namespace?: string | null;
  @Field(() => String, { description: 'Name of the object.' })
  name!: string;
}

@InputType({ description: 'A patch of an object.' })
export class PatchObjectInput extends TargetInput {
  @Field(() => PatchFormat, { description: 'Format of the patch.' })
  type!: PatchFormat;
  @Field(() => Json, { description: 'The patch.' })
  patch!: unknown;
  @Field(() => String, { nullable: true, description: 'Subresource to write, such as `status`.' })
  subresource?: string | null;
  @Field(() => FieldValidation, { nullable: true, description: 'Treatment of unknown fields (default Strict).' })
  fieldValidation?: FieldValidation | null;
}

@InputType({ description: 'Conditions that the object must meet.' })
export class PreconditionsInput {
  @Field(() => String, { nullable: true, description: 'UID of the object.' })
  uid?: string | null;
  @Field(() => String, { nullable: true, description: 'Revision of the object.' })
  resourceVersion?: string | null;
}

@InputType({ description: 'An object to delete.' })
export class DeleteObjectInput extends TargetInput {
  @Field(() => Int64, { nullable: true, description: 'Grace period in seconds (default: that of the object).' })
  gracePeriodSeconds?: number | null;
  @Field(() => PropagationPolicy, { nullable: true, description: 'Treatment of dependents.' })
  propagationPolicy?: PropagationPolicy | null;
  @Field(() => PreconditionsInput, { nullable: true, description: 'Conditions that the object must meet.' })
  preconditions?: PreconditionsInput | null;
}

@InputType({
  description: 'Objects to delete: either `apiVersion`, `kind` and `filter`, or exactly one of `objects` and `yaml`.',
})
export class DeleteObjectsInput extends MutationInput {
  @Field(() => String, { nullable: true, description: 'API version of the kind, such as `v1`.' })
  apiVersion?: string | null;
  @Field(() => String, { nullable: true, description: 'Kind, such as `Pod`.' })
  kind?: string | null;
  @Field(() => ResourceFilter, {
    nullable: true,
    description: 'Selects objects of the kind; `{}` selects all of them.',
  })
  filter?: ResourceFilter | null;
  @Field(() => [Json], { nullable: true, description: 'Objects of any kinds; apiVersion, kind and metadata count.' })
  objects?: unknown[] | null;
  @Field(() => Yaml, {
    nullable: true,
    description: 'Objects of any kinds in YAML; apiVersion, kind and metadata count.',
  })
  yaml?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace of objects that name none (default `default`).' })
  namespace?: string | null;
  @Field(() => Int64, { nullable: true, description: 'Grace period in seconds (default: that of each object).' })
  gracePeriodSeconds?: number | null;
  @Field(() => PropagationPolicy, { nullable: true, description: 'Treatment of dependents.' })
  propagationPolicy?: PropagationPolicy | null;
}

@InputType({ description: 'Labels and annotations to set or remove.' })
export class SetLabelsInput extends TargetInput {
  @Field(() => LabelChanges, { nullable: true, description: 'Labels; null removes a label.' })
  labels?: Record<string, string | null> | null;
  @Field(() => LabelChanges, { nullable: true, description: 'Annotations; null removes an annotation.' })
  annotations?: Record<string, string | null> | null;
}

/** What one mutation may create at once. */
export const MAX_OBJECTS_PER_MUTATION = 1000;
