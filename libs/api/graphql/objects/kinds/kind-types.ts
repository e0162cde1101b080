import type { Type } from '@nestjs/common';
import { ObjectType } from '@nestjs/graphql';
import { structOfKind, type KindInfo } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import { Resource } from '../resources/resource';
import { addKindFields, makeType, textOf } from '../structs/struct-types';

/** Notes on kinds of which the emulator does less than a real cluster. */
const NOTES: Readonly<Record<string, string>> = {
  Ingress: 'It is stored; nothing is routed.',
  NetworkPolicy: 'It is stored; nothing is enforced.',
};

const types = new Map<KindInfo, Type<Resource>>();

/** The class of the GraphQL type of a kind. Its fields are those of the kind's struct; resolvers add others. */
export function typeOfKind(kind: KindInfo): Type<Resource> {
  const known = types.get(kind);
  if (known) return known;
  const struct = structOfKind(kind);
  if (!struct) throw new TypeError(`kind ${kind.kind} has no struct`);
  const type = makeType(kind.kind, class extends (Resource as Type<Resource>) {});
  types.set(kind, type);
  const description = [textOf(struct), NOTES[kind.kind]].filter(Boolean).join(' ');
  ObjectType(kind.kind, { implements: () => [Resource], description })(type);
  addKindFields(type, struct);
  return type;
}

/** The class of the GraphQL type of a kind that the code itself names. */
function named(apiVersion: string, kind: string): Type<Resource> {
  return typeOfKind(requireKind(apiVersion, kind));
}

// The kinds that hand-written fields belong to or lead to.
export const ControllerRevision = named('apps/v1', 'ControllerRevision');
export const CronJob = named('batch/v1', 'CronJob');
export const DaemonSet = named('apps/v1', 'DaemonSet');
export const Deployment = named('apps/v1', 'Deployment');
export const EndpointSlice = named('discovery.k8s.io/v1', 'EndpointSlice');
export const Event = named('v1', 'Event');
export const Job = named('batch/v1', 'Job');
export const Lease = named('coordination.k8s.io/v1', 'Lease');
export const Namespace = named('v1', 'Namespace');
export const Node = named('v1', 'Node');
export const Pod = named('v1', 'Pod');
export const PodDisruptionBudget = named('policy/v1', 'PodDisruptionBudget');
export const PriorityClass = named('scheduling.k8s.io/v1', 'PriorityClass');
export const ReplicaSet = named('apps/v1', 'ReplicaSet');
export const ReplicationController = named('v1', 'ReplicationController');
export const Service = named('v1', 'Service');
export const StatefulSet = named('apps/v1', 'StatefulSet');
