import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, startBrowser } from './browser';

const SOURCES = join(__dirname, '../../../apps/console/src');
/** Draws a block for each state of a pod in one colour; returns the ink of each block, row by row, from 0 to 1. */
const PAGE = `
  import { canvasRenderer } from './draw/canvas-renderer';
  import { Instances } from './draw/instances';
  import { webglRenderer } from './draw/webgl-renderer';
  import { PodHealth } from './model/board/board-pod';
  import { Layer, PATTERNS } from './model/board/scene';
  globalThis.drawStates = ({ by, side, ratio }) => {
    // Whole periods of the patterns apart: marks begin at the same place in each block.
    const apart = 66;
    const canvas = document.createElement('canvas');
    const renderer = by === 'card' ? webglRenderer(canvas) : canvasRenderer(canvas);
    const states = Object.values(PodHealth);
    renderer.resize({ width: apart * states.length, height: apart }, ratio);
    const layers = [new Instances(), new Instances(), new Instances()];
    states.forEach((state, index) => {
      const rect = { x: apart * index + 6, y: 6, w: side, h: side };
      layers[Layer.Part].put({ id: state, layer: Layer.Part, rect, radius: side * 0.18, fill: 0x2f76c4, line: 0x2f76c4, alpha: 1, pattern: PATTERNS[state] }, 0);
    });
    const frame = { seconds: 10, isMoving: false, isChanging: true, changed: undefined };
    renderer.draw(layers, { x: 0, y: 0, scale: 1 }, frame);
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const length = side * ratio;
    return states.map((state, index) => {
      const { data } = context.getImageData((apart * index + 6) * ratio, 6 * ratio, length, length);
      return { state, length, ink: Array.from({ length: length * length }, (_, at) => data[at * 4 + 3] / 255) };
    });
  };`;

interface Drawn {
  readonly state: string;
  readonly length: number;
  readonly ink: readonly number[];
}

/** Difference of ink that is seen. */
const SEEN = 0.08;
/** Half the period of a pattern, in pixels of the page: marks of two renderers may begin elsewhere. */
const HALF_PERIOD = 3;
/** Width of the line around a block, which is left out. */
const EDGE = 2;

function difference(a: Drawn, b: Drawn): number {
  return a.ink.reduce((sum, ink, at) => sum + Math.abs(ink - (b.ink[at] ?? 0)), 0) / a.ink.length;
}

/** Returns the difference where the marks of both begin at the same place. */
function leastDifference(a: Drawn, b: Drawn, ratio: number): number {
  const { length } = a;
  let least = Infinity;
  const most = HALF_PERIOD * ratio;
  for (let dx = -most; dx <= most; dx++) {
    for (let dy = -most; dy <= most; dy++) {
      let [sum, count] = [0, 0];
      for (let y = EDGE + Math.max(0, -dy); y < length - EDGE - Math.max(0, dy); y++) {
        for (let x = EDGE + Math.max(0, -dx); x < length - EDGE - Math.max(0, dx); x++, count++)
          sum += Math.abs((a.ink[y * length + x] ?? 0) - (b.ink[(y + dy) * length + x + dx] ?? 0));
      }
      least = Math.min(least, sum / count);
    }
  }
  return least;
}

inBrowser('the drawing of the board', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const stdin = { contents: PAGE, resolveDir: SOURCES, loader: 'ts' as const };
    const [{ outputFiles }, started] = await Promise.all([
      build({ stdin, bundle: true, write: false, format: 'iife', logLevel: 'error' }),
      startBrowser('emulated card'),
    ]);
    browser = started;
    page = await browser.newPage();
    await page.evaluate(outputFiles[0]!.text);
  });
  afterAll(() => browser.close());

  const draw = (by: 'card' | 'processor', side: number, ratio: number): Promise<readonly Drawn[]> =>
    page.evaluate(`drawStates(${JSON.stringify({ by, side, ratio })})`);

  it.each([
    { side: 12, ratio: 1 },
    { side: 18, ratio: 1 },
    { side: 30, ratio: 1 },
    { side: 12, ratio: 2 },
  ])('tells the states of pods apart by form, with a graphics card and without: %o', async ({ side, ratio }) => {
    const [card, processor] = [await draw('card', side, ratio), await draw('processor', side, ratio)];
    const alike = (drawn: readonly Drawn[]): readonly string[] =>
      drawn.flatMap((a, index) =>
        drawn.slice(index + 1).flatMap((b) => (difference(a, b) < SEEN ? [`${a.state}, ${b.state}`] : [])),
      );
    // A pod that waits for a node lies in the waiting room.
    expect(alike(card)).toEqual(['waiting for a node, starting']);
    expect(alike(processor)).toEqual(alike(card));
    // On its node, each state looks most like itself as the other draws it.
    for (const one of processor.slice(1)) {
      const [nearest] = card.slice(1).sort((a, b) => leastDifference(one, a, ratio) - leastDifference(one, b, ratio));
      expect([one.state, nearest?.state]).toEqual([one.state, one.state]);
    }
  });
});
