import type { KindInfo, KubeObject, Node, ResourceList } from '@orrery/api-types';
import { buildNode } from '@orrery/pod-lifecycle';
import { isSimulated } from './registration';

/** Annotation by which users of another simulator mark the nodes to simulate: they give the object without a status. */
const MARK = 'kwok.x-k8s.io/node';
/** Capacity of such a node where its author gives none: enough for any pod. */
const BOUNDLESS: ResourceList = { cpu: '1k', memory: '1Ti', pods: '1M' };

/** A node that is marked as simulated, with what its kubelet would report where the object leaves it out. */
export function asFakeNode(kind: KindInfo, object: KubeObject): KubeObject {
  if (kind.kind !== 'Node' || object.metadata.annotations?.[MARK] !== 'fake' || !isSimulated(object)) return object;
  const given = (object as Node).status;
  const { status: usual } = buildNode({ name: object.metadata.name }, 0);
  const capacity = isGiven(given?.capacity) ? given.capacity : BOUNDLESS;
  const status = {
    ...given,
    addresses: given?.addresses?.length ? given.addresses : usual.addresses,
    capacity,
    allocatable: isGiven(given?.allocatable) ? given.allocatable : capacity,
    daemonEndpoints: given?.daemonEndpoints ?? usual.daemonEndpoints,
    nodeInfo: { ...usual.nodeInfo, ...withoutBlanks(given?.nodeInfo ?? {}) },
  };
  return { ...object, status };
}

function isGiven(list: ResourceList | undefined): list is ResourceList {
  return list !== undefined && Object.keys(list).length > 0;
}

function withoutBlanks(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
