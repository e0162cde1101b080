import { useState } from 'react';
import type { LiveBoard } from '../../../live/use-board';
import { Frame } from '../../../shell/frame';
import { CreateApplication } from './create-application';
import { CreateNodes } from './create-nodes';
import { CreatePods } from './create-pods';
import { Creation } from './creation';

interface CreateDialogProps {
  readonly first: Creation;
  readonly board: LiveBoard;
  /** True if cluster time stands still: what is created does not start before it is advanced. */
  readonly isPaused: boolean;
  readonly onClose: () => void;
}

const FORMS = { [Creation.Pods]: CreatePods, [Creation.Application]: CreateApplication, [Creation.Nodes]: CreateNodes };

/** Creates pods, an application of the samples, or nodes. */
export default function CreateDialog({ first, board, isPaused, onClose }: CreateDialogProps) {
  const [what, setWhat] = useState(first);
  const Form = FORMS[what];
  return (
    <Frame id="create" title="Create" onClose={onClose}>
      <div className="choices" role="group" aria-label="What to create">
        {Object.values(Creation).map((each) => (
          <button key={each} type="button" aria-pressed={each === what} onClick={() => setWhat(each)}>
            {each}
          </button>
        ))}
      </div>
      <Form board={board} isPaused={isPaused} onDone={onClose} />
    </Frame>
  );
}
