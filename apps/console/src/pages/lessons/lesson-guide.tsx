import { Link } from 'wouter';
import { useClient } from '../../graphql/client-context';
import { useRequest } from '../../graphql/use-request';
import { LESSONS } from '../../lessons/all-lessons';
import type { Lesson, LessonAction } from '../../lessons/lesson';
import { performActions } from './perform-actions';
import { finishLesson, type LessonProgress } from './progress';
import { Question } from './question';
import { StepItem } from './step-item';
import { useStepCheck } from './use-step-check';
import { ActButton } from '../../shell/act-button';

interface LessonGuideProps {
  readonly lesson: Lesson;
  readonly progress: LessonProgress;
  readonly onProgress: (progress: LessonProgress) => void;
  readonly onEnd: () => void;
}

/** Steps of a lesson: each is checked against the cluster, no matter by which client it is done. */
export function LessonGuide({ lesson, progress, onProgress, onEnd }: LessonGuideProps) {
  const { steps, question } = lesson;
  const { done } = progress;
  const client = useClient();
  const { isBusy, problem, setProblem, request } = useRequest();
  const perform = async (actions: readonly LessonAction[]) =>
    (await request(() => performActions(client, actions))) ?? [];
  const performStep = async (actions: readonly LessonAction[]): Promise<void> => {
    const [refusal] = await perform(actions);
    if (refusal !== undefined) setProblem(refusal);
  };
  useStepCheck(steps[done]?.done, () => onProgress({ ...progress, done: done + 1 }));
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
      <WaysToAct />
      <ol>
        {steps.map((step, index) => (
          <StepItem
            key={step.title}
            step={step}
            number={index + 1}
            state={index < done ? 'done' : index === done ? 'open' : 'later'}
            isBusy={isBusy}
            onPerform={() => void performStep(step.action)}
          />
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
          question={question}
          isBusy={isBusy}
          onTry={() => perform(question.trial)}
          onAnswered={() => finishLesson(lesson.id)}
        />
      )}
      <div className="lesson-end">
        <ActButton onClick={onEnd}>End the lesson and delete its cluster</ActButton>
        {done === steps.length && next && (
          <Link className="button" href={`/-/lessons/${next.id}`}>
            Next: {next.title}
          </Link>
        )}
      </div>
    </aside>
  );
}

function WaysToAct() {
  const { cluster } = useClient();
  return (
    <p className="quiet small">
      Use the board, its panels and its clock, or a terminal:{' '}
      <code>
        kubectl --server {location.origin}/clusters/
        {cluster}
      </code>
      , <code>orrery --cluster {cluster}</code>.
    </p>
  );
}
