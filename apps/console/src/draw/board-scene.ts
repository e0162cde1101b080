import { requestedOn, takeChanges, type BoardState } from '../model/board/board-state';
import { layoutBoard, zonesOf, type BoardLayout, type Rect } from '../model/board/layout';
import { over } from '../model/board/palette';
import { FILLED, Layer, nodeQuads, panelQuad, waitingQuads, type Look, type Quad } from '../model/board/scene';
import { layoutWaitingRoom, type WaitingGroup } from '../model/board/waiting-room';
import { Instances } from './instances';

/** Name under which the scene keeps the waiting room. */
export const WAITING = '';
const PANELS = '//panels';

/** Zones and faults of a cluster. */
export interface ClusterFacts {
  readonly faults: ReadonlyMap<string, readonly string[]>;
  readonly badZones: ReadonlySet<string>;
}

/** Changes by an update of the scene. */
export interface SceneChange {
  /** The layout is another one. */
  readonly isLaidOut: boolean;
  /** Areas in which rectangles changed; undefined: anywhere. */
  readonly areas: readonly Rect[] | undefined;
}

/** The rectangles of the board, maintained by what changes: a change of one pod computes one card. */
export class BoardScene {
  readonly layers = [new Instances(), new Instances(), new Instances()] as const;
  layout: BoardLayout = layoutBoard([], 1.6);
  groups: readonly WaitingGroup[] = [];
  /** Rectangles of the blocks of pods, by node; those of the waiting room under the empty name. */
  readonly podRects = new Map<string, ReadonlyMap<string, Rect>>();
  private readonly idsOf = new Map<string, readonly Quad[]>();
  private readonly byIdOf = new WeakMap<readonly Quad[], ReadonlyMap<string, Quad>>();
  private readonly ownerOf = new Map<string, string>();
  private isFirst = true;

  /** Takes the changes of a state, or all of it. */
  update(
    state: BoardState,
    look: Look,
    around: ClusterFacts,
    options: { readonly aspect: number; readonly all: boolean; readonly seconds: number },
  ): SceneChange {
    const changes = takeChanges(state);
    // Names get their colours in the order of the pods, not of the nodes that happen to be drawn first: each visit shows the same.
    for (const pod of options.all ? state.pods.values() : changes.arrived) look.colouring.classOf(pod);
    const isLaidOut = changes.layout || options.all;
    if (isLaidOut) this.layout = layoutBoard(zonesOf(state.nodes.values()), options.aspect);
    const names = isLaidOut ? new Set([...this.layout.nodes.keys(), ...this.namesDrawn()]) : changes.nodes;
    const former: Quad[] = [];
    if (isLaidOut) this.replace(PANELS, this.panels(look, around), former, options.seconds);
    for (const name of names) this.replace(name, this.quadsOf(state, name, look, around), former, options.seconds);
    if (isLaidOut || changes.waiting) {
      const { waitingRoom, unit } = this.layout;
      this.groups = layoutWaitingRoom(state.waiting.values(), waitingRoom, unit);
      this.replace(WAITING, waitingQuads(this.groups, look), former, options.seconds);
    }
    // Last, for what went from one place to another is put again before: it moves.
    for (const { id, layer } of former) {
      if (this.ownerOf.has(id)) continue;
      this.layers[layer].remove(id, options.seconds);
    }
    if (this.isFirst && state.nodes.size > 0) {
      this.layers.forEach((layer) => layer.settle());
      this.isFirst = false;
    }
    return { isLaidOut, areas: isLaidOut ? undefined : this.areasOf(names, changes.waiting) };
  }

  private areasOf(names: Iterable<string>, isWaitingChanged: boolean): readonly Rect[] {
    const areas: Rect[] = isWaitingChanged ? [this.layout.waitingRoom] : [];
    for (const name of names) {
      const rect = this.layout.nodes.get(name);
      if (rect) areas.push(rect);
    }
    return areas;
  }

  private namesDrawn(): string[] {
    return [...this.idsOf.keys()].filter((name) => name !== WAITING && name !== PANELS);
  }

  private quadsOf(state: BoardState, name: string, look: Look, { faults }: ClusterFacts): readonly Quad[] {
    const node = state.nodes.get(name);
    const rect = this.layout.nodes.get(name);
    if (!node || !rect) return [];
    return nodeQuads(
      {
        node,
        rect,
        pods: [...(state.podsOf.get(name)?.values() ?? [])],
        requested: requestedOn(state, name),
        used: state.used.get(name),
        faults: faults.get(name) ?? [],
      },
      look,
    );
  }

  private panels({ palette }: Look, { badZones }: ClusterFacts): readonly Quad[] {
    const { zones, waitingRoom, unit } = this.layout;
    return [
      panelQuad('panel/waiting', waitingRoom, unit, palette, false),
      ...zones.map((zone) => panelQuad(`panel/zone/${zone.name}`, zone, unit, palette, badZones.has(zone.name))),
    ];
  }

  /** Puts what a node, or another part of the board, consists of; what it no longer has is added to `former`. */
  private replace(owner: string, quads: readonly Quad[], former: Quad[], seconds: number): void {
    for (const quad of this.idsOf.get(owner) ?? []) {
      if (this.ownerOf.get(quad.id) !== owner) continue;
      this.ownerOf.delete(quad.id);
      former.push(quad);
    }
    for (const quad of quads) {
      this.ownerOf.set(quad.id, owner);
      this.layers[quad.layer].put(quad, seconds);
    }
    if (quads.length > 0) this.idsOf.set(owner, quads);
    else this.idsOf.delete(owner);
    if (owner === PANELS) return;
    const pods = quads.filter(({ id, layer }) => layer === Layer.Part && !id.includes('/'));
    if (pods.length > 0) this.podRects.set(owner, new Map(pods.map(({ id, rect }) => [id, rect])));
    else this.podRects.delete(owner);
  }

  /** Colour in which the inside of a pod's block is seen, on a ground of this colour. */
  fillOf(owner: string, id: string, ground: number): number {
    const block = this.byId(owner).get(id);
    return block ? over(block.fill, ground, block.alpha * FILLED[block.pattern]) : ground;
  }

  /** The rectangles of a part of the board by id: looked up for many pods in each frame. */
  private byId(owner: string): ReadonlyMap<string, Quad> {
    const quads = this.idsOf.get(owner) ?? [];
    let known = this.byIdOf.get(quads);
    if (!known) this.byIdOf.set(quads, (known = new Map(quads.map((quad) => [quad.id, quad]))));
    return known;
  }
}
