import type { ComponentContext, IdentityPort, ClockPort, LogPort } from '@orrery/control-plane';
import { runLoop } from './controller';

export interface RoundsOptions {
  /** Who it is in the log. */
  readonly controller: string;
  /** Returns whether there is anything to do. */
  readonly hasWork: () => boolean;
  /** Takes up all that there is to do now, and does it; what comes meanwhile is for the next round. */
  readonly round: () => Promise<void>;
}

/**
 * One round of a controller after the other, as long as there is work: what happens during a round is looked at
 * together when it has ended. A round that fails ends it; the next trigger goes on.
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
