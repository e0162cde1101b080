import { useState, type FormEvent } from 'react';
import { useClient } from '../../../graphql/client-context';
import { useConnection } from '../../../graphql/connection';
import {
  AdvanceClockMutation,
  PauseClockMutation,
  SetClockModeMutation,
  type AdvanceClockInput,
  type ClockPartsFragment,
} from '../../../graphql/operations.generated';
import { useRequest } from '../../../graphql/use-request';
import { commands } from '../../../model/actions/commands';
import { clockWords, clusterTime, durationWords } from '../../../model/clock-words';
import { plural } from '../../../model/words';
import { Command } from '../../../shell/commands';
import { UntilForm } from './until-form';
import { ActButton } from '../../../shell/act-button';

const RATES = [1, 10, 60, 600, 3600] as const;
const AUTO = 'AUTO';
const MANUAL = 'MANUAL';

/** State of a cluster's clock, and its controls. */
export function ClockBar({ clock }: { readonly clock: ClockPartsFragment | undefined }) {
  const client = useClient();
  const { isBusy, problem, mutate } = useRequest();
  /** Result of the last action that succeeded, in words. */
  const [words, setWords] = useState('');
  /** Command that does the same as the last action. */
  const [command, setCommand] = useState('');
  const [isUntil, setIsUntil] = useState(false);
  const { isReachable } = useConnection();
  if (!clock) return <div className="clock-bar quiet">…</div>;
  const isPaused = clock.mode === MANUAL;
  /** Sends a mutation and shows the command that does the same. */
  const run = (same: string, action: Parameters<typeof mutate>[0]): Promise<boolean> => {
    setCommand(same);
    setWords('');
    return mutate(action);
  };
  const pause = () => run(commands.pauseClock(), async () => (await client.ask(PauseClockMutation, {})).pauseClock);
  const resume = (rate: string) => {
    const input = rate === AUTO ? { mode: 'AUTO' as const } : modeOfRate(Number(rate));
    const same = commands.clockMode(input.mode, 'rate' in input ? input.rate : undefined);
    return run(same, async () => (await client.ask(SetClockModeMutation, { input })).setClockMode);
  };
  const advance = (input: AdvanceClockInput) =>
    run(commands.advanceClock({ ...input }), async () => {
      const { advanceClock } = await client.ask(AdvanceClockMutation, { input });
      setWords(`${plural(advanceClock.events ?? 0, 'event')} passed`);
      return advanceClock;
    });
  const advanceBy = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void advance({ by: String(new FormData(event.currentTarget).get('by')) });
  };
  const untilNext = clock.nextEventAt == null ? undefined : Date.parse(clock.nextEventAt) - Date.parse(clock.now);
  return (
    <div className="clock-bar" role="group" aria-label="Clock">
      <ActButton
        className="clock-main"
        aria-label={isPaused ? 'Let time run' : 'Pause'}
        disabled={isBusy}
        onClick={() => void (isPaused ? resume('1') : pause())}
      >
        {isPaused ? '▶' : '❚❚'}
      </ActButton>
      <div className="clock-face">
        <time className="mono clock-time">{clusterTime(clock.now)}</time>
        <span className="quiet small">{isReachable ? clockWords(clock) : 'when the server was lost'}</span>
      </div>
      <label>
        Rate
        <select
          value={isPaused ? MANUAL : clock.mode === AUTO ? AUTO : String(clock.rate)}
          disabled={isBusy || !isReachable}
          onChange={({ target: { value } }) => void (value === MANUAL ? pause() : resume(value))}
        >
          <option value={MANUAL}>manual</option>
          {[...new Set([...RATES, ...(isPaused || clock.mode === AUTO ? [] : [clock.rate])])].map((rate) => (
            <option key={rate} value={rate}>
              {rate}×
            </option>
          ))}
          <option value={AUTO}>event to event</option>
        </select>
      </label>
      {isPaused && (
        <>
          <ActButton disabled={isBusy} onClick={() => void advance({ toNextEvent: true })}>
            Next event{untilNext === undefined ? '' : ` (${durationWords(Math.max(0, untilNext))})`}
          </ActButton>
          <form onSubmit={advanceBy} className="clock-advance">
            <input name="by" aria-label="Advance by" defaultValue="1m" size={5} />
            <ActButton disabled={isBusy}>Advance</ActButton>
          </form>
          <ActButton disabled={isBusy} onClick={() => void advance({ untilIdle: true })}>
            Until idle
          </ActButton>
          <button aria-expanded={isUntil} onClick={() => setIsUntil(!isUntil)}>
            Until…
          </button>
          {isUntil && <UntilForm isBusy={isBusy} onAdvance={(until) => void advance({ until: [until] })} />}
        </>
      )}
      <span role="status" className="quiet small">
        {isBusy ? '…' : problem || words}
      </span>
      {command !== '' && <Command command={command} />}
    </div>
  );
}

function modeOfRate(rate: number) {
  return rate === 1 ? { mode: 'REALTIME' as const } : { mode: 'SCALED' as const, rate };
}
