import type { ControllerRevision, StatefulSet } from '@orrery/api-types';
import { newRevision, REVISION_LABEL, templateOfRevision, type TemplateOwner } from './controller-revision';
import { outdatedRevisions, planHistory } from './plan-history';

function ownerOf(image: string): TemplateOwner {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'default', uid: 'db', resourceVersion: '1', creationTimestamp: '' },
    spec: { template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c', image }] } } },
  } satisfies TemplateOwner as unknown as StatefulSet;
}

const options = { hashLabel: REVISION_LABEL, collisionCount: 0 };
const revision = (image: string, number: number): ControllerRevision => newRevision(ownerOf(image), number, options);

test('a revision brings a template back as a whole', () => {
  const made = revision('i:1', 1);
  expect(made.data).toEqual({ spec: { template: { ...ownerOf('i:1').spec.template, $patch: 'replace' } } });
  expect(templateOfRevision(made)).toEqual(ownerOf('i:1').spec.template);
  const hash = made.metadata.labels![REVISION_LABEL]!;
  expect(made.metadata).toMatchObject({ name: `db-${hash}`, labels: { app: 'db' } });
  expect(made.metadata.ownerReferences).toMatchObject([{ kind: 'StatefulSet', name: 'db', controller: true }]);
});

test.each([
  [false, '{"labels":{"app":"db"}}'],
  [true, '{"creationTimestamp":null,"labels":{"app":"db"}}'],
])('it has the bytes of a real controller, null times: %s', (writesNullCreation, metadata) => {
  const { data } = newRevision(ownerOf('i:1'), 1, { ...options, writesNullCreation });
  expect(JSON.stringify(data)).toBe(
    `{"spec":{"template":{"$patch":"replace","metadata":${metadata},"spec":{"containers":[{"image":"i:1","name":"c"}]}}}}`,
  );
});

test.each([
  { name: 'the first', has: [], image: 'i:1', write: 'create', number: 1 },
  { name: 'the same', has: ['i:1'], image: 'i:1', write: 'none', number: 1 },
  { name: 'a new one', has: ['i:1'], image: 'i:2', write: 'create', number: 2 },
  { name: 'one that came back', has: ['i:1', 'i:2', 'i:3'], image: 'i:1', write: 'renumber', number: 4 },
])('$name', ({ has, image, write, number }) => {
  const revisions = has.map((each, i) => revision(each, i + 1)).reverse();
  const plan = planHistory({ owner: ownerOf(image), revisions, ...options });
  expect(plan.write).toBe(write);
  expect(plan.update.revision).toBe(number);
  expect(plan.sorted.map((each) => each.revision)).toEqual(has.map((_, i) => i + 1));
});

test('a name that was found taken is not tried again', () => {
  const names = [0, 1, 2].map((collisionCount) => newRevision(ownerOf('i'), 1, { ...options, collisionCount }));
  expect(new Set(names.map(({ metadata }) => metadata.name)).size).toBe(3);
});

test.each([
  { limit: 10, live: ['i:4'], want: [] },
  { limit: 2, live: ['i:4'], want: ['i:1'] },
  { limit: 0, live: ['i:4'], want: ['i:1', 'i:2', 'i:3'] },
  { limit: 0, live: ['i:4', 'i:2'], want: ['i:1', 'i:3'] },
])('history of $limit with $live in use forgets $want', ({ limit, live, want }) => {
  const images = ['i:1', 'i:2', 'i:3', 'i:4'];
  const imageOf = (each: ControllerRevision): string => templateOfRevision(each)!.spec!.containers[0]!.image!;
  const sorted = images.map((image, i) => revision(image, i + 1));
  const outdated = outdatedRevisions(sorted, limit, (each) => live.includes(imageOf(each)));
  expect(outdated.map(imageOf)).toEqual(want);
});
