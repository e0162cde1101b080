import {
  isUpTo,
  type KubeObject,
  prepareForms,
  SCALE_TABLE,
  scaleNotFound,
  scaleOf,
  servedForm,
} from '@orrery/api-types';
import { isTrue } from '@orrery/api-protocol';
import { keyOf } from '@orrery/control-plane';
import { presentation, targetOf, type Answer, type KindRequest } from './kind-request';
import { renderTable } from './table/render-table';
import { managed, patchType } from './writes';

/** A Scale has one form, which needs no conversion. */
const AS_IT_IS = { served: (scale: KubeObject) => scale, stored: (scale: KubeObject) => scale };

/** The Scale, or its row where the client wants one; releases before 1.24 have none. */
function presentScale(request: KindRequest, scale: KubeObject): unknown {
  const { kind, runtime } = request;
  if (isUpTo(runtime.release, '1.20')) return scale;
  const { representation, includeObject, nowMs, release } = presentation(request);
  if (representation.as !== 'Table') return scale;
  return renderTable({
    kind: { ...kind, table: SCALE_TABLE, form: AS_IT_IS },
    objects: [scale],
    metadata: { resourceVersion: scale.metadata.resourceVersion },
    version: representation.version,
    includeObject,
    nowMs: nowMs(),
    release,
  });
}

/** Reads and sets the number of pods of an object (spec api A9). */
export async function handleScale(request: KindRequest): Promise<Answer> {
  const { runtime, kind, method, query } = request;
  const target = targetOf(request);
  if (method === 'GET') {
    const object = runtime.cache.get(keyOf(target));
    if (!object) throw scaleNotFound(kind, target.name, runtime.kinds.release);
    await prepareForms(kind, [object]);
    return { code: 200, body: presentScale(request, scaleOf(servedForm(kind, object), kind.scalePaths)) };
  }
  const type = method === 'PUT' ? 'replace' : patchType(request);
  const options = managed(request, method === 'PUT' ? 'UpdateOptions' : 'PatchOptions');
  const use = method === 'PUT' ? ({ as: 'object', kind: 'Scale' } as const) : ({ as: 'patch' } as const);
  const { value: body } = await request.readBody(use);
  const force = isTrue(query['force']);
  return { code: 200, body: await runtime.store.scale({ ...target, type, body, force }, options) };
}
