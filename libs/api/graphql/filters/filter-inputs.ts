import { Field, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { PodPhase, QosClass } from '../pods/pod-enums';
import { LabelSelectorInput } from '../resources/metadata';
import { DateTime } from '../scalars/scalars';

export const SortDirection = { ASC: 'ASC', DESC: 'DESC' } as const;
export type SortDirection = (typeof SortDirection)[keyof typeof SortDirection];
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'Which end comes first.',
  valuesMap: { ASC: { description: 'Smallest first.' }, DESC: { description: 'Largest first.' } },
});

export const ResourceOrderField = { NAME: 'NAME', CREATED: 'CREATED' } as const;
export type ResourceOrderField = (typeof ResourceOrderField)[keyof typeof ResourceOrderField];
registerEnumType(ResourceOrderField, {
  name: 'ResourceOrderField',
  description: 'What objects can be sorted by.',
  valuesMap: { NAME: { description: 'Their name.' }, CREATED: { description: 'When they were created.' } },
});

export const PodOrderField = {
  NAME: 'NAME',
  CREATED: 'CREATED',
  PRIORITY: 'PRIORITY',
  NODE: 'NODE',
  PHASE: 'PHASE',
  CPU_REQUEST: 'CPU_REQUEST',
  MEMORY_REQUEST: 'MEMORY_REQUEST',
} as const;
export type PodOrderField = (typeof PodOrderField)[keyof typeof PodOrderField];
registerEnumType(PodOrderField, {
  name: 'PodOrderField',
  description: 'What pods can be sorted by.',
  valuesMap: {
    NAME: { description: 'Their name.' },
    CREATED: { description: 'When they were created.' },
    PRIORITY: { description: 'Their priority.' },
    NODE: { description: 'Name of their node; pods without one first.' },
    PHASE: { description: 'Their phase.' },
    CPU_REQUEST: { description: 'The CPU they request.' },
    MEMORY_REQUEST: { description: 'The memory they request.' },
  },
});

export const NodeOrderField = { NAME: 'NAME', CREATED: 'CREATED', ZONE: 'ZONE', PODS: 'PODS' } as const;
export type NodeOrderField = (typeof NodeOrderField)[keyof typeof NodeOrderField];
registerEnumType(NodeOrderField, {
  name: 'NodeOrderField',
  description: 'What nodes can be sorted by.',
  valuesMap: {
    NAME: { description: 'Their name.' },
    CREATED: { description: 'When they were created.' },
    ZONE: { description: 'Their zone.' },
    PODS: { description: 'How many pods they have now.' },
  },
});

@InputType({ description: 'Which objects of a kind; everything given must hold.' })
export class ResourceFilter {
  @Field(() => String, { nullable: true, description: 'Only in this namespace.' })
  namespace?: string | null;
  @Field(() => [String], { nullable: true, description: 'Only in these namespaces.' })
  namespaces?: string[] | null;
  @Field(() => [String], { nullable: true, description: 'Only with these names.' })
  names?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: 'Label selector as Kubernetes writes it, such as `app in (a,b),!test`.',
  })
  labelSelector?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Field selector as Kubernetes writes it, such as `spec.nodeName=n1`.',
  })
  fieldSelector?: string | null;
  @Field(() => LabelSelectorInput, { nullable: true, description: 'Label selector as a structure.' })
  labels?: LabelSelectorInput | null;
  @Field(() => ID, { nullable: true, description: 'Only what belongs to the object with this id.' })
  owner?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'Only what was created after this time.' })
  createdAfter?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'Only what was created before this time.' })
  createdBefore?: string | null;
  @Field(() => String, { nullable: true, description: 'Only with this text in name, namespace or labels.' })
  search?: string | null;
}

@InputType({ description: 'Which pods; everything given must hold.' })
export class PodFilter extends ResourceFilter {
  @Field(() => String, { nullable: true, description: 'Only on this node.' })
  nodeName?: string | null;
  @Field(() => [PodPhase], { nullable: true, description: 'Only in these phases.' })
  phases?: PodPhase[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Only ready ones, or only those that are not.' })
  ready?: boolean | null;
  @Field(() => Int, { nullable: true, description: 'Only with at least this priority.' })
  priorityAtLeast?: number | null;
  @Field(() => [QosClass], { nullable: true, description: 'Only of these classes.' })
  qosClasses?: QosClass[] | null;
  @Field(() => String, { nullable: true, description: 'Only those that this scheduler places.' })
  schedulerName?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Only those without a node.' })
  unscheduledOnly?: boolean | null;
}

@InputType({ description: 'Which nodes; everything given must hold.' })
export class NodeFilter extends ResourceFilter {
  @Field(() => Boolean, { nullable: true, description: 'Only ready ones, or only those that are not.' })
  ready?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Only cordoned ones, or only those that are not.' })
  unschedulable?: boolean | null;
  @Field(() => [String], { nullable: true, description: 'Only in these zones.' })
  zones?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Only with a taint of this key.' })
  taintKey?: string | null;
}

@InputType({ description: 'Which events; everything given must hold.' })
export class EventFilter extends ResourceFilter {
  @Field(() => String, { nullable: true, description: 'Only about objects of this kind.' })
  involvedKind?: string | null;
  @Field(() => String, { nullable: true, description: 'Only about objects of this name.' })
  involvedName?: string | null;
  @Field(() => [String], { nullable: true, description: 'Only with these reasons.' })
  reasons?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Only Normal or only Warning.' })
  type?: string | null;
}

@InputType({ description: 'How objects are sorted; equals follow their namespace and name.' })
export class ResourceOrder {
  @Field(() => ResourceOrderField, { description: 'What they are sorted by.' })
  field!: ResourceOrderField;
  @Field(() => SortDirection, { description: 'Which end comes first.' })
  direction!: SortDirection;
}

@InputType({ description: 'How pods are sorted; equals follow their namespace and name.' })
export class PodOrder {
  @Field(() => PodOrderField, { description: 'What they are sorted by.' })
  field!: PodOrderField;
  @Field(() => SortDirection, { description: 'Which end comes first.' })
  direction!: SortDirection;
}

@InputType({ description: 'How nodes are sorted; equals follow their name.' })
export class NodeOrder {
  @Field(() => NodeOrderField, { description: 'What they are sorted by.' })
  field!: NodeOrderField;
  @Field(() => SortDirection, { description: 'Which end comes first.' })
  direction!: SortDirection;
}
