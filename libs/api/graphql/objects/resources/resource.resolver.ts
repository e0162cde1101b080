import { selectionOf } from '@orrery/actions';
import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { stringify } from 'yaml';
import { connectionOf } from '../connections/connection-types';
import { pageOf, type Page } from '../connections/page';
import { Cluster } from '../../requests/request-context';
import { Condition } from './metadata';
import { dependentsOf, eventsAbout } from '@orrery/actions';
import { Resource } from './resource';
import { encodeResourceId } from '@orrery/actions';
import { Event } from '../kinds/kind-types';

const EVENT = requireKind('v1', 'Event');
const FIRST = { type: () => Int, nullable: true, description: 'Maximum number of items (1-500, default 100).' };
const AFTER = { type: () => String, nullable: true, description: 'Returns items after this cursor.' };

/** Resolves the fields that every object has besides those of its kind. */
@Resolver(() => Resource)
export class ResourceResolver {
  @ResolveField('id')
  id(@Cluster() { kinds }: ClusterRuntime, @Parent() object: KubeObject): string {
    return encodeResourceId(kinds, object);
  }

  @ResolveField('yaml')
  yaml(@Parent() object: KubeObject): string {
    return stringify(object);
  }

  @ResolveField('json')
  json(@Parent() object: KubeObject): KubeObject {
    return object;
  }

  @ResolveField('conditions', () => [Condition], { description: 'Conditions of the object.' })
  conditions(@Parent() { status }: KubeObject): unknown[] {
    return (status as { conditions?: unknown[] } | undefined)?.conditions ?? [];
  }

  @ResolveField('events', () => connectionOf(Event), { description: 'Events about the object, newest first.' })
  events(
    @Cluster() runtime: ClusterRuntime,
    @Parent() object: KubeObject,
    @Args('first', FIRST) first: number | null,
    @Args('after', AFTER) after: string | null,
  ): Promise<Page> {
    return eventsPage(runtime, object, { first, after });
  }

  @ResolveField('owner', () => Resource, { nullable: true, description: 'The managing controller of the object.' })
  owner(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): KubeObject | undefined {
    return ownersOf(runtime, object, true)[0];
  }

  @ResolveField('owners', () => [Resource], {
    description: 'The owners of the object that exist.',
  })
  owners(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): KubeObject[] {
    return ownersOf(runtime, object, false);
  }

  @ResolveField('dependents', () => [Resource], {
    description: 'The dependents of the object, by kind and name.',
  })
  dependents(
    @Cluster() runtime: ClusterRuntime,
    @Parent() object: KubeObject,
    @Args('kind', { type: () => String, nullable: true, description: 'Kind of the dependents.' }) kind: string | null,
    @Args('first', FIRST) first: number | null,
  ): KubeObject[] {
    const dependents = dependentsOf(runtime.cache, object.metadata.uid);
    const wanted = dependents.filter((dependent) => kind === null || kind === undefined || dependent.kind === kind);
    return wanted.sort(byKindAndName).slice(0, first ?? 100);
  }
}

function eventsPage(
  runtime: ClusterRuntime,
  { metadata }: KubeObject,
  args: { readonly first: number | null; readonly after: string | null },
): Promise<Page> {
  const isAbout = (event: KubeObject): boolean =>
    (event['involvedObject'] as { uid?: string } | undefined)?.uid === metadata.uid;
  return pageOf(
    {
      runtime,
      selection: selectionOf(EVENT, undefined, [isAbout]),
      description: ['events of', metadata.uid],
      compare: (a, b) => (lastSeen(a) > lastSeen(b) ? -1 : lastSeen(a) < lastSeen(b) ? 1 : 0),
      candidates: () => eventsAbout(runtime.cache, metadata.uid),
    },
    args,
  );
}

function lastSeen(event: KubeObject): string {
  const text = event['lastTimestamp'] ?? event['eventTime'];
  return typeof text === 'string' ? text : event.metadata.creationTimestamp;
}

/** The owners that exist: one that was deleted, or replaced by another of its name, is none. */
function ownersOf({ cache, kinds }: ClusterRuntime, { metadata }: KubeObject, onlyManager: boolean): KubeObject[] {
  const owners: KubeObject[] = [];
  for (const reference of metadata.ownerReferences ?? []) {
    const kind = kinds.byGvk(reference.apiVersion, reference.kind);
    if (!kind || (onlyManager && !reference.controller)) continue;
    const namespace = kind.namespaced ? (metadata.namespace ?? '') : '';
    const owner = cache.get(keyOf({ kind, namespace, name: reference.name }));
    if (owner?.metadata.uid === reference.uid) owners.push(owner);
  }
  return owners;
}

function byKindAndName(a: KubeObject, b: KubeObject): number {
  return a.kind.localeCompare(b.kind) || a.metadata.name.localeCompare(b.metadata.name);
}
