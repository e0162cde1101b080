import type { Pod } from '@orrery/api-types';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { Extender, ExtenderFilterAnswer, ExtenderPreemptionAnswer } from '../cycle/extender';
import type { NodeVictims } from './extender-messages';
import type { HttpExtender } from './http-extender';

/** The cycle is done again: what it does with this answer does not count. */
const NOT_YET = { ok: false, error: 'the extender has not answered yet' } as const;

/** Questions to filter in one cycle: about the promised node alone, about all, and as many again if the state moved. */
const MAX_ROUNDS = 4;

interface FilterRound {
  readonly asked: ReadonlySet<string>;
  readonly answer: ExtenderFilterAnswer;
}

/**
 * An extender over HTTP in a scheduling cycle. The first call of a cycle sends the request; when the answer has arrived
 * the cycle is repeated and finds it. The state may have moved on meanwhile: nodes that were not in the request are
 * left out, so that a cycle ends however busy the cluster is.
 */
export class ConsultedExtender implements Extender {
  readonly name: string;
  readonly ignorable: boolean;
  readonly weight: number;
  readonly filter?: NonNullable<Extender['filter']>;
  readonly prioritize?: NonNullable<Extender['prioritize']>;
  readonly preempt?: NonNullable<Extender['preempt']>;
  readonly bind?: NonNullable<Extender['bind']>;
  private rounds: FilterRound[] = [];
  private scores: { readonly answer: ReadonlyMap<string, number> | { readonly error: string } } | undefined;
  private preemption: { readonly answer: ExtenderPreemptionAnswer } | undefined;
  private open: Promise<void> | undefined;

  constructor(private readonly http: HttpExtender) {
    const { settings, name } = http;
    this.name = name;
    this.ignorable = settings.ignorable;
    this.weight = settings.weight;
    if (settings.filterVerb) this.filter = (pod, nodes) => this.filterOrAsk(pod, nodes);
    if (settings.prioritizeVerb) this.prioritize = (pod, nodes) => this.prioritizeOrAsk(pod, nodes);
    if (settings.preemptVerb) this.preempt = (pod, candidates) => this.preemptOrAsk(pod, candidates);
    if (settings.bindVerb) this.bind = (pod: Pod, nodeName) => http.bind(pod, nodeName);
  }

  isInterestedIn({ pod }: PodInfo): boolean {
    return this.http.isInterestedIn(pod);
  }

  problems(): readonly string[] {
    const { rounds, scores, preemption } = this;
    const answers = [...rounds.map(({ answer }) => answer), scores?.answer, preemption?.answer];
    return [...new Set(answers.flatMap((answer) => (answer && 'error' in answer ? [answer.error] : [])))];
  }

  pending(): Promise<void> | undefined {
    return this.open;
  }

  forget(): void {
    this.rounds = [];
    this.scores = undefined;
    this.preemption = undefined;
  }

  private filterOrAsk({ pod }: PodInfo, nodes: readonly NodeInfo[]): ExtenderFilterAnswer {
    const round = this.roundAbout(nodes);
    if (!round) {
      const asked = new Set(nodes.map(({ name }) => name));
      this.ask(async () => {
        this.rounds.push({ asked, answer: await this.http.filter(pod, objectsOf(nodes)) });
      });
      return NOT_YET;
    }
    if (!round.answer.ok) return round.answer;
    const overlooked = nodes.map(({ name }) => name).filter((name) => !round.asked.has(name));
    return { ...round.answer, overlooked: new Set(overlooked) };
  }

  /** The answer to this question, though perhaps not about nodes that were no candidates when it was asked. */
  private roundAbout(nodes: readonly NodeInfo[]): FilterRound | undefined {
    const { rounds } = this;
    const [first] = nodes;
    const known = rounds.find(({ asked }) => (nodes.length === 1 ? asked.has(first!.name) : asked.size > 1));
    return known ?? (rounds.length < MAX_ROUNDS ? undefined : rounds.at(-1));
  }

  private prioritizeOrAsk({ pod }: PodInfo, nodes: readonly NodeInfo[]): ReadonlyMap<string, number> | undefined {
    if (this.scores) return 'error' in this.scores.answer ? undefined : this.scores.answer;
    this.ask(async () => {
      this.scores = { answer: await this.http.prioritize(pod, objectsOf(nodes)) };
    });
    return undefined;
  }

  private preemptOrAsk({ pod }: PodInfo, candidates: ReadonlyMap<string, NodeVictims>): ExtenderPreemptionAnswer {
    if (this.preemption) return this.preemption.answer;
    this.ask(async () => {
      this.preemption = { answer: await this.http.preempt(pod, candidates) };
    });
    return NOT_YET;
  }

  /** Sends one request at a time: the result of a cycle without the answer does not count. */
  private ask(question: () => Promise<void>): void {
    if (this.open) return;
    const open = question().finally(() => {
      if (this.open === open) this.open = undefined;
    });
    this.open = open;
  }
}

function objectsOf(nodes: readonly NodeInfo[]): NonNullable<NodeInfo['node']>[] {
  return nodes.map(({ node }) => node).filter((node) => node !== undefined);
}
