import type { Pod } from '@orrery/api-types';
import {
  RuleScope,
  SUCCESS,
  type CycleState,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  type StateData,
  type Status,
} from '@orrery/scheduling';

const MIB = 1024 * 1024;
const LEAST_BYTES = 23 * MIB;
const MOST_BYTES_PER_CONTAINER = 1000 * MIB;

interface WantedImages extends StateData {
  /** Images of the pod that some node holds, once per container, with the share of nodes holding them. */
  readonly images: readonly { readonly name: string; readonly spread: number }[];
  readonly containerCount: number;
}

/** Prefers nodes that hold the pod's images, weighing large images more and images held by few nodes less. */
export class ImageLocality implements PreScorePlugin, ScorePlugin {
  readonly name = 'ImageLocality';
  readonly scoreScope = RuleScope.Cluster;

  constructor(private readonly handle: PluginHandle) {}

  preScore(state: CycleState, { pod }: PodInfo): Status {
    const snapshot = this.handle.snapshot();
    const containers = countedContainers(pod, this.handle.behaviour.image.initContainers);
    const images = containers
      .map(({ image }) => normalizedImageName(image ?? ''))
      .map((name) => ({ name, spread: snapshot.nodesWithImage(name) / snapshot.nodes.length }))
      .filter(({ spread }) => spread > 0);
    const wanted: WantedImages = { images, containerCount: containers.length };
    state.write(this.name, wanted);
    return SUCCESS;
  }

  score(state: CycleState, _pod: PodInfo, node: NodeInfo): number {
    const wanted = state.read<WantedImages>(this.name);
    return wanted ? this.scoreOf(wanted, node) : 0;
  }

  scoreAll(state: CycleState, _pod: PodInfo, nodes: readonly NodeInfo[], scores: Float64Array): void {
    const wanted = state.read<WantedImages>(this.name);
    if (!wanted || wanted.images.length === 0) return;
    for (let i = 0; i < nodes.length; i++) scores[i] = this.scoreOf(wanted, nodes[i]!);
  }

  private scoreOf({ images, containerCount }: WantedImages, node: NodeInfo): number {
    let bytes = 0;
    for (const { name, spread } of images) {
      const size = node.images.get(name);
      if (size !== undefined) bytes += Math.trunc(size * spread);
    }
    const most = MOST_BYTES_PER_CONTAINER * containerCount;
    const clamped = Math.min(Math.max(bytes, LEAST_BYTES), most);
    return Math.trunc((this.handle.behaviour.score.scale * (clamped - LEAST_BYTES)) / (most - LEAST_BYTES));
  }
}

/** The name as nodes report it: with `:latest` where no tag is given. */
export function normalizedImageName(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}

function countedContainers(pod: Pod, withInitContainers: boolean): readonly { readonly image?: string }[] {
  const containers = pod.spec.containers ?? [];
  return withInitContainers ? [...(pod.spec.initContainers ?? []), ...containers] : containers;
}
