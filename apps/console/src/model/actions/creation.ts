import type { AddPodsInput } from '../../graphql/operations.generated';
import type { BoardNode } from '../board/board-node';

/** Values of the form that creates pods. */
export interface PodsForm {
  readonly name: string;
  readonly count: string;
  readonly image: string;
  readonly cpu: string;
  readonly memory: string;
}

export const PODS_PRESET: PodsForm = { name: 'web', count: '1', image: 'nginx', cpu: '250m', memory: '256Mi' };

/** Returns the input of `addPods` for the values of the form; empty fields are left out. */
export function podsInput({ name, count, image, cpu, memory }: PodsForm): AddPodsInput {
  const requests = Object.fromEntries(
    [
      ['cpu', cpu.trim()],
      ['memory', memory.trim()],
    ].filter(([, amount]) => amount !== ''),
  ) as Record<string, string>;
  const number = Math.trunc(Number(count));
  return {
    name: name.trim(),
    ...(number > 1 ? { count: number } : {}),
    ...(image.trim() === '' ? {} : { image: image.trim() }),
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
  };
}

/** Values of the form that adds nodes. */
export interface NodesForm {
  readonly name: string;
  readonly count: string;
  readonly firstIndex: string;
  readonly zones: string;
}

/** Returns the first values of the form that adds nodes: names that go on from those that are there, in their zones. */
export function nodesPreset(nodes: Iterable<Pick<BoardNode, 'name' | 'zone'>>): NodesForm {
  const zones = new Set<string>();
  let last = 0;
  for (const { name, zone } of nodes) {
    if (zone !== '') zones.add(zone);
    last = Math.max(last, Number(/^node-(\d+)$/.exec(name)?.[1] ?? 0));
  }
  return {
    name: 'node-{index}',
    count: '3',
    firstIndex: String(last + 1),
    zones: [...zones].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).join(','),
  };
}
