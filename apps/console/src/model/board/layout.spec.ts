import { between, cameraFor, cameraNear, onBoard, onScreen, zoomAt } from './camera';
import { layoutBoard, zonesOf, type Rect } from './layout';
import { nodeTowards, subjectAt } from './subject';
import { aPod } from './test-board';
import { fillTank } from './tank';
import { layoutWaitingRoom } from './waiting-room';

const TANK: Rect = { x: 10, y: 20, w: 92, h: 46 };
const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w - 1e-9 && b.x < a.x + a.w - 1e-9 && a.y < b.y + b.h - 1e-9 && b.y < a.y + a.h - 1e-9;
const inside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - 1e-6 &&
  inner.y >= outer.y - 1e-6 &&
  inner.x + inner.w <= outer.x + outer.w + 1e-6 &&
  inner.y + inner.h <= outer.y + outer.h + 1e-6;
const zones = (count: number, nodes: number) =>
  Array.from({ length: count }, (_, zone) => ({
    name: `z${zone}`,
    nodes: Array.from({ length: nodes }, (_, node) => `n${zone}-${node}`),
  }));

describe('the layout of the board', () => {
  test.each([
    [0, 0],
    [1, 3],
    [3, 10],
    [8, 625],
    [40, 7],
  ])('%d zones of %d nodes: no two overlap, nothing leaves the whole', (count, perZone) => {
    const layout = layoutBoard(zones(count, perZone), 1.6);
    expect(layout.nodes.size).toBe(count * perZone);
    const panels = [...layout.zones, layout.waitingRoom];
    for (const panel of panels) expect(inside(panel, layout.bounds)).toBe(true);
    for (const a of panels) for (const b of panels) expect(a !== b && overlap(a, b)).toBe(false);
    for (const [name, rect] of layout.nodes) {
      const zone = layout.zones.find((each) => name.startsWith(`n${each.name.slice(1)}-`))!;
      expect(inside(rect, { ...zone, y: zone.y + zone.header })).toBe(true);
    }
  });

  test('uses most of a screen', () => {
    const { bounds } = layoutBoard(zones(8, 625), 1.6);
    expect(bounds.w / bounds.h).toBeGreaterThan(1.2);
    expect(bounds.w / bounds.h).toBeLessThan(2.2);
  });

  test('numbers in names count', () => {
    const node = (name: string, zone: string) => ({ name, zone });
    expect(zonesOf([node('node-10', 'b'), node('node-2', 'b'), node('x', 'a')])).toEqual([
      { name: 'a', nodes: ['x'] },
      { name: 'b', nodes: ['node-2', 'node-10'] },
    ]);
  });
});

describe('a tank', () => {
  test.each([
    ['four equal quarters', [0.25, 0.25, 0.25, 0.25]],
    ['pods that request nothing', Array.from({ length: 110 }, () => 0)],
    ['one that takes everything', [1]],
    ['large and small ones', [0.4, 0.02, 0.02, 0.3, 0.1, 0.05]],
    ['more than there is', Array.from({ length: 30 }, () => 0.05)],
    ['250 pods', Array.from({ length: 250 }, (_, i) => (i % 7) / 1000)],
  ])('holds %s, none above another', (_what, shares) => {
    const placed = [
      ...fillTank(
        shares.map((share, i) => ({ id: String(i), share })),
        TANK,
      ).values(),
    ];
    expect(placed).toHaveLength(shares.length);
    for (const rect of placed) expect(inside(rect, TANK)).toBe(true);
    placed.forEach((a, i) => placed.slice(i + 1).forEach((b) => expect(overlap(a, b)).toBe(false)));
  });

  test('a pod that comes moves none of those that are there', () => {
    const parts = [0.1, 0.2, 0.15].map((share, i) => ({ id: String(i), share }));
    const before = fillTank(parts, TANK);
    const after = fillTank([...parts, { id: 'new', share: 0.1 }], TANK);
    for (const [id, rect] of before) expect(after.get(id)).toEqual(rect);
  });
});

