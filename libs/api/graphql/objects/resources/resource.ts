import { Field, ID, InterfaceType, ObjectType } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import { Json, Yaml } from '../../values/scalars/scalars';
import { ObjectMeta } from './metadata';
import { typeNameOf } from '../kinds/typed-kinds';

/** The interface of all objects. Fields that lead to other objects are added by `resource.resolver.ts`. */
@InterfaceType({
  description:
    "An object of the cluster. (Kubernetes has a kind called Node, so Relay's Node interface has this name.)",
  resolveType: (object: KubeObject) => typeNameOf(object),
})
export abstract class Resource {
  @Field(() => ID, { description: 'Opaque; refetch with `objectById(id:)`.' })
  id!: string;
  @Field(() => String, { description: 'API version, such as `v1` or `policy/v1`.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind, such as `Pod`.' })
  kind!: string;
  @Field(() => ObjectMeta, { description: 'Metadata.' })
  metadata!: ObjectMeta;
  @Field(() => Yaml, { description: 'The whole object in YAML.' })
  yaml!: string;
  @Field(() => Json, { description: 'The whole object as JSON.' })
  json!: unknown;
}

@ObjectType({
  implements: () => [Resource],
  description: 'An object of a kind that has no type in this schema; `json` has all its fields.',
})
export class Unstructured extends Resource {
  @Field(() => Json, { nullable: true, description: 'Desired state.' })
  spec?: unknown;
  @Field(() => Json, { nullable: true, description: 'Observed state.' })
  status?: unknown;
}
