/** Receiver of notifications, from its start to its stop. */
export interface Line {
  start(): Promise<void>;
  stop(): Promise<void>;
}

type Listener = (payload: string) => void;

/** The notifications of a process that is alone on its database: they do not leave it. */
export class OwnNotifications {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** Calls the listeners of a channel. */
  notify(channel: string, payload: string): void {
    for (const listener of [...(this.listeners.get(channel) ?? [])]) listener(payload);
  }

  /** Makes a line that receives the payloads of a channel. */
  line(channel: string, heard: Listener): Line {
    const own: Listener = (payload) => heard(payload);
    return {
      start: async () => {
        const all = this.listeners.get(channel);
        if (all) all.add(own);
        else this.listeners.set(channel, new Set([own]));
      },
      stop: async () => {
        const all = this.listeners.get(channel);
        if (all?.delete(own) && all.size === 0) this.listeners.delete(channel);
      },
    };
  }
}
