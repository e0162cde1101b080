import { Field, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { PodPhase, QosClass } from '../pods/pod-enums';
import { LabelSelectorInput } from '../resources/metadata';
import { DateTime } from '../../values/scalars/scalars';

export const SortDirection = { ASC: 'ASC', DESC: 'DESC' } as const;
export type SortDirection = (typeof SortDirection)[keyof typeof SortDirection];
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'Sort direction.',
  valuesMap: { ASC: { description: 'Ascending.' }, DESC: { description: 'Descending.' } },
});

export const ResourceOrderField = { NAME: 'NAME', CREATED: 'CREATED' } as const;
export type ResourceOrderField = (typeof ResourceOrderField)[keyof typeof ResourceOrderField];
registerEnumType(ResourceOrderField, {
  name: 'ResourceOrderField',
  description: 'Sort key of objects.',
  valuesMap: { NAME: { description: 'Name.' }, CREATED: { description: 'Creation time.' } },
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
  description: 'Sort key of pods.',
  valuesMap: {
    NAME: { description: 'Name.' },
    CREATED: { description: 'Creation time.' },
    PRIORITY: { description: 'Priority.' },
    NODE: { description: 'Name of the node; pods without a node first.' },
    PHASE: { description: 'Phase.' },
    CPU_REQUEST: { description: 'CPU request.' },
    MEMORY_REQUEST: { description: 'Memory request.' },
  },
});

export const NodeOrderField = { NAME: 'NAME', CREATED: 'CREATED', ZONE: 'ZONE', PODS: 'PODS' } as const;
export type NodeOrderField = (typeof NodeOrderField)[keyof typeof NodeOrderField];
registerEnumType(NodeOrderField, {
  name: 'NodeOrderField',
  description: 'Sort key of nodes.',
  valuesMap: {
    NAME: { description: 'Name.' },
    CREATED: { description: 'Creation time.' },
    ZONE: { description: 'Zone.' },
    PODS: { description: 'Current number of pods.' },
  },
});

@InputType({ description: 'Selects objects of a kind: all fields that are given must match.' })
export class ResourceFilter {
  @Field(() => String, { nullable: true, description: 'Namespace.' })
  namespace?: string | null;
  @Field(() => [String], { nullable: true, description: 'Namespaces.' })
  namespaces?: string[] | null;
  @Field(() => [String], { nullable: true, description: 'Names.' })
  names?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: 'Label selector, such as `app in (a,b),!test`.',
  })
  labelSelector?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Field selector, such as `spec.nodeName=n1`.',
  })
  fieldSelector?: string | null;
  @Field(() => LabelSelectorInput, { nullable: true, description: 'Label selector as a structure.' })
  labels?: LabelSelectorInput | null;
  @Field(() => ID, { nullable: true, description: 'Id of the owner of the objects.' })
  owner?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'Created after this time.' })
  createdAfter?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'Created before this time.' })
  createdBefore?: string | null;
  @Field(() => String, { nullable: true, description: 'Text contained in the name, namespace or labels.' })
  search?: string | null;
}

@InputType({ description: 'Selects pods: all fields that are given must match.' })
export class PodFilter extends ResourceFilter {
  @Field(() => String, { nullable: true, description: 'Name of the node.' })
  nodeName?: string | null;
  @Field(() => [PodPhase], { nullable: true, description: 'Phases.' })
  phases?: PodPhase[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether the Ready condition is true.' })
  ready?: boolean | null;
  @Field(() => Int, { nullable: true, description: 'Minimum priority.' })
  priorityAtLeast?: number | null;
  @Field(() => [QosClass], { nullable: true, description: 'QoS classes.' })
  qosClasses?: QosClass[] | null;
  @Field(() => String, { nullable: true, description: 'Scheduler of the pods.' })
  schedulerName?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Only pods that are not bound to a node.' })
  unscheduledOnly?: boolean | null;
}

@InputType({ description: 'Selects nodes: all fields that are given must match.' })
export class NodeFilter extends ResourceFilter {
  @Field(() => Boolean, { nullable: true, description: 'Whether the Ready condition is true.' })
  ready?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether the nodes are marked unschedulable.' })
  unschedulable?: boolean | null;
  @Field(() => [String], { nullable: true, description: 'Zones.' })
  zones?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Key of a taint.' })
  taintKey?: string | null;
}

@InputType({ description: 'Selects events: all fields that are given must match.' })
export class EventFilter extends ResourceFilter {
  @Field(() => String, { nullable: true, description: 'Kind of the involved object.' })
  involvedKind?: string | null;
  @Field(() => String, { nullable: true, description: 'Name of the involved object.' })
  involvedName?: string | null;
  @Field(() => [String], { nullable: true, description: 'Reasons.' })
  reasons?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Type: Normal or Warning.' })
  type?: string | null;
}

@InputType({ description: 'Order of objects; equal objects are ordered by namespace and name.' })
export class ResourceOrder {
  @Field(() => ResourceOrderField, { description: 'Sort key.' })
  field!: ResourceOrderField;
  @Field(() => SortDirection, { description: 'Sort direction.' })
  direction!: SortDirection;
}

@InputType({ description: 'Order of pods; equal pods are ordered by namespace and name.' })
export class PodOrder {
  @Field(() => PodOrderField, { description: 'Sort key.' })
  field!: PodOrderField;
  @Field(() => SortDirection, { description: 'Sort direction.' })
  direction!: SortDirection;
}

@InputType({ description: 'Order of nodes; equal nodes are ordered by name.' })
export class NodeOrder {
  @Field(() => NodeOrderField, { description: 'Sort key.' })
  field!: NodeOrderField;
  @Field(() => SortDirection, { description: 'Sort direction.' })
  direction!: SortDirection;
}
