import { randomUUID } from 'node:crypto';
import type { ControlChannel, ControlMessage } from './control-channel';

/** Timeout of the reply of another process. */
const REPLY_TIMEOUT_MS = 3000;
/** Postgres takes less than 8000 bytes a notification. */
const PART_LENGTH = 5000;

/** Topics about which a component answers for a cluster. */
export const Topic = {
  SchedulingQueue: 'schedulingQueue',
  /** True if the cluster is being repeated by the process. */
  Repetition: 'repetition',
  /** Recorded answer of something outside, by a digest of the request. */
  OutsideAnswer: 'outsideAnswer',
} as const;
export type Topic = (typeof Topic)[keyof typeof Topic];

type Question = Pick<Extract<ControlMessage, { type: 'question' }>, 'id' | 'topic' | 'cluster' | 'argument'>;
type Argument = number | string;
type Handler<A extends Argument> = (argument: A) => unknown;

/**
 * Requests from any process for state in the memory of one process. A reply is sent in notifications, in parts; it is
 * not stored.
 */
export class RequestReply {
  private readonly handlers = new Map<string, Handler<never>>();
  private readonly open = new Map<string, (part: number, parts: number, text: string) => void>();

  constructor(
    private readonly channel: ControlChannel,
    private readonly isAlone: boolean,
    onError: (error: unknown) => void,
  ) {
    channel.listen((message) => {
      if (message.type === 'question') void this.reply(message).catch(onError);
      else if (message.type === 'answer') this.open.get(message.id)?.(message.part, message.parts, message.text);
    });
  }

  /** Handles requests about the cluster until the returned function is called. */
  handle<A extends Argument>(topic: Topic, cluster: string, handler: Handler<A>): () => void {
    const key = `${topic} ${cluster}`;
    this.handlers.set(key, handler);
    return () => {
      if (this.handlers.get(key) === handler) this.handlers.delete(key);
    };
  }

  /** Asks this process, then all others; undefined if none replies in time. */
  async request(topic: Topic, cluster: string, argument: Argument, timeoutMs = REPLY_TIMEOUT_MS): Promise<unknown> {
    // Who asks about a topic has the argument of its handler.
    const own = this.handlers.get(`${topic} ${cluster}`) as Handler<Argument> | undefined;
    if (own) return own(argument);
    if (this.isAlone) return undefined;
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    const reply = new Promise<unknown>((resolve) => {
      const received: string[] = [];
      let count = 0;
      timer = setTimeout(() => resolve(undefined), timeoutMs);
      this.open.set(id, (part, parts, text) => {
        if (received[part] === undefined) count++;
        received[part] = text;
        if (count === parts) resolve(JSON.parse(Buffer.from(received.join(''), 'base64').toString('utf8')));
      });
    });
    try {
      await Promise.race([this.channel.send({ type: 'question', id, topic, cluster, argument }), reply]);
      return await reply;
    } finally {
      clearTimeout(timer);
      this.open.delete(id);
    }
  }

  private async reply(question: Question): Promise<void> {
    const handler = this.handlers.get(`${question.topic} ${question.cluster}`) as Handler<Argument> | undefined;
    if (!handler) return;
    const encoded = Buffer.from(JSON.stringify(handler(question.argument))).toString('base64');
    const parts = Math.ceil(encoded.length / PART_LENGTH);
    for (let part = 0; part < parts; part++) {
      const text = encoded.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
      await this.channel.send({ type: 'answer', id: question.id, part, parts, text });
    }
  }
}
