import { Field, InputType, registerEnumType } from '@nestjs/graphql';
import { ResourceFilter } from '../filters/filter-inputs';
import { LabelChanges } from '../scalars/key-values';
import { Int64, Json, Yaml } from '../scalars/scalars';
import { FieldValidation, MutationInput, WriteInput } from './mutation-inputs';

export const PatchFormat = { STRATEGIC: 'strategic', MERGE: 'merge', JSON: 'json' } as const;
export type PatchFormat = (typeof PatchFormat)[keyof typeof PatchFormat];
registerEnumType(PatchFormat, {
  name: 'PatchFormat',
  description: 'How a patch is written.',
  valuesMap: {
    STRATEGIC: { description: 'A part of the object; lists are merged by their keys.' },
    MERGE: { description: 'A part of the object; lists are replaced (RFC 7386).' },
    JSON: { description: 'A list of operations (RFC 6902).' },
  },
});

export const PropagationPolicy = { Orphan: 'Orphan', Background: 'Background', Foreground: 'Foreground' } as const;
export type PropagationPolicy = (typeof PropagationPolicy)[keyof typeof PropagationPolicy];
registerEnumType(PropagationPolicy, {
  name: 'PropagationPolicy',
  description: 'What happens to the objects that belong to a deleted one.',
  valuesMap: {
    Orphan: { description: 'They stay, without owner.' },
    Background: { description: 'They are deleted afterwards.' },
    Foreground: { description: 'They are deleted first.' },
  },
});

@InputType({ isAbstract: true })
export abstract class DocumentInput extends WriteInput {
  @Field(() => Json, { nullable: true, description: 'The object. Give this or `yaml`.' })
  object?: unknown;
  @Field(() => Yaml, { nullable: true, description: 'The object in YAML. Give this or `object`.' })
  yaml?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace for objects that say none; `default` if not given.' })
  namespace?: string | null;
  @Field(() => FieldValidation, { nullable: true, description: 'What happens to unknown fields; Strict if not given.' })
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
  @Field(() => Boolean, { nullable: true, description: 'Takes over fields that other managers own.' })
  force?: boolean | null;
}

@InputType({ description: 'An object as it shall be: exactly one of `object` and `yaml`.' })
export class UpdateObjectInput extends DocumentInput {
  @Field(() => String, { nullable: true, description: 'Only this part of the object, such as `status`.' })
  subresource?: string | null;
}

@InputType({ isAbstract: true })
export abstract class TargetInput extends WriteInput {
  @Field(() => String, { description: 'Group and version, such as `v1`.' })
  apiVersion!: string;
  @Field(() => String, { description: 'The kind, such as `Pod`.' })
  kind!: string;
  @Field(() => String, { nullable: true, description: 'Namespace of the object; `default` if not given.' })
  namespace?: string | null;
  @Field(() => String, { description: 'Name of the object.' })
  name!: string;
}

@InputType({ description: 'A change of an object.' })
export class PatchObjectInput extends TargetInput {
  @Field(() => PatchFormat, { description: 'How the patch is written.' })
  type!: PatchFormat;
  @Field(() => Json, { description: 'The patch.' })
  patch!: unknown;
  @Field(() => String, { nullable: true, description: 'Only this part of the object, such as `status`.' })
  subresource?: string | null;
  @Field(() => FieldValidation, { nullable: true, description: 'What happens to unknown fields; Strict if not given.' })
  fieldValidation?: FieldValidation | null;
}

@InputType({ description: 'The object with this uid or at this revision, and no other.' })
export class PreconditionsInput {
  @Field(() => String, { nullable: true, description: 'Its uid.' })
  uid?: string | null;
  @Field(() => String, { nullable: true, description: 'Its revision.' })
  resourceVersion?: string | null;
}

@InputType({ description: 'An object to delete.' })
export class DeleteObjectInput extends TargetInput {
  @Field(() => Int64, { nullable: true, description: 'How long it gets to end; as it says itself if not given.' })
  gracePeriodSeconds?: number | null;
  @Field(() => PropagationPolicy, { nullable: true, description: 'What happens to what belongs to it.' })
  propagationPolicy?: PropagationPolicy | null;
  @Field(() => PreconditionsInput, { nullable: true, description: 'Delete only this very object.' })
  preconditions?: PreconditionsInput | null;
}

@InputType({
  description: 'Objects to delete: either `apiVersion`, `kind` and `filter`, or exactly one of `objects` and `yaml`.',
})
export class DeleteObjectsInput extends MutationInput {
  @Field(() => String, { nullable: true, description: 'API version of the kind, such as `v1`.' })
  apiVersion?: string | null;
  @Field(() => String, { nullable: true, description: 'The kind, such as `Pod`.' })
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
  @Field(() => Int64, { nullable: true, description: 'How long they get to end; as they say themselves if not given.' })
  gracePeriodSeconds?: number | null;
  @Field(() => PropagationPolicy, { nullable: true, description: 'What happens to what belongs to them.' })
  propagationPolicy?: PropagationPolicy | null;
}

@InputType({ description: 'Labels and annotations to set.' })
export class SetLabelsInput extends TargetInput {
  @Field(() => LabelChanges, { nullable: true, description: 'Labels by key; null removes one.' })
  labels?: Record<string, string | null> | null;
  @Field(() => LabelChanges, { nullable: true, description: 'Annotations by key; null removes one.' })
  annotations?: Record<string, string | null> | null;
}

/** What one mutation may create at once. */
export const MAX_OBJECTS_PER_MUTATION = 1000;
