import { Field, InputType, ObjectType } from '@nestjs/graphql';
import type { Action, ResultSchema } from '@orrery/actions';
import { typeNamed } from '../values/schemas/named-types';
import { inputTypeOf, type TypeClass } from '../values/schemas/schema-types';
import { MutationPayload } from '../values/errors/mutation-payload';

@InputType({ isAbstract: true })
abstract class IdentifiedInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
}

const payloads = new Map<string, TypeClass>();

/** The input type of an action: `AddNodesInput` for `addNodes`. */
export function actionInputType({ name, input }: Pick<Action, 'name' | 'input'>): TypeClass {
  const { about: description, fields, required } = input;
  const typeName = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  return inputTypeOf({ name: typeName, fields, required, description, base: IdentifiedInput });
}

/** The payload type of an action, which several actions may share. */
export function payloadType({ name, about, fields }: ResultSchema): TypeClass {
  const known = payloads.get(name);
  if (known) return known;
  const type: TypeClass = class extends MutationPayload {};
  Object.defineProperty(type, 'name', { value: name });
  for (const [field, { type: typeName, isList, isOptional, about: description }] of Object.entries(fields)) {
    const typeOf = (): unknown => (isList ? [typeNamed(typeName)] : typeNamed(typeName));
    Field(typeOf as () => typeof String, { nullable: isOptional ?? false, description })(
      type.prototype as object,
      field,
    );
  }
  ObjectType(name, { implements: () => [MutationPayload], description: about })(type);
  payloads.set(name, type);
  return type;
}
