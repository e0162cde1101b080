import { nodeHealthSettings } from '../settings/settings';
import { SimulatedCluster } from '../testing/simulated-cluster';

const legacy = nodeHealthSettings('k8s-1.20', { enableTaintManager: false });
const cluster = (size: number): SimulatedCluster => new SimulatedCluster(legacy).addZone('z', size, 'n', 2);

describe('without a taint manager (spec nodes A14)', () => {
  it('evicts a silent node five minutes after its last sign of life, and taints it NoSchedule only', () => {
    // Lost since 0; strictly later than 300 s is the pass of 305.
    const lost = cluster(3).dies(0, 'n01').runUntil(600);
    expect(lost.when('n01 evicted')[0]).toBe(305);
    expect(lost.noExecuteAt('n01')).toEqual([]);
    expect(lost.when('n01 +NS unreachable')).toEqual([45]);
  });

  it('counts from the transition of a node that says it is not ready', () => {
    const lost = cluster(3)
      .at(100, (c) => c.postReady('n01', false))
      .runUntil(600);
    expect(lost.when('n01 evicted')[0]).toBe(405);
  });

  it('deletes what came later at the next pass, without the limiter', () => {
    const lost = cluster(3).dies(0, 'n01', 'n02').runUntil(330);
    // The second node waits for its token; the first is looked after in every pass.
    expect(lost.when('n01 evicted')).toEqual([305, 310, 315, 320, 325, 330]);
    expect(lost.when('n02 evicted')).toEqual([315, 320, 325, 330]);
  });

  it('starts over for a node that came back', () => {
    const back = cluster(3)
      .dies(0, 'n01')
      .at(400, (c) => c.revive('n01'))
      .runUntil(900);
    expect(back.when('n01 evicted').at(-1)).toBe(395);
  });

  it('stops when everything is down', () => {
    expect(
      cluster(2)
        .dies(0, 'n01', 'n02')
        .runUntil(900)
        .when(/evicted/),
    ).toEqual([]);
  });

  it('evicts small zones that are disrupted not at all', () => {
    expect(
      cluster(4)
        .dies(0, 'n01', 'n02', 'n03')
        .runUntil(900)
        .when(/evicted/),
    ).toEqual([]);
  });
});
