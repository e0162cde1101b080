import { Field, ObjectType } from '@nestjs/graphql';
import { Resource } from '../resources/resource';
import { Json } from '../scalars/scalars';

@ObjectType({ description: 'Something that a role allows: everything it names.' })
export class PolicyRule {
  @Field(() => [String], { description: 'What may be done; `*` is everything.' })
  verbs!: string[];
  @Field(() => [String], { description: 'API groups of the resources; the core group is empty.' })
  apiGroups!: string[];
  @Field(() => [String], { description: 'To which resources, such as `pods` or `pods/eviction`.' })
  resources!: string[];
  @Field(() => [String], { description: 'To which objects; empty: to all.' })
  resourceNames!: string[];
  @Field(() => [String], { description: 'To which paths that are no resources.' })
  nonResourceURLs!: string[];
}

@ObjectType({ description: 'The role that a binding gives.' })
export class RoleRef {
  @Field(() => String, { nullable: true, description: 'API group of the role.' })
  apiGroup?: string;
  @Field(() => String, { description: 'Role or ClusterRole.' })
  kind!: string;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@ObjectType({ description: 'Somebody who has a role.' })
export class Subject {
  @Field(() => String, { description: 'User, Group or ServiceAccount.' })
  kind!: string;
  @Field(() => String, { nullable: true, description: 'API group of the kind.' })
  apiGroup?: string;
  @Field(() => String, { description: 'The name.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'Namespace of a service account.' })
  namespace?: string;
}

@ObjectType({ implements: () => [Resource], description: 'What may be done in a namespace.' })
export class Role extends Resource {
  @Field(() => [PolicyRule], { description: 'What it allows.' })
  rules!: PolicyRule[];
}

@ObjectType({ implements: () => [Resource], description: 'What may be done in the cluster, or wherever it is bound.' })
export class ClusterRole extends Resource {
  @Field(() => [PolicyRule], { description: 'What it allows.' })
  rules!: PolicyRule[];
  @Field(() => Json, { nullable: true, description: 'Labels of the roles whose rules it has.' })
  aggregationRule?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'Who has a role in a namespace.' })
export class RoleBinding extends Resource {
  @Field(() => RoleRef, { description: 'The role.' })
  roleRef!: RoleRef;
  @Field(() => [Subject], { description: 'Who has it.' })
  subjects!: Subject[];
}

@ObjectType({ implements: () => [Resource], description: 'Who has a role in the whole cluster.' })
export class ClusterRoleBinding extends Resource {
  @Field(() => RoleRef, { description: 'The role.' })
  roleRef!: RoleRef;
  @Field(() => [Subject], { description: 'Who has it.' })
  subjects!: Subject[];
}
