import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import { LESSONS } from '../../lessons/all-lessons';
import type { Lesson, LessonRequest } from '../../lessons/lesson';
import { Commands } from '../cluster/actions/commands';
import { finishLesson, type LessonProgress } from './progress';
import { Question } from './question';
import { holds, sendRequests } from './send-requests';

interface LessonGuideProps {
  readonly lesson: Lesson;
  readonly progress: LessonProgress;
  readonly onProgress: (progress: LessonProgress) => void;
  readonly onEnd: () => void;
}

/** Interval of the check that the step is done, in real time: the user may do it in a terminal elsewhere. */
const LOOK_MS = 1_000;

/** Steps of a lesson: each is checked against the cluster, no matter by which client it is done. */
export function LessonGuide({ lesson, progress, onProgress, onEnd }: LessonGuideProps) {
  const client = useClient();
  const { steps } = lesson;
  const { done } = progress;
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const step = steps[done];
  useEffect(() => {
    if (!step) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      void holds(client, step.check)
        // A server that is away, or a cluster that is gone, has not done the step.
        .catch(() => false)
        .then((isDone) => {
          if (isOver) return;
          if (isDone) onProgress({ ...progress, done: done + 1 });
          else timer = setTimeout(look, LOOK_MS);
        });
    };
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, step]);
  const run = async (requests: readonly LessonRequest[]): Promise<readonly string[]> => {
    setIsBusy(true);
    setProblem('');
    try {
      return await sendRequests(client, requests);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem(error.message);
      return [];
    } finally {
      setIsBusy(false);
    }
  };
  const place = LESSONS.indexOf(lesson);
  const next = LESSONS[place + 1];
  return (
    <aside className="lesson-guide" aria-label="Lesson">
      <p className="small">
        <Link href="/-/lessons">All lessons</Link>
      </p>
      <h2>
        {place + 1}. {lesson.title}
      </h2>
      <p className="quiet small">
        Use the board beside, its panels and its clock, or a terminal:{' '}
        <code>
          kubectl --server {location.origin}/clusters/
          {client.cluster}
        </code>
        , <code>orrery --cluster {client.cluster}</code>.
      </p>
      <ol>
        {steps.map(({ title, text, commands, action }, index) => (
          <li key={title} className={index < done ? 'step done' : index === done ? 'step open' : 'step'}>
            <h3>
              <span aria-hidden="true">{index < done ? '✓' : index + 1}</span> {title}
              {index < done && <span className="visually-hidden"> done</span>}
            </h3>
            {index <= done && <p>{text}</p>}
            {index === done && (
              <>
                <Commands commands={commands} />
                <button
                  disabled={isBusy}
                  onClick={() => void run(action).then(([refusal]) => refusal !== undefined && setProblem(refusal))}
                >
                  {isBusy ? '…' : 'Do it for me'}
                </button>
              </>
            )}
          </li>
        ))}
      </ol>
      {problem !== '' && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {done} of {steps.length} steps are done.
      </p>
      {done === steps.length && (
        <Question
          question={lesson.question}
          isBusy={isBusy}
          onTry={() => run(lesson.question.trial)}
          onAnswered={() => finishLesson(lesson.id)}
        />
      )}
      <div className="lesson-end">
        <button onClick={onEnd}>End the lesson and delete its cluster</button>
        {done === steps.length && next && (
          <Link className="button" href={`/-/lessons/${next.id}`}>
            Next: {next.title}
          </Link>
        )}
      </div>
    </aside>
  );
}
