import { emptyBoard, hasChanges, requestedOn, type BoardState } from '../model/board/board-state';
import { between, cameraFor, cameraNear, onBoard, zoomAt, type Camera, type Size } from '../model/board/camera';
import type { Look } from '../model/board/scene';
import { isSame, nodeTowards, subjectAt, type Direction, type Subject } from '../model/board/subject';
import { heldCamera } from '../model/board/held-camera';
import type { BoardLayout, Rect } from '../model/board/layout';
import { BoardScene, WAITING, type ClusterFacts } from './board-scene';
import { canvasRenderer } from './canvas-renderer';
import { MOVE_SECONDS } from './instances';
import { drawLabels } from './labels';
import { hasGraphicsCard, webglRenderer, type Renderer } from './webgl-renderer';

/** Inputs of the board's display, besides the state of the cluster. */
export interface BoardView extends ClusterFacts {
  readonly look: Look;
  readonly zoneTexts: ReadonlyMap<string, { readonly text: string; readonly isBad: boolean }>;
}

const FLIGHT_SECONDS = 0.45;
/** Largest height of a waiting pod that is brought near, in pixels: its name is read, and what waits with it is seen. */
const NEAR_POD_PX = 64;
/** A camera that was moved within this time is still being moved. */
const REST_SECONDS = 0.15;
/** A frame after the last movement shows everything in its place. */
const REST_OF_MOVE_SECONDS = 0.05;
const WHEEL_SPEED = 0.0016;
/** The whole may be seen a little smaller than it fits. */
const SMALLEST_SHARE = 0.8;

interface Flight {
  readonly from: Camera;
  readonly to: Camera;
  readonly since: number;
}

