import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';

const REASON = "node(s) didn't have free ports for the requested pod ports";
const wanted = makePod('p').hostPorts({ port: 8080, ip: '127.0.0.1' });

test.each([
  ['another address', { port: 8080, ip: '10.0.0.1' }, []],
  ['another protocol', { port: 8080, ip: '127.0.0.1', protocol: 'UDP' }, []],
  ['every address', { port: 8080, ip: '0.0.0.0' }, [REASON]],
  ['no address, which is every address', { port: 8080 }, [REASON]],
  ['the same', { port: 8080, ip: '127.0.0.1' }, [REASON]],
  ['another port', { port: 8081, ip: '127.0.0.1' }, []],
  ['the IPv6 wildcard is an ordinary address', { port: 8080, ip: '::' }, []],
])('port used at %s', (_name, used, want) => {
  const scene = makeScene({ nodes: [makeNode('n')], pods: [makePod('x').node('n').hostPorts(used)] });
  expect(reasonsByNode(scene.explain(wanted))).toEqual({ n: want });
});

test('a pod that wants every address conflicts with any', () => {
  const scene = makeScene({
    nodes: [makeNode('n')],
    pods: [makePod('x').node('n').hostPorts({ port: 80, ip: '10.0.0.1' })],
  });
  expect(reasonsByNode(scene.explain(makePod('p').hostPorts({ port: 80 })))).toEqual({ n: [REASON] });
});

test.each([
  [8080, 'backoff'],
  [9090, 'unschedulable'],
])('the deletion of a pod holding port %i leaves the sleeper in %s', (port, place) => {
  const holders = [8080, 9090].map((held) => makePod(`holds-${held}`).node('n').hostPorts({ port: held }));
  const { scheduler } = makeScene({ nodes: [makeNode('n')], pods: [...holders, wanted] });
  scheduler.scheduleBatch(1);
  scheduler.podChanged(makePod(`holds-${port}`).node('n').hostPorts({ port }).build(), undefined);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe(place);
});

test('terminal pods free their ports', () => {
  const holder = makePod('x').node('n').hostPorts({ port: 8080 });
  const scene = makeScene({ nodes: [makeNode('n')], pods: [holder] });
  scene.scheduler.podChanged(holder.build(), holder.version('2').phase('Succeeded').build());
  expect(reasonsByNode(scene.explain(wanted))).toEqual({ n: [] });
});
