import { useState, type ReactNode } from 'react';

/** Tab that was shown last; the next selection shows it too. */
let isDoing = false;

interface WhyAndDoProps {
  readonly why: ReactNode;
  /** Undefined at a moment of the past, where nothing can be done. */
  readonly actions: ReactNode | undefined;
}

/** Returns why it is so, and what can be done: one of both at a time, for each is long. */
export function WhyAndDo({ why, actions }: WhyAndDoProps) {
  const [isDo, setIsDo] = useState(isDoing);
  const choose = (chosen: boolean): void => setIsDo((isDoing = chosen));
  if (actions === undefined) return why;
  return (
    <>
      <div className="choices" role="group" aria-label="Show">
        <button aria-pressed={!isDo} onClick={() => choose(false)}>
          Why
        </button>
        <button aria-pressed={isDo} onClick={() => choose(true)}>
          Do
        </button>
      </div>
      {isDo ? actions : why}
    </>
  );
}
