import type { ComponentContext, IdentityPort, ClockPort, LogPort } from '@orrery/control-plane';
import { runLoop } from './controller';

export interface RoundsOptions {
  /** Name of the writer in the log. */
  readonly controller: string;
  /** Returns whether there is anything to do. */
  readonly hasWork: () => boolean;
  /** Does all pending work; work that arrives meanwhile is for the next round. */
  readonly round: () => Promise<void>;
}

/**
 * Runs the rounds of a controller one after the other, as long as there is work: changes during a round are handled
 * together when it has ended. A round that fails ends the sequence; the next trigger starts it again.
 */
export class Rounds {
  private isRunning = false;

  constructor(
    private readonly context: ComponentContext<IdentityPort & ClockPort & LogPort>,
    private readonly options: RoundsOptions,
  ) {}

  /** Begins if there is work and no round is under way. */
  run(): void {
    const { controller, hasWork, round } = this.options;
    if (this.isRunning || !hasWork()) return;
    this.isRunning = true;
    runLoop(this.context, controller, async () => {
      try {
        while (hasWork()) await round();
      } finally {
        this.isRunning = false;
      }
    });
  }
}
