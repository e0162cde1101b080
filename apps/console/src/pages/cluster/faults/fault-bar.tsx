import { useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { ClearFaultsMutation } from '../../../graphql/operations.generated';
import { useRequest } from '../../../graphql/use-request';
import { commands } from '../../../model/actions/commands';
import type { Subject } from '../../../model/board/subject';
import { FAULT_CHOICES, faultCommand, faultInput, type FaultChoice } from '../../../model/faults/fault-palette';
import { Command } from '../../../shell/commands';
import { ApiRules } from './api-rules';
import { FAULT_TYPE } from './fault-drag';
import { ActButton } from '../../../shell/act-button';
import './fault-bar.css';

interface FaultBarProps {
  /** Subject of the palette's buttons. */
  readonly selected: Subject | undefined;
  /** True if there are faults that can be cleared. */
  readonly hasFaults: boolean;
  readonly seconds: number | undefined;
  readonly onSeconds: (seconds: number | undefined) => void;
  readonly onInject: (choice: FaultChoice, subject: Subject) => void;
  /** Error of the last fault; empty if it was injected. */
  readonly refusal: string;
}

const HALVES = ['Nodes', 'API requests'] as const;

/** Bar of injected failures: faults of nodes, or rules by which requests fail. */
export function FaultBar(props: FaultBarProps) {
  const [half, setHalf] = useState<(typeof HALVES)[number]>(HALVES[0]);
  return (
    <section className="fault-bar" aria-label="Faults">
      <div className="choices" role="group" aria-label="Kind of failure">
        {HALVES.map((each) => (
          <button key={each} aria-pressed={each === half} onClick={() => setHalf(each)}>
            {each}
          </button>
        ))}
      </div>
      {half === 'Nodes' ? <NodeFaults {...props} /> : <ApiRules />}
    </section>
  );
}

/** The palette of faults: each is dragged onto a node or a zone, or put on what is selected by its button. */
function NodeFaults({ selected, hasFaults, seconds, onSeconds, onInject, refusal }: FaultBarProps) {
  const client = useClient();
  const { problem, mutate } = useRequest();
  /** True after a press without a subject. */
  const [lacksSubject, setLacksSubject] = useState(false);
  const [marked, setMarked] = useState<FaultChoice>();
  const target = selected?.kind === 'pod' ? undefined : selected;
  const input = marked && faultInput(marked, target, seconds);
  const clear = async () => (await client.ask(ClearFaultsMutation, { input: {} })).clearFaults;
  return (
    <>
      <ul>
        {FAULT_CHOICES.map((choice) => (
          <li key={choice.kind}>
            <ActButton
              draggable
              title={choice.text}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.setData(FAULT_TYPE, choice.kind);
                dataTransfer.effectAllowed = 'copy';
              }}
              onFocus={() => setMarked(choice)}
              onPointerEnter={() => setMarked(choice)}
              onClick={() => {
                setMarked(choice);
                if (target) onInject(choice, target);
                setLacksSubject(!target);
              }}
            >
              <span aria-hidden="true">⚡</span>
              {choice.name}
            </ActButton>
          </li>
        ))}
      </ul>
      <div className="fault-bar-foot">
        <label>
          for
          <input
            type="number"
            min={1}
            placeholder="ever"
            aria-label="Seconds of cluster time; for ever if empty"
            value={seconds ?? ''}
            onChange={({ target: { valueAsNumber } }) =>
              onSeconds(Number.isFinite(valueAsNumber) && valueAsNumber > 0 ? valueAsNumber : undefined)
            }
          />
          s
        </label>
        {hasFaults && <ActButton onClick={() => void mutate(clear)}>Clear all faults</ActButton>}
        <span className="quiet small">
          {marked ? marked.text : 'Drag a fault onto a node or a zone, or press it to put it on what is selected.'}
        </span>
        <span role="status" className="error-text small">
          {refusal ||
            problem ||
            (lacksSubject && !target ? 'Select a node or a zone first, or drag the fault onto one.' : '')}
        </span>
        {input && <Command command={faultCommand(input)} />}
        {hasFaults && <Command command={commands.clearAllFaults()} />}
      </div>
    </>
  );
}
