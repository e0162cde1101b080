import {
  allKinds,
  ApiError,
  isScalable,
  RELEASES,
  servedForm,
  structOfKind,
  type KindInfo,
  type KubeObject,
} from '@orrery/api-types';
import { ClusterCache, resourceName, type Decision, type Intent } from '@orrery/store';
import { randomFor, type Random } from '@orrery/time';
import * as fc from 'fast-check';
import { changedAtRandom, randomBody } from '@orrery/builders';
import { sampleOf } from '@orrery/builders';
import type { ClusterSettings } from '../../settings/cluster-settings';
import { unrestricted } from '../access/cluster-access';
import { bindIntent } from './binding';
import { createIntent, deleteIntent, patchIntent, updateIntent } from './intents';
import { commitWithinQuotas } from './quotas';
import { scaleIntent } from './scaling';
import { chanceDraws } from './object-draws';
import type { WriteContext } from './write-context';

/** Cases of each kind in a usual run; `PROPERTY_RUNS` sets another number. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 12);
const kinds = allKinds().filter((kind) => structOfKind(kind) !== undefined);
const settings: readonly ClusterSettings[] = [{}, { bundle: 'k8s-1.20' }, { bundle: 'okd-legacy' }];
const pick = <T>(random: Random, items: readonly T[]): T => items[random.below(items.length)]!;

/** Objects that exist already, for the rules that read other objects. */
const present = ['Namespace', 'ServiceAccount', 'LimitRange', 'ResourceQuota', 'PriorityClass', 'StorageClass', 'Node'];
const cache = new ClusterCache(
  0,
  kinds.flatMap((kind) => {
    if (!present.includes(kind.kind)) return [];
    const metadata = { name: 'default', ...(kind.namespaced ? { namespace: 'default' } : {}), uid: 'u' };
    const object = { ...sampleOf(kind), apiVersion: kind.storageApiVersion, kind: kind.kind, metadata };
    return [{ resource: resourceName(kind), object: object as unknown as KubeObject }];
  }),
);

const contextWith = (random: Random): WriteContext => {
  const chosen = pick(random, settings);
  return {
    nowMs: () => Date.UTC(2026, 0, 1),
    draws: chanceDraws(random),
    rehearsedDraws: chanceDraws(random),
    cache: () => cache,
    settings: () => chosen,
    hasWebhooks: () => false,
    asks: (_question, ask) => ask(),
    actorOf: unrestricted,
  };
};

/** The object that an intent would write. Whatever a client sends, it is that or a refusal for a reason of the client's. */
function written(decision: Decision): KubeObject | undefined {
  if (decision.kind !== 'refuse') return decision.kind === 'write' ? decision.object : undefined;
  expect(decision.error).toBeInstanceOf(ApiError);
  expect(decision.error.code).toBeLessThan(500);
  return undefined;
}

interface Case {
  readonly kind: KindInfo;
  readonly random: Random;
  readonly context: WriteContext;
}

const target = ({ kind }: Case, name: string) => ({ kind, namespace: kind.namespaced ? 'default' : '', name });

/** Creates an object of the kind, within quotas, as it would be stored. */
async function create(
  each: Case,
  input: unknown,
  apiVersion = pick(each.random, each.kind.apiVersions),
): Promise<KubeObject | undefined> {
  const { context } = each;
  const request = { ...target(each, ''), input, apiVersion };
  const intent = createIntent(context, request, { fieldManager: 'me' });
  const commit = (intents: readonly Intent[]) =>
    Promise.resolve(
      intents.map((item) => {
        const decision = item.decide(undefined);
        return decision.kind === 'refuse' ? decision.error : { object: decision.object, changed: true };
      }),
    );
  await commitWithinQuotas(context, [intent], { commit, isDryRun: true });
  const object = written(intent.decide(undefined));
  return object && ({ ...object, metadata: { ...object.metadata, resourceVersion: '5' } } as KubeObject);
}

/** Every way in which a client changes an object. */
function change(each: Case, old: KubeObject): void {
  const { kind, random, context } = each;
  const struct = structOfKind(kind)!;
  const subresource = pick(random, [undefined, ...kind.subresources.map(({ name }) => name)]);
  const at = { ...target(each, old.metadata.name), ...(subresource === undefined ? {} : { subresource }) };
  const next = chance(random) ? changedAtRandom(struct, old, random) : randomBody(kind, random);
  written(updateIntent(context, { ...at, input: next }, {}).decide(old));
  const operations = [
    { op: 'replace', path: '/spec', value: pick(random, [null, {}, [], 'x', (next as KubeObject | null)?.spec ?? 0]) },
    { op: pick(random, ['add', 'remove', 'test']), path: pick(random, ['/metadata', '/status', '']), value: next },
  ];
  const patches = [
    ['json', operations.slice(random.below(2))],
    ['merge', next],
    ['strategic', next],
    ['apply', { apiVersion: kind.storageApiVersion, kind: kind.kind, ...(next as object | null) }],
  ] as const;
  for (const [type, patch] of patches) {
    written(patchIntent(context, { ...at, type, patch, force: chance(random) }, { fieldManager: 'me' }).decide(old));
  }
  if (isScalable(kind)) written(scaleIntent(context, { ...at, type: 'merge', body: next }, {}).decide(old));
  if (kind.kind === 'Pod') {
    const node = { kind: 'Node', name: pick(random, ['', 'default', 'x']) };
    written(bindIntent(context, { namespace: 'default', name: old.metadata.name, target: node }).decide(old));
  }
  const propagationPolicy = pick(random, ['Orphan', 'Foreground', 'Background'] as const);
  written(deleteIntent(context, target(each, old.metadata.name), { propagationPolicy }).intent.decide(old));
}

const chance = (random: Random): boolean => random.below(2) === 0;

const OF_RELEASES = RELEASES.flatMap((release) =>
  kinds.filter(({ versionsOf }) => versionsOf[release].length > 0).map((kind) => [release, kind.kind, kind] as const),
);

test.each(OF_RELEASES)('%s %s: the sample is accepted, and can be written as it is', (bundle, _name, kind) => {
  const random = randomFor('sample', bundle);
  const context: WriteContext = { ...contextWith(random), settings: () => ({ bundle }) };
  const at = target({ kind, random, context }, '');
  const decision = createIntent(context, { ...at, input: sampleOf(kind) }, {}).decide(undefined);
  expect(decision.kind === 'refuse' && decision.error.message).toBe(false);
  const made = (decision as { object: KubeObject }).object;
  const stored = { ...made, metadata: { ...made.metadata, resourceVersion: '5' } };
  const same = { ...at, name: made.metadata.name, input: servedForm(kind, structuredClone(stored)) };
  if (!kind.verbs.includes('update')) return;
  const again = updateIntent(context, same, {}).decide(stored);
  expect(again.kind === 'refuse' ? again.error.message : again.object).toEqual(stored);
});

test.each(kinds.map((kind) => [kind.kind, kind] as const))(
  '%s: whatever the body, the error is a client error',
  async (_name, kind) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = randomFor('any body', kind.kind, seed);
        const each: Case = { kind, random, context: contextWith(random) };
        const object = await create(each, randomBody(kind, random));
        const plain = { ...each, context: { ...each.context, settings: () => ({}) } };
        const old = object ?? (await create(plain, sampleOf(kind), kind.storageApiVersion));
        change(each, old!);
      }),
      { numRuns: RUNS },
    );
  },
);
