import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { AskError, clientOf } from '../../graphql/client';
import { ClusterProvider, useClient } from '../../graphql/client-context';
import { CreateClusterMutation, DeleteClusterMutation } from '../../graphql/operations.generated';
import { useRequest } from '../../graphql/use-request';
import { LESSONS } from '../../lessons/all-lessons';
import type { Lesson } from '../../lessons/lesson';
import { NoCluster } from '../../shell/no-cluster';
import { ClusterPage } from '../cluster/cluster-page';
import { LessonGuide } from './lesson-guide';
import { readProgress, writeProgress, type LessonProgress } from './progress';
import { performActions } from './perform-actions';
import { ActButton } from '../../shell/act-button';
import './lessons.css';

/** A lesson: its text and steps beside the board of the cluster that is made for it. */
export default function LessonPage() {
  const { lesson: id } = useParams<{ lesson: string }>();
  const lesson = LESSONS.find((each) => each.id === id);
  return lesson ? (
    <Opened key={lesson.id} lesson={lesson} />
  ) : (
    <main className="lessons">
      <p>
        There is no such lesson. <Link href="/-/lessons">All lessons</Link>
      </p>
    </main>
  );
}

function Opened({ lesson }: { readonly lesson: Lesson }) {
  const client = useClient();
  const [progress, setProgress] = useState(() => readProgress(lesson.id));
  const { isBusy, problem, setProblem, mutate, request } = useRequest();
  useEffect(() => {
    document.title = `${lesson.title} · Orrery`;
  }, [lesson]);
  const keep = (next: LessonProgress | undefined): void => {
    writeProgress(lesson.id, next);
    setProgress(next);
  };
  const start = async (): Promise<void> => {
    const name = `lesson-${lesson.id}-${Date.now().toString(36).slice(-5)}`;
    const { nodes, zones } = lesson.cluster;
    const input = { name, nodes, zones, clock: { mode: 'MANUAL' as const } };
    if (!(await mutate(async () => (await client.ask(CreateClusterMutation, { input })).createCluster))) return;
    const own = clientOf(name);
    const refusals = await request(() => performActions(own, lesson.setup));
    own.close();
    if (refusals?.[0] !== undefined) setProblem(refusals[0]);
    else if (refusals) keep({ cluster: name, done: 0 });
  };
  const end = async (name: string): Promise<void> => {
    try {
      await client.ask(DeleteClusterMutation, { name });
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      // It is gone already, or the server is: the lesson is over in either case.
    }
    keep(undefined);
  };
  if (!progress)
    return (
      <main className="lesson-start">
        <article className="card">
          <p>
            <Link href="/-/lessons">All lessons</Link>
          </p>
          <h1>{lesson.title}</h1>
          {lesson.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="quiet">
            The lesson makes a cluster of {lesson.cluster.nodes || 1} node{lesson.cluster.nodes > 1 ? 's' : ''} whose
            clock is manual until you advance it. {lesson.steps.length} steps, and a question.
          </p>
          <ActButton className="primary" disabled={isBusy} onClick={() => void start()}>
            {isBusy ? 'Making the cluster…' : 'Begin'}
          </ActButton>
          {problem !== '' && (
            <p role="alert" className="error-text">
              {problem}
            </p>
          )}
        </article>
      </main>
    );
  return (
    <ClusterProvider
      cluster={progress.cluster}
      missing={
        <NoCluster name={progress.cluster}>
          <button className="primary" onClick={() => keep(undefined)}>
            Begin the lesson again
          </button>
        </NoCluster>
      }
    >
      <div className="lesson">
        <LessonGuide lesson={lesson} progress={progress} onProgress={keep} onEnd={() => void end(progress.cluster)} />
        <ClusterPage isLesson />
      </div>
    </ClusterProvider>
  );
}
