import type { Container, ContainerStatus, Pod, PodSpec } from '@orrery/api-types';
import { addQuantities, compareQuantities, parseQuantity, ZERO_QUANTITY, type Quantity } from '@orrery/quantity';

type Side = 'requests' | 'limits';
type List = Readonly<Record<string, string | number>>;

/** Resources that a container was given by its status. */
type Given = ContainerStatus & {
  readonly resources?: Partial<Record<Side, List>>;
  readonly allocatedResources?: List;
};

const ONE = parseQuantity('1');

/** Adds what a pod uses that has not ended. */
export function chargePod(charge: Map<string, Quantity>, pod: Pod): void {
  charge.set('pods', ONE);
  if (!(pod.spec as PodSpec | undefined)) return;
  for (const [name, amount] of podTotal(pod, 'requests')) {
    charge.set(`requests.${name}`, amount);
    if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || name.startsWith('hugepages-')) {
      charge.set(name, amount);
    }
  }
  for (const [name, amount] of podTotal(pod, 'limits')) charge.set(`limits.${name}`, amount);
}

/** Containers and sidecars together, or the most demanding step of the start if that is more; and the overhead. */
function podTotal(pod: Pod, side: Side): Map<string, Quantity> {
  const { spec } = pod;
  const steady = new Map<string, Quantity>();
  const peak = new Map<string, Quantity>();
  for (const container of spec.initContainers ?? []) {
    const isSidecar = container.restartPolicy === 'Always';
    const own = isSidecar ? amountsOf(pod, container, side) : readList(container.resources?.[side]);
    if (isSidecar) addTo(steady, own);
    const step = new Map(steady);
    if (!isSidecar) addTo(step, own);
    raise(peak, step);
  }
  for (const container of spec.containers ?? []) addTo(steady, amountsOf(pod, container, side));
  raise(steady, peak);
  addTo(steady, readList(spec.overhead));
  return steady;
}

/**
 * Returns the charge of a container: the maximum of its requested, allocated and running amounts, as long as a resize
 * of its pod is not over; amounts that its node can never give are not counted (`PodRequests` and `PodLimits` with
 * `UseStatusResources` upstream).
 */
function amountsOf({ status }: Pod, { name, resources }: Container, side: Side): Map<string, Quantity> {
  const asked = readList(resources?.[side]);
  const given = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].find(
    (each) => each.name === name,
  ) as Given | undefined;
  if (!given?.resources) return asked;
  const isInfeasible = status?.conditions?.some(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
  );
  const amounts = isInfeasible ? new Map<string, Quantity>() : asked;
  raise(amounts, readList(given.resources[side]));
  if (side === 'requests') raise(amounts, readList(given.allocatedResources));
  return amounts;
}

function readList(list: Readonly<Record<string, string | number>> | undefined): Map<string, Quantity> {
  return new Map(Object.entries(list ?? {}).map(([name, text]) => [name, parseQuantity(String(text))]));
}

function addTo(total: Map<string, Quantity>, more: ReadonlyMap<string, Quantity>): void {
  for (const [name, amount] of more) total.set(name, addQuantities(total.get(name) ?? ZERO_QUANTITY, amount));
}

function raise(total: Map<string, Quantity>, other: ReadonlyMap<string, Quantity>): void {
  for (const [name, amount] of other) {
    const known = total.get(name);
    if (!known || compareQuantities(amount, known) > 0) total.set(name, amount);
  }
}
