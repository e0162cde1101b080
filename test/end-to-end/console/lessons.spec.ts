import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allHold } from '../../../apps/console/src/lessons/conditions';
import type { Condition, LessonAction } from '../../../apps/console/src/lessons/lesson';
import { requestsOf } from '../../../apps/console/src/lessons/requests';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import { allLessons } from './all-lessons';

/** Payloads of the mutations of lessons. */
type Payloads = Readonly<Record<string, { readonly errors?: readonly { readonly message: string }[] }>>;
const LESSONS = allLessons();

describe('lessons and examples of the console', () => {
  let server: TestGraphqlServer;
  beforeAll(async () => {
    server = await startTestGraphqlServer();
  });
  afterAll(() => server.close());

  /** Performs actions in their order; returns the refusals of the server. */
  async function perform(cluster: TestGraphqlCluster, actions: readonly LessonAction[]): Promise<readonly string[]> {
    const refusals: string[] = [];
    for (const { query, variables } of requestsOf(actions)) {
      const payloads = await cluster.query<Payloads>(query, variables);
      refusals.push(...Object.values(payloads).flatMap(({ errors = [] }) => errors.map(({ message }) => message)));
    }
    return refusals;
  }

  function hold(cluster: TestGraphqlCluster, conditions: readonly Condition[]): Promise<boolean> {
    return allHold(({ query, variables }) => cluster.query(query, variables), conditions);
  }

  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
    '%s: each step is done by its action and by nothing before, and the question answered by trying',
    async (_id, { cluster: size, setup, steps, question }) => {
      const cluster = await server.cluster({ ...size, clock: { mode: 'MANUAL' } });
      expect(await perform(cluster, setup)).toEqual([]);
      for (const { title, action, done } of steps) {
        expect({ title, isDone: await hold(cluster, done) }).toEqual({ title, isDone: false });
        expect({ title, refusals: await perform(cluster, action) }).toEqual({ title, refusals: [] });
        expect({ title, isDone: await hold(cluster, done) }).toEqual({ title, isDone: true });
      }
      await perform(cluster, question.trial);
      expect(await hold(cluster, question.outcome)).toBe(true);
    },
  );

  it.each([
    ['scheduler.yaml', 'setSchedulerConfig', {}],
    ['descheduler.yaml', 'setDeschedulerSchedule', { interval: '5m' }],
  ])(
    'the server accepts %s, with which an editor begins, and refuses it with a mistake',
    async (file, mutation, more) => {
      const cluster = await server.cluster({ nodes: 1 });
      const yaml = readFileSync(join(__dirname, '../../../apps/console/examples', file), 'utf8');
      expect(await cluster.attempt(mutation, { yaml, ...more })).toMatchObject({ errors: [] });
      const wrong = yaml.replace(/^apiVersion: .*/, 'apiVersion: example.com/v9');
      expect(await cluster.attempt(mutation, { yaml: wrong, ...more })).not.toMatchObject({ errors: [] });
    },
  );

  it('lessons have addresses of their own', () => {
    expect(LESSONS.length).toBeGreaterThanOrEqual(12);
    expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  });
});
