import { notFound, type ComponentStatus, type KubeObject } from '@orrery/api-types';
import { presentation, requireVerb, selectionOf, type Answer, type KindRequest } from './kind-request';
import { presentList, presentObject } from './answers/presentation';

/** Components by their names upstream, and the names of their work here; the store has a name of its own. */
const COMPONENTS = { 'controller-manager': 'controller-manager', scheduler: 'scheduler' } as const;
const STORE = 'etcd-0';

type Condition = NonNullable<ComponentStatus['conditions']>[number];

/**
 * Answers for `componentstatuses`: whether the store answers, and whether processes have the work of the components.
 * Throws 404 for others.
 */
export async function readComponentStatuses(request: KindRequest): Promise<Answer> {
  const { kind, path } = request;
  requireVerb(request, path.name === undefined ? 'list' : 'get');
  const shown = presentation(request);
  const statuses = await statusesOf(request);
  if (path.name === undefined) {
    const { matches } = selectionOf(request);
    return {
      code: 200,
      body: await presentList(shown, { items: statuses.filter(matches), revision: undefined }),
    };
  }
  const found = statuses.find(({ metadata }) => metadata.name === path.name);
  if (!found) throw notFound(kind, path.name);
  return { code: 200, body: presentObject(shown, found) };
}

async function statusesOf({ runtime }: KindRequest): Promise<KubeObject[]> {
  const owned = await runtime.ownedWork(Object.values(COMPONENTS)).catch(() => undefined);
  const store: Condition = owned
    ? healthy('{"health":"true"}')
    : { type: 'Healthy', status: 'False', error: 'the database does not answer' };
  const components = Object.entries(COMPONENTS).map(([name, work]) => statusOf(name, conditionOf(owned?.get(work))));
  return [...components, statusOf(STORE, store)];
}

/** @param isOwned whether processes have all of the work; undefined where that could not be found out, or none ever had it */
function conditionOf(isOwned: boolean | undefined): Condition {
  if (isOwned) return healthy('ok');
  if (isOwned === undefined)
    return { type: 'Healthy', status: 'Unknown', error: 'it is not known which processes run it' };
  return { type: 'Healthy', status: 'False', error: 'no process runs it' };
}

function healthy(message: string): Condition {
  return { type: 'Healthy', status: 'True', message };
}

function statusOf(name: string, condition: Condition): ComponentStatus {
  // Upstream's have no uid, no version and no time either.
  const metadata = { name } as ComponentStatus['metadata'];
  return { apiVersion: 'v1', kind: 'ComponentStatus', metadata, conditions: [condition] };
}
