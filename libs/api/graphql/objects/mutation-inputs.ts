import { Field, InputType, registerEnumType } from '@nestjs/graphql';

export const FieldValidation = { Strict: 'Strict', Warn: 'Warn', Ignore: 'Ignore' } as const;
export type FieldValidation = (typeof FieldValidation)[keyof typeof FieldValidation];
registerEnumType(FieldValidation, {
  name: 'FieldValidation',
  description: 'What happens to fields that a kind does not have.',
  valuesMap: {
    Strict: { description: 'The write is refused.' },
    Warn: { description: 'They are dropped, and the client is told.' },
    Ignore: { description: 'They are dropped.' },
  },
});

@InputType({ isAbstract: true })
export abstract class MutationInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Everything is checked, nothing is written.' })
  dryRun?: boolean | null;
}

@InputType({ isAbstract: true })
export abstract class WriteInput extends MutationInput {
  @Field(() => String, { nullable: true, description: 'Who owns the fields that are set; `graphql` if not given.' })
  fieldManager?: string | null;
  @Field(() => String, { nullable: true, description: 'Write only if the object is still at this revision.' })
  resourceVersion?: string | null;
}

/** The manager of clients that do not say who they are. */
export const DEFAULT_FIELD_MANAGER = 'graphql';
