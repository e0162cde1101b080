import { onScreen } from './camera';
import { heldCamera } from './held-camera';
import { layoutBoard } from './layout';

const zones = [{ name: 'zone-1', nodes: Array.from({ length: 100 }, (_, i) => `node-${i}`) }];
const size = { width: 800, height: 400 };

describe('heldCamera', () => {
  it('keeps the node of the middle where it is, when the board is laid out for a narrower place', () => {
    const [before, after] = [layoutBoard(zones, 2.4), layoutBoard(zones, 1.2)];
    const at = before.nodes.get('node-57')!;
    expect(after.nodes.get('node-57')).not.toEqual(at);
    const scale = 4;
    const camera = { scale, x: at.x + 40 - size.width / 2 / scale, y: at.y + 30 - size.height / 2 / scale };
    const held = heldCamera(camera, size, { before, after });
    const seen = onScreen(camera, at);
    const { x, y } = onScreen(held, after.nodes.get('node-57')!);
    expect(x).toBeCloseTo(seen.x);
    expect(y).toBeCloseTo(seen.y);
    expect(held.scale).toBe(scale);
  });

  it('stays where the node of the middle is gone', () => {
    const before = layoutBoard(zones, 2);
    const after = layoutBoard([], 2);
    const camera = { scale: 4, x: 300, y: 20 };
    expect(heldCamera(camera, size, { before, after })).toBe(camera);
  });
});
