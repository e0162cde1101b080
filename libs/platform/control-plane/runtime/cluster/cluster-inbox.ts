import { answerClockStep, type ClockParticipant } from '@orrery/clock';
import type { ControlChannel, ControlMessage, RoundMessage } from '@orrery/messaging';
import type { ClockMessage } from '../time/turns';

/** The cluster that messages are about. */
interface Recipient extends ClockParticipant {
  /** Resolves when the effect of the message has begun, and the log is as far as the message requires. */
  readonly rounds: {
    receive(message: RoundMessage): Promise<void>;
    changed(): void;
    refusesStep(message: ClockMessage): boolean;
  };
  /** Resolves when this process acts on faults that another one wrote. */
  heardOfFaults(): Promise<void>;
}

type CaptureMessage = Extract<ControlMessage, { type: 'capture' }>;
type FaultsMessage = Extract<ControlMessage, { type: 'faults' }>;
type ChangeMessage = Extract<ControlMessage, { type: 'settings' | 'restart' }>;
type ClusterMessage = RoundMessage | CaptureMessage | ChangeMessage | ClockMessage | FaultsMessage;

export interface InboxOptions<R extends Recipient> {
  readonly line: Pick<ControlChannel, 'send'>;
  /** The cluster in the memory of this process; undefined if there is none of that name. */
  readonly cluster: (name: string) => Promise<R | undefined>;
  /** Captures it. */
  readonly capture: (message: CaptureMessage, cluster: R) => Promise<void>;
  /** Lets this process act on a change that another one made; resolves when it has. */
  readonly act: (message: ChangeMessage) => Promise<void>;
  /** Resolves when this process handles all announced changes of clusters: those that were made, deleted or rewound. */
  readonly upToDate: () => Promise<void>;
  /** Returns whether this process conducts rounds: answers are for the one that does. */
  readonly isConductedHere: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** Messages for the process that conducts rounds only. */
const FOR_THE_CONDUCTOR: ReadonlySet<string> = new Set(['round-wanted', 'round-rest'] satisfies RoundMessage['type'][]);

/**
 * Queue for steps of the clock, changes, captures and messages of rounds, for each cluster one after the other, in the
 * order in which they came. This order is the same in all processes: the consequences of a step in one are never
 * requested before another one has begun with that step, and no step is taken before a fault that came before it is in
 * force. Settings and restarts cannot delay later messages, for components may need rounds until they have effect: a
 * step that was decided on before them is refused instead.
 */
export class ClusterInbox<R extends Recipient> {
  private readonly last = new Map<string, Promise<void>>();

  constructor(private readonly options: InboxOptions<R>) {}

  receive(message: ControlMessage): void {
    if (!isForCluster(message)) return;
    if (FOR_THE_CONDUCTOR.has(message.type) && !this.options.isConductedHere()) return;
    const { cluster } = message;
    const before = this.last.get(cluster);
    const isUpToDate = this.options.upToDate();
    const taken = Promise.all([before, isUpToDate])
      .then(() => this.deliver(message))
      .catch(this.options.onError);
    this.last.set(cluster, taken);
    void taken.finally(() => this.last.get(cluster) === taken && this.last.delete(cluster));
  }

  /** Resolves when everything that came before has been taken. */
  async taken(): Promise<void> {
    await Promise.all(this.last.values());
  }

  private async deliver(message: ClusterMessage): Promise<void> {
    const { act, capture, cluster, line, onError } = this.options;
    const recipient = await cluster(message.cluster);
    if (!recipient) return;
    if (message.type === 'capture') return capture(message, recipient);
    if (message.type === 'faults') return recipient.heardOfFaults();
    if (message.type === 'settings' || message.type === 'restart') {
      recipient.rounds.changed();
      act(message).catch(onError);
      return;
    }
    if (message.type !== 'step') return recipient.rounds.receive(message);
    const isRefused = recipient.rounds.refusesStep(message);
    answerClockStep(message, { line, participant: recipient, isRefused }).catch(onError);
  }
}

const TYPES: ReadonlySet<string> = new Set([
  'step',
  'capture',
  'faults',
  'settings',
  'restart',
] satisfies ClusterMessage['type'][]);

/** Returns true for a message that is handled by a cluster in its turn among the others. */
export function isForCluster(message: ControlMessage): message is ClusterMessage {
  const { type } = message;
  return TYPES.has(type) || type.startsWith('round-');
}
