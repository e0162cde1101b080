import { ADMINISTRATOR } from '@orrery/access';
import type { Fence, Origin } from '@orrery/store';
import type { WriteContext } from './write-context';

/** Author of a commit besides its context. */
interface Writing {
  readonly fence?: Fence | undefined;
  readonly fieldManager?: string | undefined;
}

/**
 * Returns the origin of a write as the log of changes keeps it: the owner of a unit as its component, a client as its
 * user with its field manager. Writers without a cluster view of their own are recorded as the administrator.
 */
export function originOf({ actor, origin }: WriteContext, { fence, fieldManager }: Writing): Origin {
  if (fence) return { writer: componentOf(fence), client: fence.part, ...origin };
  const writer = actor?.user.name ?? ADMINISTRATOR.name;
  return { writer, ...origin, client: fieldManager ?? origin?.client };
}

/** The programs that write for the components here, as `managedFields` name them. */
const MANAGERS: Readonly<Record<string, string>> = {
  scheduler: 'kube-scheduler',
  'controller-manager': 'kube-controller-manager',
  'node-lifecycle-controller': 'kube-controller-manager',
};

/**
 * Returns the field manager of a unit's owner. Kubelets have no entries: each of their pods would get one of its own
 * with every step, which no client reads.
 */
export function managerOf(fence: Fence | undefined): string | undefined {
  return fence && MANAGERS[componentOf(fence)];
}

/** `scheduler` of `scheduler/0`, also where a prefix keeps control planes on one database apart. */
function componentOf({ unit }: Fence): string {
  const path = unit.slice(0, unit.lastIndexOf('/'));
  return path.slice(path.lastIndexOf('.') + 1);
}
