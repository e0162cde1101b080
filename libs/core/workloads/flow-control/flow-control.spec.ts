import { flowControlObjects, type FlowSchema, type KubeObject } from '@orrery/api-types';
import { AUTOUPDATE, danglingCondition, planFlowControl, planFlowControlOnce } from './flow-control';

const LEVELS = flowControlObjects('modern')!.PriorityLevelConfiguration;
const all = [...LEVELS.mandatory, ...LEVELS.suggested];
const names = (objects: readonly { readonly name: string }[]): string[] => objects.map(({ name }) => name);

/** The objects that every cluster has, one of them changed. */
function cluster(name: string, change: (object: KubeObject) => KubeObject | undefined): Map<string, KubeObject> {
  const objects = new Map<string, KubeObject>();
  for (const each of all) {
    const metadata = { name: each.name, generation: 1, annotations: { [AUTOUPDATE]: 'true' } };
    // Of an object, these parts are looked at.
    const object = { metadata, spec: each.spec } as unknown as KubeObject;
    const seen = each.name === name ? change(object) : object;
    if (seen) objects.set(each.name, seen);
  }
  return objects;
}

const annotated = (object: KubeObject, value: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, generation: 2, annotations: { [AUTOUPDATE]: value } },
});
const changed = (object: KubeObject): KubeObject => ({ ...object, spec: { type: 'Limited', limited: {} } });

test('a new cluster gets all of them', () => {
  expect(names(planFlowControl(LEVELS, () => undefined).create)).toEqual(names(all));
});

test.each<[string, string, (object: KubeObject) => KubeObject | undefined, object]>([
  ['nothing changed', 'system', (object) => object, {}],
  ['one went', 'system', () => undefined, { create: ['system'] }],
  ['one was changed', 'system', changed, { restore: ['system'] }],
  ['one was changed for good', 'system', (object) => annotated(changed(object), 'false'), {}],
  ['one was taken over', 'system', (object) => annotated(object, 'false'), {}],
  ['a mandatory one was changed', 'catch-all', changed, { restore: ['catch-all'] }],
  ['a mandatory one was taken over', 'catch-all', (object) => annotated(object, 'false'), { restore: ['catch-all'] }],
  [
    'the shares of the exempt one were changed',
    'exempt',
    (object) => ({ ...object, spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 5, lendablePercent: 1 } } }),
    {},
  ],
])('where %s', (_name, object, change, want) => {
  const objects = cluster(object, change);
  const { create, restore } = planFlowControl(LEVELS, (name) => objects.get(name));
  expect({ create: names(create), restore: names(restore) }).toEqual({ create: [], restore: [], ...want });
});

test.each<[string, boolean, string, (object: KubeObject) => KubeObject | undefined, object]>([
  ['a suggested one went', false, 'system', () => undefined, {}],
  ['a suggested one went before the first ones are made', true, 'system', () => undefined, { create: ['system'] }],
  ['a mandatory one went', false, 'catch-all', () => undefined, { create: ['catch-all'] }],
  ['a mandatory one was changed', false, 'catch-all', changed, { restore: ['catch-all'] }],
  ['a suggested one was changed', false, 'system', changed, {}],
])('1.20, where %s', (_name, isNew, object, change, want) => {
  const objects = cluster(object, change);
  const { create, restore } = planFlowControlOnce(LEVELS, isNew, (name) => objects.get(name));
  expect({ create: names(create), restore: names(restore) }).toEqual({ create: [], restore: [], ...want });
});

test('a schema says whether its level exists, once', () => {
  const now = '2026-01-01T00:00:00Z';
  // What the condition is worked out from.
  const schema = { spec: { priorityLevelConfiguration: { name: 'low' } } } as unknown as FlowSchema;
  const missing = danglingCondition(schema, () => false, now)!;
  expect(missing).toEqual({
    type: 'Dangling',
    status: 'True',
    lastTransitionTime: now,
    reason: 'NotFound',
    message: 'This FlowSchema references the PriorityLevelConfiguration object named "low" but there is no such object',
  });
  const known = { ...schema, status: { conditions: [missing] } };
  expect(danglingCondition(known, () => false, 'later')).toBeUndefined();
  expect(danglingCondition(known, (name) => name === 'low', now)).toMatchObject({ status: 'False', reason: 'Found' });
});
