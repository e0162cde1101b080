import { randomUUID } from 'node:crypto';
import type { MessageLine } from '@orrery/clock';

/** How long a process waits for another one's answer. */
const REPLY_TIMEOUT_MS = 3000;
/** Postgres takes less than 8000 bytes a notification. */
const PART_LENGTH = 5000;

/** What a component can be asked about a cluster. */
export const Topic = { SchedulingQueue: 'schedulingQueue' } as const;
export type Topic = (typeof Topic)[keyof typeof Topic];

type Answerer = (argument: number) => unknown;

/**
 * Questions about what only the memory of one process knows, asked from any process. An answer goes by notifications,
 * in parts; nobody stores it.
 */
export class Questions {
  private readonly answerers = new Map<string, Answerer>();
  private readonly open = new Map<string, (part: number, parts: number, text: string) => void>();

  constructor(
    private readonly line: MessageLine,
    private readonly isAlone: boolean,
    onError: (error: unknown) => void,
  ) {
    line.listen((message) => {
      if (message.type === 'question') void this.answer(message).catch(onError);
      else if (message.type === 'answer') this.open.get(message.id)?.(message.part, message.parts, message.text);
    });
  }

  /** Answers questions about the cluster until the returned function is called. */
  answerWith(topic: Topic, cluster: string, answerer: Answerer): () => void {
    const key = `${topic} ${cluster}`;
    this.answerers.set(key, answerer);
    return () => {
      if (this.answerers.get(key) === answerer) this.answerers.delete(key);
    };
  }

  /** Asks whoever knows, this process first; undefined if nobody answers in time. */
  async ask(topic: Topic, cluster: string, argument: number): Promise<unknown> {
    const own = this.answerers.get(`${topic} ${cluster}`);
    if (own) return own(argument);
    if (this.isAlone) return undefined;
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<unknown>((resolve) => {
      const received: string[] = [];
      let count = 0;
      timer = setTimeout(() => resolve(undefined), REPLY_TIMEOUT_MS);
      this.open.set(id, (part, parts, text) => {
        if (received[part] === undefined) count++;
        received[part] = text;
        if (count === parts) resolve(JSON.parse(Buffer.from(received.join(''), 'base64').toString('utf8')));
      });
    });
    try {
      await Promise.race([this.line.send({ type: 'question', id, topic, cluster, argument }), answer]);
      return await answer;
    } finally {
      clearTimeout(timer);
      this.open.delete(id);
    }
  }

  private async answer(question: { id: string; topic: string; cluster: string; argument: number }): Promise<void> {
    const answerer = this.answerers.get(`${question.topic} ${question.cluster}`);
    if (!answerer) return;
    const encoded = Buffer.from(JSON.stringify(answerer(question.argument))).toString('base64');
    const parts = Math.ceil(encoded.length / PART_LENGTH);
    for (let part = 0; part < parts; part++) {
      const text = encoded.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
      await this.line.send({ type: 'answer', id: question.id, part, parts, text });
    }
  }
}
