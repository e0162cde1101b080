import { Field, InputType, registerEnumType } from '@nestjs/graphql';

export const FieldValidation = { Strict: 'Strict', Warn: 'Warn', Ignore: 'Ignore' } as const;
export type FieldValidation = (typeof FieldValidation)[keyof typeof FieldValidation];
registerEnumType(FieldValidation, {
  name: 'FieldValidation',
  description: 'Treatment of unknown fields.',
  valuesMap: {
    Strict: { description: 'The write is refused.' },
    Warn: { description: 'They are dropped with a warning.' },
    Ignore: { description: 'They are dropped without a warning.' },
  },
});

@InputType({ isAbstract: true })
export abstract class IdentifiedInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
}

@InputType({ isAbstract: true })
export abstract class MutationInput extends IdentifiedInput {
  @Field(() => Boolean, { nullable: true, description: 'Validates the write without persisting it.' })
  dryRun?: boolean | null;
}

@InputType({ isAbstract: true })
export abstract class WriteInput extends MutationInput {
  @Field(() => String, { nullable: true, description: 'Field manager (default `graphql`).' })
  fieldManager?: string | null;
  @Field(() => String, { nullable: true, description: 'Revision that the object must have.' })
  resourceVersion?: string | null;
}

/** The field manager of clients that name none. */
export const DEFAULT_FIELD_MANAGER = 'graphql';
