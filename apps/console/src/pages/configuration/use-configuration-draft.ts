import { useEffect, useState } from 'react';
import { documentsOf, type Finding } from '../../editor/documents';
import { useQuietCheck } from '../../editor/use-quiet-check';
import { AskError, type ClusterClient } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import {
  SetDeschedulerScheduleMutation,
  SetSchedulerConfigMutation,
  type UserErrorPartsFragment,
} from '../../graphql/operations.generated';
import { Configured, USUAL_INTERVAL } from '../../model/editor/configurations';

const SAVED = 'Saved: it is in force.';

interface DraftOptions {
  readonly what: Configured;
  readonly initial: string;
  /** True if a configuration is set, so that the defaults can be restored. */
  readonly isSet: boolean;
  /** Interval of the descheduler. */
  readonly interval: string | undefined;
  readonly onSaved: () => void;
}

/** Configuration that is edited, with its errors. */
interface Draft {
  readonly text: string;
  readonly interval: string;
  readonly findings: readonly Finding[];
  /** Result of the last check or save, in words. */
  readonly says: string;
  setText(text: string): void;
  setInterval(interval: string): void;
  save(): void;
  /** Restores the defaults of the scheduler, or ends the cycles of the descheduler. */
  remove(): void;
}

/** Outcome of a check or a save. */
interface Outcome {
  readonly findings: readonly Finding[];
  readonly says: string;
}

/** Keeps the draft of a configuration: checked after pauses in typing, by the server for the scheduler, and saved. */
export function useConfigurationDraft({ what, initial, isSet, interval: known, onSaved }: DraftOptions): Draft {
  const client = useClient();
  const [text, setText] = useState(initial);
  const [interval, setInterval] = useState(known ?? USUAL_INTERVAL);
  const [{ findings, says }, setOutcome] = useState<Outcome>({ findings: [], says: '' });
  useEffect(() => setText(initial), [initial]);
  const isInForce = isSet && text === initial;

  const check = async (isCurrent: () => boolean): Promise<void> => {
    if (isInForce) {
      // It was taken already: the answer to the save stays.
      setOutcome((before) => ({ findings: [], says: before.says === SAVED ? SAVED : '' }));
      return;
    }
    const outcome = await orRefusal(() => checkText(client, what, text));
    if (isCurrent()) setOutcome(outcome);
  };
  const cancelCheck = useQuietCheck(check, [client, text, what, isInForce]);
  const write = async (input: WriteInput): Promise<void> => {
    // The save reports its own result: no earlier check may report after it.
    cancelCheck();
    const outcome = await orRefusal(async () => {
      const errors = await writeConfiguration(client, what, input);
      return errors.length > 0 ? refusalOf(text, errors) : { findings: [], says: SAVED };
    });
    setOutcome(outcome);
    if (outcome.says === SAVED) onSaved();
  };
  const times = what === Configured.Descheduler ? { interval } : {};
  return {
    text,
    interval,
    findings,
    says,
    setText,
    setInterval,
    save: () => void write({ yaml: text, ...times }),
    remove: () => void write({ remove: true }),
  };
}

/** Returns the outcome of work, or the error of the server in its place. */
async function orRefusal(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return { findings: [], says: error.message };
  }
}

/** Checks a text here, and that of the scheduler by the server, which writes nothing. */
async function checkText(client: ClusterClient, what: Configured, text: string): Promise<Outcome> {
  const findings = documentsOf(text).flatMap((document) => document.findings);
  if (findings.length > 0 || what !== Configured.Scheduler) return { findings, says: findings[0]?.message ?? '' };
  const input = { yaml: text, dryRun: true };
  const { setSchedulerConfig } = await client.ask(SetSchedulerConfigMutation, { input });
  if (setSchedulerConfig.errors.length > 0) return refusalOf(text, setSchedulerConfig.errors);
  const warnings = (setSchedulerConfig.config?.warnings ?? []).map(({ field, reason }) => `${field}: ${reason}`);
  return { findings: [], says: ['The server would accept it.', ...warnings].join(' ') };
}

type WriteInput = { readonly yaml: string; readonly interval?: string } | { readonly remove: true };

async function writeConfiguration(
  client: ClusterClient,
  what: Configured,
  input: WriteInput,
): Promise<readonly UserErrorPartsFragment[]> {
  if (what === Configured.Scheduler)
    return (await client.ask(SetSchedulerConfigMutation, { input })).setSchedulerConfig.errors;
  return (await client.ask(SetDeschedulerScheduleMutation, { input })).setDeschedulerSchedule.errors;
}

/** Returns the errors of the server at their fields of the text. */
function refusalOf(text: string, errors: readonly UserErrorPartsFragment[]): Outcome {
  const [document] = documentsOf(text);
  const findings = errors.map(({ field, message }) => ({
    ...(document?.rangeOf(field?.[0] === 'yaml' ? field.slice(1) : []) ?? { from: 0, to: text.length }),
    message,
  }));
  return { findings, says: errors[0]!.message };
}
