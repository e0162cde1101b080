import { LESSONS } from '../../../apps/console/src/lessons/all-lessons';
import type { Check, LessonRequest } from '../../../apps/console/src/lessons/lesson';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/** Payloads of the mutations of lessons. */
type Payloads = Readonly<Record<string, { readonly errors?: readonly { readonly message: string }[] }>>;

describe('lessons of the console', () => {
  let server: TestGraphqlServer;
  beforeAll(async () => {
    server = await startTestGraphqlServer();
  });
  afterAll(() => server.close());

  /** Sends requests in their order; returns the refusals of the server. */
  async function send(cluster: TestGraphqlCluster, requests: readonly LessonRequest[]): Promise<readonly string[]> {
    const refusals: string[] = [];
    for (const { query, variables } of requests) {
      const payloads = await cluster.query<Payloads>(query, variables);
      refusals.push(...Object.values(payloads).flatMap(({ errors = [] }) => errors.map(({ message }) => message)));
    }
    return refusals;
  }

  async function holds(cluster: TestGraphqlCluster, { query, variables, holds: judge }: Check): Promise<boolean> {
    // Each check knows the shape of the answer to its own query.
    return judge((await cluster.query(query, variables)) as never);
  }

  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
    '%s: each step is done by its action and by nothing before, and the question answered by trying',
    async (_id, { cluster: size, setup, steps, question }) => {
      const cluster = await server.cluster({ ...size, clock: { mode: 'PAUSED' } });
      expect(await send(cluster, setup)).toEqual([]);
      for (const { title, action, check } of steps) {
        expect({ title, isDone: await holds(cluster, check) }).toEqual({ title, isDone: false });
        expect({ title, refusals: await send(cluster, action) }).toEqual({ title, refusals: [] });
        expect({ title, isDone: await holds(cluster, check) }).toEqual({ title, isDone: true });
      }
      expect(question.choices.filter(({ isRight }) => isRight)).toHaveLength(1);
      await send(cluster, question.trial);
      expect(await holds(cluster, question.check)).toBe(true);
    },
  );

  it('has twelve lessons with addresses of their own', () => {
    expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(12);
  });
});
