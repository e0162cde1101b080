import { notFound, type Node } from '@orrery/api-types';
import { unknownResource, type Answer, type KindRequest } from '../kind-request';
import { read } from '../reads';
import { meterOf } from './metered-node';
import { resourceText } from './resource-text';
import { summaryOf } from './stats-summary';

/** What kubelets answer, by path. */
const PATHS = { 'stats/summary': summaryOf, 'metrics/resource': resourceText } as const;

/** `GET nodes/{node}/proxy/…`: what a kubelet knows of the use of its node (node specification D6). */
export async function readNodeProxy(request: KindRequest): Promise<Answer> {
  const { rest = '' } = request.path;
  if (!Object.hasOwn(PATHS, rest)) throw unknownResource();
  const node = (await read(request)) as unknown as Node;
  if (!node.status) throw notFound(request.kind, node.metadata.name);
  const answer = PATHS[rest as keyof typeof PATHS];
  return { code: 200, body: answer(meterOf(request.runtime, node), node, request.runtime.clock.now()) };
}
