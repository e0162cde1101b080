import type { Type } from '@nestjs/common';
import { Args, Field, InputType, Mutation, ObjectType, Resolver } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { MutationPayload, payload } from '../errors/user-errors';
import { badUserInput } from '../errors/request-errors';
import { documentsOf, onlyDocument } from '../objects/documents';
import { DocumentInput } from '../objects/object-inputs';
import { createObjects, updateObject, type Written } from '../objects/write-objects';
import { Cluster } from '../requests/request-context';
import { KINDS, type KindDescription } from './kind-description';

const payloads = new Map<string, Type<unknown>>();

/** The payload of mutations that write one object of a kind, under a field with the kind's name. */
export function payloadOf({ type, one }: KindDescription): Type<unknown> {
  const known = payloads.get(one);
  if (known) return known;
  @ObjectType(`${type.name}Payload`, {
    implements: () => [MutationPayload],
    description: `What became of a written ${type.name}.`,
  })
  class KindPayload extends MutationPayload {}
  Field(() => type, { nullable: true, description: `The ${type.name} as it is now.` })(KindPayload.prototype, one);
  Field(() => [String], { description: 'What the client should be told, such as dropped fields.' })(
    KindPayload.prototype,
    'warnings',
  );
  payloads.set(one, KindPayload);
  return KindPayload;
}

/** The resolvers of `createPod`, `updatePod`, `createNode` and so on. */
export const kindMutationResolvers: readonly Type<unknown>[] = KINDS.map(writeResolver);

function writeResolver(description: KindDescription): Type<unknown> {
  const { type, one } = description;
  const answer = payloadOf(description);

  @InputType(`Create${type.name}Input`, {
    description: `The ${type.name} to create: \`object\` or \`yaml\`, in which apiVersion and kind may be left out.`,
  })
  class CreateInput extends DocumentInput {}

  @InputType(`Update${type.name}Input`, {
    description: `The ${type.name} as it shall be: \`object\` or \`yaml\`, in which apiVersion and kind may be left out.`,
  })
  class UpdateInput extends DocumentInput {}

  @Resolver()
  class KindWritesResolver {
    @Mutation(() => answer, { name: `create${type.name}`, description: `Creates a ${type.name}.` })
    create(
      @Cluster() runtime: ClusterRuntime,
      @Args('input', { type: () => CreateInput, description: 'What is to be created.' }) input: DocumentInput,
    ): Promise<unknown> {
      return payload(input, async () => named(one, input, await createObjects(runtime, typed(input, description))));
    }

    @Mutation(() => answer, { name: `update${type.name}`, description: `Replaces a ${type.name}.` })
    update(
      @Cluster() runtime: ClusterRuntime,
      @Args('input', { type: () => UpdateInput, description: 'What it shall be.' }) input: DocumentInput,
    ): Promise<unknown> {
      return payload(input, async () => named(one, input, await updateObject(runtime, typed(input, description))));
    }
  }
  return KindWritesResolver;
}

/** The input with kind and version filled in; another kind is refused. */
function typed<T extends DocumentInput>(input: T, { kind }: KindDescription): T {
  const { body, place } = onlyDocument(documentsOf(input));
  if (typeof body !== 'object' || body === null) throw badUserInput(`${place.path[0]} must be an object`, place.path);
  const said = body as Partial<KubeObject>;
  if (said.kind !== undefined && said.kind !== kind.kind) {
    throw badUserInput(`${place.path[0]} is a ${String(said.kind)}, not a ${kind.kind}`, [...place.path, 'kind']);
  }
  const object = { ...body, apiVersion: said.apiVersion ?? kind.storageApiVersion, kind: kind.kind };
  return { ...input, object, yaml: null };
}

type Named = Record<string, unknown> & Pick<Written, 'errors'>;

/** The payload; errors point to where the client gave the object, not to where it was put for {@link typed}. */
function named(one: string, input: DocumentInput, { object, warnings, errors }: Written): Named {
  const given = input.yaml == null ? 'object' : 'yaml';
  const placed = errors.map((error) => (error.field ? { ...error, field: [given, ...error.field.slice(1)] } : error));
  return { [one]: object, warnings, errors: placed };
}
