import { notFound, prepareForms, scaleOf, servedForm } from '@orrery/api-types';
import { isTrue } from '@orrery/api-protocol';
import { keyOf } from '@orrery/control-plane';
import { targetOf, type Answer, type KindRequest } from './kind-request';
import { managed, patchType } from './writes';

/** Reads and sets the number of pods of an object (spec api A9). */
export async function handleScale(request: KindRequest): Promise<Answer> {
  const { runtime, kind, method, query } = request;
  const target = targetOf(request);
  if (method === 'GET' || method === 'HEAD') {
    const object = runtime.cache.get(keyOf(target));
    if (!object) throw notFound(kind, target.name);
    await prepareForms(kind, [object]);
    return { code: 200, body: scaleOf(servedForm(kind, object), kind.scalePaths) };
  }
  const type = method === 'PUT' ? 'replace' : patchType(request);
  const options = managed(request, method === 'PUT' ? 'UpdateOptions' : 'PatchOptions');
  const use = method === 'PUT' ? ({ as: 'object', kind: 'Scale' } as const) : ({ as: 'patch' } as const);
  const { value: body } = await request.readBody(use);
  const force = isTrue(query['force']);
  return { code: 200, body: await runtime.store.scale({ ...target, type, body, force }, options) };
}
