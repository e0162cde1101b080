import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { DateTime, Json } from '../scalars/scalars';

@InputType({ description: 'Objects that were read from another cluster.' })
export class ImportStateInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => [Json], {
    description:
      'Objects as `kubectl get -o json` writes them, lists of them included; `POST /import` takes more than a request may weigh.',
  })
  objects!: readonly unknown[];
  @Field(() => DateTime, {
    nullable: true,
    description: 'When they were read (default: the latest instant that they say something happened).',
  })
  asOf?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether nothing is written (default: false).' })
  dryRun?: boolean | null;
}

@ObjectType({ description: 'How many objects of a kind were written.' })
export class ImportedKind {
  @Field(() => String, { description: 'API version.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind.' })
  kind!: string;
  @Field(() => Int, { description: 'Number of objects.' })
  count!: number;
}

@ObjectType({ description: 'An object of an import, and what became of it.' })
export class ImportNote {
  @Field(() => String, { description: 'API version, as it was read.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind, as it was read.' })
  kind!: string;
  @Field(() => String, { description: 'Namespace; empty if it has none.' })
  namespace!: string;
  @Field(() => String, { description: 'Name.' })
  name!: string;
  @Field(() => String, { description: 'Why it was left out, or what was changed.' })
  text!: string;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of an import.' })
export class ImportStatePayload extends MutationPayload {
  @Field(() => DateTime, { nullable: true, description: 'When the objects were read.' })
  asOf?: string;
  @Field(() => [ImportedKind], { nullable: true, description: 'What was written, by kind.' })
  imported?: readonly ImportedKind[];
  @Field(() => [ImportNote], { nullable: true, description: 'What was left out, with the reasons.' })
  leftOut?: readonly ImportNote[];
  @Field(() => [ImportNote], { nullable: true, description: 'What was changed on the way, with the changes.' })
  changed?: readonly ImportNote[];
}
