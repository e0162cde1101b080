import { badUserInput, selectionOf } from '@orrery/actions';
import { keyOf, waitForRevision, type ClusterRuntime } from '@orrery/control-plane';
import { resourceName } from '@orrery/store';
import { prepareForms, servedForm, type KindInfo, type KubeObject } from '@orrery/api-types';
import { pageOf, type Page } from '../connections/page';
import type { PageArgs } from '../connections/page-args';
import type { ResourceFilter } from '../filters/filter-inputs';
import type { KindDescription } from './kind-description';

export interface ListQuestion extends PageArgs {
  readonly filter?: ResourceFilter | null | undefined;
  readonly orderBy?: unknown;
  readonly resourceVersion?: string | null | undefined;
}

/** One object by name; null if there is none. */
export async function readOne(
  runtime: ClusterRuntime,
  kind: KindInfo,
  target: { readonly namespace?: string; readonly name: string },
): Promise<KubeObject | null> {
  const namespace = kind.namespaced ? (target.namespace ?? '') : '';
  const object = await runtime.read(keyOf({ kind, namespace, name: target.name }));
  if (!object) return null;
  await prepareForms(kind, [object]);
  return servedForm(kind, object);
}

/** A page of the objects of a kind. */
export async function readPage(
  runtime: ClusterRuntime,
  description: KindDescription,
  question: ListQuestion,
): Promise<Page> {
  const { kind, conditions, compare } = description;
  const { filter, orderBy, resourceVersion, ...args } = question;
  const notOlderThan = readRevision(resourceVersion);
  if (notOlderThan !== undefined) await waitForRevision(runtime, notOlderThan);
  const page = await pageOf(
    {
      runtime,
      // The type of the argument is built at start, from the struct of the kind.
      selection: selectionOf(kind, filter, conditions(filter as never)),
      description: [resourceName(kind), filter ?? null, orderBy ?? null],
      // Built at start too, with the fields that the kind can be sorted by.
      compare: compare(orderBy as never, runtime.cache),
    },
    args,
  );
  return withHeartbeats(runtime, kind, page);
}

/** Leases of nodes are served with their latest renewal, which is kept outside the log. */
async function withHeartbeats(runtime: ClusterRuntime, kind: KindInfo, page: Page): Promise<Page> {
  const nodes = await runtime.withHeartbeats(kind, page.nodes);
  if (nodes === page.nodes) return page;
  return { ...page, nodes, edges: page.edges.map(({ cursor }, i) => ({ cursor, node: nodes[i]! })) };
}

/** Reads a revision that a client gives; throws BAD_USER_INPUT. */
export function readRevision(text: string | null | undefined): number | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw badUserInput('resourceVersion must be a number');
  return Number(text);
}
