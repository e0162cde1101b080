import type { ControlMessage } from '@orrery/messaging';

/** Messages after which nothing begins in a process but what they ask for. */
const CAUSELESS: ReadonlySet<ControlMessage['type']> = new Set([
  'round-wanted',
  'round-ask',
  'round-rest',
  'round-commit',
  'round-committed',
  'round-endless',
  'report',
  'capture',
  'captured',
  'question',
  'answer',
]);

/**
 * The processes that take part in rounds, as one of them knows them. Messages reach all processes in the same order, so all
 * know the same, but for processes that died.
 */
export class Members {
  /** Processes that are known to be alive. */
  private live = new Set<string>();
  /** Processes that have sent a message and are not on the list of the live ones. */
  private readonly speakers = new Set<string>();
  private count = 0;

  /**
   * @param listed the live processes as the database has them
   * @param changed is called when others are known to take part than before
   */
  constructor(
    private readonly process: string,
    private readonly listed: () => Promise<readonly string[]>,
    private readonly changed: () => void = () => undefined,
  ) {}

  /** All of them, in the order of their ids. */
  get all(): readonly string[] {
    return [...new Set([...this.live, ...this.speakers])].sort();
  }

  /** True if this process conducts the rounds: the live one with the lowest id does. */
  get isConductedHere(): boolean {
    const [first = this.process] = [...this.live].sort();
    return first === this.process;
  }

  /** Number of received messages that make processes act independently of changes, as a step of the clock does. */
  get causes(): number {
    return this.count;
  }

  receive(message: ControlMessage): void {
    if (!CAUSELESS.has(message.type)) this.count++;
    this.noting(() => this.note(message));
  }

  private note(message: ControlMessage): void {
    if (message.type === 'joined') this.live.add(message.process);
    else if (message.type === 'left') this.forget(message.process);
    else if (message.type === 'round-wanted') this.receiveWanted(message);
  }

  /** Reads the list of live processes; a silent one that is not on the list is gone. */
  async refresh(silent: readonly string[] = []): Promise<void> {
    const live = await this.listed();
    this.noting(() => {
      this.live = new Set(live);
      for (const process of [...silent, ...live]) this.speakers.delete(process);
    });
  }

  private noting(note: () => void): void {
    const before = this.all.join(' ');
    note();
    if (this.all.join(' ') !== before) this.changed();
  }

  private receiveWanted({ process, isRepeated }: { readonly process: string; readonly isRepeated: boolean }): void {
    if (!this.live.has(process)) this.speakers.add(process);
    // The process that should have conducted a round by now may be dead. If that cannot be read, this is said again soon.
    if (isRepeated) this.refresh().catch(() => undefined);
  }

  private forget(process: string): void {
    this.live.delete(process);
    this.speakers.delete(process);
  }
}
