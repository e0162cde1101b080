import type { LessonStep } from '../../lessons/lesson';
import { Commands } from '../../shell/commands';
import { ActButton } from '../../shell/act-button';

interface StepItemProps {
  readonly step: LessonStep;
  /** Place in the lesson, from 1. */
  readonly number: number;
  readonly state: 'done' | 'open' | 'later';
  readonly isBusy: boolean;
  readonly onPerform: () => void;
}

/** A step of a lesson: its text once it is open, and the means to do it while it is. */
export function StepItem({ step, number, state, isBusy, onPerform }: StepItemProps) {
  return (
    <li className={state === 'later' ? 'step' : `step ${state}`}>
      <h3>
        <span aria-hidden="true">{state === 'done' ? '✓' : number}</span> {step.title}
        {state === 'done' && <span className="visually-hidden"> done</span>}
      </h3>
      {state !== 'later' && <p>{step.text}</p>}
      {state === 'open' && (
        <>
          <Commands commands={step.commands} isAlways />
          <ActButton disabled={isBusy} onClick={onPerform}>
            {isBusy ? '…' : 'Do it for me'}
          </ActButton>
        </>
      )}
    </li>
  );
}
