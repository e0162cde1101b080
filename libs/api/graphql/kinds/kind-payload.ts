import type { Type } from '@nestjs/common';
import { Field, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import type { KindDescription } from './kind-description';

const payloads = new Map<string, Type<unknown>>();

/** The payload of mutations that write one object of a kind, under a field with the kind's name. */
export function payloadOf({ type, one }: KindDescription): Type<unknown> {
  const known = payloads.get(one);
  if (known) return known;
  @ObjectType(`${type.name}Payload`, {
    implements: () => [MutationPayload],
    description: `Result of a mutation of a ${type.name}.`,
  })
  class KindPayload extends MutationPayload {}
  Field(() => type, { nullable: true, description: `The ${type.name} after the mutation.` })(
    KindPayload.prototype,
    one,
  );
  Field(() => [String], { description: 'Warnings of the API, such as dropped fields.' })(
    KindPayload.prototype,
    'warnings',
  );
  payloads.set(one, KindPayload);
  return KindPayload;
}