test('the waiting room holds them all, most frequent reason first', () => {
  const room = { x: 0, y: 0, w: 200, h: 300, header: 30 };
  const pods = Array.from({ length: 3000 }, (_, i) =>
    aPod(`p${i}`, { nodeName: undefined, waitsFor: i % 3 === 0 ? 'Insufficient cpu' : 'untolerated taint' }),
  );
  const groups = layoutWaitingRoom(pods, room, 1);
  expect(groups.map(({ reason, pods: of }) => [reason, of.length])).toEqual([
    ['untolerated taint', 2000],
    ['Insufficient cpu', 1000],
  ]);
  for (const { blocks } of groups) for (const rect of blocks.values()) expect(inside(rect, room)).toBe(true);
});

test('blocks of the waiting room have room for names where all of them fit like that', () => {
  const room = { x: 0, y: 0, w: 170, h: 300, header: 30 };
  const widest = (count: number): number => {
    const pods = Array.from({ length: count }, (_, i) => aPod(`p${i}`, { nodeName: undefined, waitsFor: 'cpu' }));
    const rects = layoutWaitingRoom(pods, room, 1).flatMap(({ blocks }) => [...blocks.values()]);
    for (const rect of rects) expect(inside(rect, room)).toBe(true);
    for (const a of rects) for (const b of rects) expect(a !== b && overlap(a, b)).toBe(false);
    return Math.max(...rects.map(({ w, h }) => w / h));
  };
  expect(widest(20)).toBeGreaterThan(4);
  expect(widest(200)).toBeCloseTo(1);
});

describe('the camera', () => {
  test('comes no nearer to a waiting pod than its name needs', () => {
    const [rect, screen] = [
      { x: 10, y: 40, w: 70, h: 16 },
      { width: 1400, height: 500 },
    ];
    const seen = onScreen(cameraNear(rect, screen, 64), rect);
    expect(seen.h).toBeCloseTo(64);
    expect([seen.x + seen.w / 2, seen.y + seen.h / 2]).toEqual([expect.closeTo(700), expect.closeTo(250)]);
  });

  const size = { width: 800, height: 600 };
  test('shows a rectangle in the middle', () => {
    const seen = onScreen(cameraFor({ x: 100, y: 50, w: 400, h: 100 }, size), { x: 100, y: 50, w: 400, h: 100 });
    expect(seen.x).toBeCloseTo(800 - seen.x - seen.w);
    expect(seen.y).toBeCloseTo(600 - seen.y - seen.h);
  });

  test('zooms around a point that stays where it is', () => {
    const camera = { x: 3, y: 7, scale: 1.5 };
    const at = { x: 220, y: 340 };
    const closer = zoomAt(camera, at, { factor: 2, smallest: 0.1 });
    expect(closer.scale).toBe(3);
    expect(onBoard(closer, at).x).toBeCloseTo(onBoard(camera, at).x);
    expect(zoomAt(camera, at, { factor: 0.001, smallest: 0.5 }).scale).toBe(0.5);
  });

  test('flies from one view to another', () => {
    const [from, to] = [
      { x: 0, y: 0, scale: 1 },
      { x: 50, y: 20, scale: 4 },
    ];
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, to, 1).x).toBeCloseTo(50);
    expect(between(from, to, 0.5).scale).toBeCloseTo(2);
  });
});

test('a point leads to what is there, and arrows from node to node', () => {
  const layout = layoutBoard(zones(2, 4), 1.6);
  const rect = layout.nodes.get('n1-2')!;
  const block = { x: rect.x + 10, y: rect.y + 40, w: 8, h: 8 };
  const board = { layout, podRects: new Map([['n1-2', new Map([['p', block]])]]) };
  expect(subjectAt({ x: block.x + 1, y: block.y + 1 }, board)).toEqual({ kind: 'pod', uid: 'p' });
  expect(subjectAt({ x: rect.x + 1, y: rect.y + 1 }, board)).toEqual({ kind: 'node', name: 'n1-2' });
  expect(subjectAt({ x: layout.zones[0]!.x + 1, y: 1 }, board)).toEqual({ kind: 'zone', name: 'z0' });
  expect(subjectAt({ x: -50, y: -50 }, board)).toBeUndefined();
  expect(nodeTowards(layout, '', 'right')).toBe('n0-0');
  const right = nodeTowards(layout, 'n0-0', 'right')!;
  expect(nodeTowards(layout, right, 'left')).toBe('n0-0');
});
