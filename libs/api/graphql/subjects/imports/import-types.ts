import { Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Number of written objects of a kind.' })
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
