import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ChangeOperation } from '@orrery/insights';
import { DateTime, Json } from '../../values/scalars/scalars';

registerEnumType(ChangeOperation, {
  name: 'ChangeOperation',
  description: 'Operation of a change on its object.',
  valuesMap: {
    CREATED: { description: 'It was created.' },
    UPDATED: { description: 'It was changed.' },
    DELETED: { description: 'It was deleted.' },
  },
});

@ObjectType({ description: 'A field that a change gave another value.' })
export class ChangedField {
  @Field(() => String, { description: 'Path of the field, such as `status.conditions[Ready].status`.' })
  path!: string;
  @Field(() => Json, { nullable: true, description: 'Value before; null if there was none.' })
  before?: unknown;
  @Field(() => Json, { nullable: true, description: 'Value after; null if there is none.' })
  after?: unknown;
}

@ObjectType({
  description:
    'A change of an object: who made it, when and why. Faults and states of zones are reported in the same way, under the kinds `Fault` and `Zone` of `orrery.dev/v1`, which are no objects and make no revision.',
})
export class ObjectChange {
  @Field(() => String, {
    description: 'Revision of the cluster that the change made; of a fault or a zone the one before it.',
  })
  resourceVersion!: string;
  @Field(() => DateTime, { description: 'Cluster time.' })
  time!: string;
  @Field(() => ChangeOperation, { description: 'The operation.' })
  operation!: ChangeOperation;
  @Field(() => String, { description: 'API version of the object as it is stored.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind of the object.' })
  kind!: string;
  @Field(() => String, { nullable: true, description: 'Namespace of the object; null for cluster-scoped kinds.' })
  namespace?: string | null;
  @Field(() => String, { description: 'Name of the object.' })
  name!: string;
  @Field(() => String, { description: 'Uid of the object; empty for faults and zones.' })
  uid!: string;
  @Field(() => String, {
    description: 'Author of the change: the name of a user, or of a component of the control plane.',
  })
  writer!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The program of the user (its field manager), or the part of the component; null if it is not known.',
  })
  client?: string | null;
  @Field(() => String, { nullable: true, description: 'Why, if the writer or the object says it.' })
  reason?: string | null;
  @Field(() => [ChangedField], {
    description: 'Changed fields of an updated object, without managed fields and resourceVersion.',
  })
  fields!: readonly ChangedField[];
  @Field(() => Json, { description: 'The object after the change; the last one of a deleted object.' })
  object!: unknown;
}

@ObjectType({ description: 'A page of changes, oldest first.' })
export class ObjectChangePage {
  @Field(() => [ObjectChange], { description: 'The changes.' })
  changes!: readonly ObjectChange[];
  @Field(() => String, { description: '`after` for the next page.' })
  endCursor!: string;
  @Field(() => Boolean, {
    description: 'Whether more of the log is to be looked at; a page may be short, or empty, although there is more.',
  })
  hasNextPage!: boolean;
}

@InputType({ description: 'Names objects: one, or all of a kind or a namespace.' })
export class ChangedObjectInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Kind, resource or short name, such as `Deployment`, `deployments` or `deploy`; `Fault` and `Zone` for what happened beside the objects (default: all kinds).',
  })
  kind?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace (default: all).' })
  namespace?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Name; of faults that of the node, or `NODE/KIND` (default: all).',
  })
  name?: string | null;
}

@ArgsType()
export class StoryArgs {
  @Field(() => ChangedObjectInput, {
    nullable: true,
    description: 'Objects that the changes are about; all if absent.',
  })
  object?: ChangedObjectInput | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether changes of Events are included (default: no).' })
  withEvents?: boolean | null;
}

@ArgsType()
export class StoryStreamArgs extends StoryArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Begins with the changes after this moment, as after the last revision that was seen, or after the `endCursor` of a page (default: the present).',
  })
  since?: string | null;
}

@ArgsType()
export class StoryPageArgs extends StoryArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Changes after this moment: a revision, a time (after all that was done at that instant), or how long ago (default: all that is kept).',
  })
  since?: string | null;
  @Field(() => String, { nullable: true, description: 'Changes up to this moment (default: the present).' })
  until?: string | null;
  @Field(() => String, { nullable: true, description: '`endCursor` of the page before.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'Maximum number of changes (1-500, default 100).' })
  first?: number | null;
}
