import { useState } from 'react';
import type { LessonQuestion } from '../../lessons/lesson';
import { ActButton } from '../../shell/act-button';

interface QuestionProps {
  readonly question: LessonQuestion;
  readonly isBusy: boolean;
  /** Tries it on the cluster; returns the refusals of the server. */
  readonly onTry: () => Promise<readonly string[]>;
  readonly onAnswered: () => void;
}

/** Question of a lesson: the user first gives the expected answer, then the cluster shows the actual one. */
export function Question({ question: { text, choices, because }, isBusy, onTry, onAnswered }: QuestionProps) {
  const [chosen, setChosen] = useState<number>();
  const [answer, setAnswer] = useState<{ readonly refusals: readonly string[] }>();
  const right = choices.findIndex((choice) => choice.right !== undefined);
  return (
    <section className="lesson-question" aria-label="Question">
      <h3>What do you expect?</h3>
      <p>{text}</p>
      <fieldset disabled={answer !== undefined}>
        <legend className="visually-hidden">Answers</legend>
        {choices.map((choice, index) => (
          <label key={index}>
            <input type="radio" name="answer" checked={chosen === index} onChange={() => setChosen(index)} />
            {choice.right ?? choice.wrong}
            {answer && index === right && <strong> ✓</strong>}
          </label>
        ))}
      </fieldset>
      {!answer && (
        <ActButton
          className="primary"
          disabled={isBusy || chosen === undefined}
          onClick={() =>
            void onTry().then((refusals) => {
              setAnswer({ refusals });
              onAnswered();
            })
          }
        >
          {isBusy ? 'Trying…' : 'Try it'}
        </ActButton>
      )}
      {answer && (
        <div role="status">
          <p className={chosen === right ? 'strong' : ''}>
            {chosen === right ? 'You are right.' : 'Not so: see the board.'}
          </p>
          {answer.refusals.map((refusal) => (
            <p key={refusal} className="mono small">
              {refusal}
            </p>
          ))}
          <p>{because}</p>
        </div>
      )}
    </section>
  );
}