/** Draws the board and moves over it. It draws a frame only when something changed, or moves. */
export class BoardEngine {
  readonly scene = new BoardScene();
  private readonly renderer: Renderer;
  private readonly context: CanvasRenderingContext2D;
  private state: BoardState = emptyBoard();
  private view: BoardView | undefined;
  private size: Size = { width: 1, height: 1 };
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  /** Camera of the last frame. */
  private shown = this.camera;
  private flight: Flight | undefined;
  /** Subject that the camera was moved to, until it is moved again. */
  private approached: Subject | undefined;
  /** True if the whole is shown, and stays so when it grows. */
  private isFitted = true;
  private isAllDirty = true;
  private isResized = false;
  private movesUntil = 0;
  private cameraMovesUntil = 0;
  private request: number | undefined;
  private hovered: Subject | undefined;
  private selected: Subject | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    /** The camera moved: something else is under the pointer. */
    private readonly onMoved: () => void,
  ) {
    this.renderer = (hasGraphicsCard() ? webglRenderer(canvas) : undefined) ?? canvasRenderer(canvas);
    const context = overlay.getContext('2d');
    if (!context) throw new Error('this browser cannot draw on a canvas');
    this.context = context;
  }

  show(state: BoardState): void {
    if (this.state !== state) this.isAllDirty = true;
    this.state = state;
    this.ask();
  }

  setView(view: BoardView): void {
    this.view = view;
    this.isAllDirty = true;
    this.ask();
  }

  resize(size: Size, ratio: number): void {
    this.size = size;
    this.isResized = true;
    this.renderer.resize(size, ratio);
    this.overlay.width = Math.round(size.width * ratio);
    this.overlay.height = Math.round(size.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.isAllDirty = true;
    this.ask();
  }

  mark(what: { readonly hovered?: Subject | undefined; readonly selected?: Subject | undefined }): void {
    if ('hovered' in what) this.hovered = what.hovered;
    if ('selected' in what) this.selected = what.selected;
    this.ask();
  }

  pan(dx: number, dy: number): void {
    this.moveTo({
      ...this.camera,
      x: this.camera.x - dx / this.camera.scale,
      y: this.camera.y - dy / this.camera.scale,
    });
  }

  zoomBy(at: { readonly x: number; readonly y: number }, wheel: number): void {
    const smallest = cameraFor(this.scene.layout.bounds, this.size).scale * SMALLEST_SHARE;
    this.moveTo(zoomAt(this.camera, at, { factor: Math.exp(-wheel * WHEEL_SPEED), smallest }));
  }

  fit(): void {
    this.flyTo(cameraFor(this.scene.layout.bounds, this.size));
    this.isFitted = true;
  }

  /** Brings a node, a zone or a pod near. */
  approach(subject: Subject): void {
    const rect = this.rectOf(subject.kind === 'pod' ? this.placeOf(subject.uid) : subject);
    if (!rect) return;
    const isWaiting = subject.kind === 'pod' && this.placeOf(subject.uid).kind === 'pod';
    this.flyTo(
      isWaiting
        ? cameraNear(rect, this.size, NEAR_POD_PX)
        : cameraFor(subject.kind === 'zone' ? rect : grown(rect, 0.6), this.size),
    );
    this.approached = subject;
  }

  /** Shows the whole again, unless the camera was moved since a subject was brought near. */
  leave(): void {
    if (this.approached) this.fit();
  }

  /** Moves only if a subject cannot be seen. */
  reveal(subject: Subject): void {
    const rect = this.rectOf(subject);
    if (!rect) return;
    const { x, y } = onBoard(this.camera, { x: 0, y: 0 });
    const [w, h] = [this.size.width / this.camera.scale, this.size.height / this.camera.scale];
    const isSeen = rect.x >= x && rect.y >= y && rect.x + rect.w <= x + w && rect.y + rect.h <= y + h;
    if (!isSeen) this.flyTo({ ...this.camera, x: rect.x + rect.w / 2 - w / 2, y: rect.y + rect.h / 2 - h / 2 });
  }

  subjectAt(at: { readonly x: number; readonly y: number }): Subject | undefined {
    return subjectAt(onBoard(this.camera, at), this.scene);
  }

  neighbour(from: Subject | undefined, direction: Direction): Subject | undefined {
    const name = nodeTowards(this.scene.layout, from?.kind === 'node' ? from.name : '', direction);
    return name === undefined ? undefined : { kind: 'node', name };
  }

  dispose(): void {
    if (this.request !== undefined) cancelAnimationFrame(this.request);
    this.renderer.dispose();
  }

  private placeOf(uid: string): Subject {
    const nodeName = this.state.pods.get(uid)?.nodeName;
    return nodeName === undefined ? { kind: 'pod', uid } : { kind: 'node', name: nodeName };
  }

  private rectOf(subject: Subject): Rect | undefined {
    const { layout, podRects } = this.scene;
    if (subject.kind === 'node') return layout.nodes.get(subject.name);
    if (subject.kind === 'zone') return layout.zones.find(({ name }) => name === subject.name);
    const pod = this.state.pods.get(subject.uid);
    return pod && podRects.get(pod.nodeName ?? '')?.get(subject.uid);
  }

  private moveTo(camera: Camera): void {
    this.flight = undefined;
    this.approached = undefined;
    this.isFitted = false;
    this.camera = camera;
    this.cameraMovesUntil = seconds() + REST_SECONDS;
    this.ask();
  }

  private flyTo(to: Camera): void {
    this.approached = undefined;
    this.isFitted = false;
    if (isStill()) this.camera = to;
    else this.flight = { from: this.camera, to, since: seconds() };
    this.ask();
  }

  private ask(): void {
    this.request ??= requestAnimationFrame(() => {
      this.request = undefined;
      this.frame(seconds());
    });
  }

  private frame(now: number): void {
    const { view } = this;
    if (!view || this.size.width < 2 || this.size.height < 2) return;
    let areasChanged: readonly Rect[] | undefined = [];
    if (this.isAllDirty || hasChanges(this.state)) {
      const aspect = this.size.width / this.size.height;
      const before = this.scene.layout;
      const changed = isStill() ? now - MOVE_SECONDS : now;
      const { isLaidOut, areas } = this.scene.update(this.state, view.look, view, {
        aspect,
        all: this.isAllDirty,
        seconds: changed,
      });
      this.isAllDirty = false;
      areasChanged = areas;
      this.movesUntil = this.renderer.moves(this.scene.layers) ? changed + MOVE_SECONDS + REST_OF_MOVE_SECONDS : now;
      if (isLaidOut) this.follow(before);
    }
    if (this.flight) this.fly(this.flight, now);
    if (this.camera !== this.shown) this.onMoved();
    this.shown = this.camera;
    this.scene.layers.forEach((layer) => layer.sweep(now));
    const isChanging = now <= this.movesUntil;
    const isMoving = this.flight !== undefined || now < this.cameraMovesUntil;
    this.renderer.draw(this.scene.layers, this.camera, { seconds: now, isMoving, isChanging, changed: areasChanged });
    this.label(view);
    if (isChanging || isMoving) this.ask();
  }

  /** Nodes may lie elsewhere now, as when a panel opens beside the board: what was seen is seen again. */
  private follow(before: BoardLayout): void {
    const { layout } = this.scene;
    if (this.isFitted) this.camera = cameraFor(layout.bounds, this.size);
    else if (this.approached) this.approach(this.approached);
    else this.camera = heldCamera(this.camera, this.size, { before, after: layout });
    if (this.isResized && this.selected && !this.approached) this.reveal(this.selected);
    this.isResized = false;
  }

  private fly({ from, to, since }: Flight, now: number): void {
    const share = Math.min(1, (now - since) / FLIGHT_SECONDS);
    this.camera = between(from, to, share * share * (3 - 2 * share));
    if (share === 1) this.flight = undefined;
  }

  private label(view: BoardView): void {
    const { scene, state } = this;
    const marks = [
      ...(this.hovered && !isSame(this.hovered, this.selected) ? [{ subject: this.hovered, isStrong: false }] : []),
      ...(this.selected ? [{ subject: this.selected, isStrong: true }] : []),
    ].flatMap(({ subject, isStrong }) => {
      const rect = this.rectOf(subject);
      return rect ? [{ rect, isStrong }] : [];
    });
    drawLabels(this.context, this.camera, this.size, {
      layout: scene.layout,
      nodes: state.nodes,
      faults: view.faults,
      groups: scene.groups,
      zoneTexts: view.zoneTexts,
      waiting: state.waiting.size,
      pods: state.pods.size,
      requestedOf: (name) => requestedOn(state, name),
      palette: view.look.palette,
      marks,
      podNames: (nodeName) =>
        this.seenPods(nodeName, nodeName === WAITING ? view.look.palette.zone : view.look.palette.card),
    });
  }

  /** Names of the pods of a place that the camera sees, with their blocks and the colours of their insides. */
  private *seenPods(place: string, ground: number): Iterable<readonly [name: string, rect: Rect, fill: number]> {
    const { x, y } = onBoard(this.camera, { x: 0, y: 0 });
    const [right, bottom] = [x + this.size.width / this.camera.scale, y + this.size.height / this.camera.scale];
    for (const [uid, rect] of this.scene.podRects.get(place) ?? []) {
      if (rect.x > right || rect.y > bottom || rect.x + rect.w < x || rect.y + rect.h < y) continue;
      yield [this.state.pods.get(uid)?.name ?? '', rect, this.scene.fillOf(place, uid, ground)];
    }
  }
}

/** Returns whether nothing is to move to its place: it is there at once. */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function seconds(): number {
  return performance.now() / 1000;
}

function grown({ x, y, w, h }: Rect, share: number): Rect {
  return { x: x - (w * share) / 2, y: y - (h * share) / 2, w: w * (1 + share), h: h * (1 + share) };
}
