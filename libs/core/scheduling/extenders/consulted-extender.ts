import type { Pod } from '@orrery/api-types';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { Extender, ExtenderFilterAnswer, ExtenderPreemptionAnswer } from '../cycle/extender';
import type { NodeVictims } from './extender-messages';
import type { HttpExtender } from './http-extender';

/** The cycle is done again: what it does with this answer does not count. */
const NOT_YET = { ok: false, error: 'the extender has not answered yet' } as const;

interface FilterRound {
  readonly asked: ReadonlySet<string>;
  readonly answer: ExtenderFilterAnswer;
}

/**
 * An extender over HTTP in a scheduling cycle. The first time a cycle asks, the question is sent; when the answer is
 * there the cycle is done again and finds it. The state may have moved on meanwhile: nodes the extender was not asked
 * about are left out, so that a cycle comes to its end however busy the cluster is.
 */
export class ConsultedExtender implements Extender {
  readonly name: string;
  readonly ignorable: boolean;
  readonly weight: number;
  readonly filter?: NonNullable<Extender['filter']>;
  readonly prioritize?: NonNullable<Extender['prioritize']>;
  readonly preempt?: NonNullable<Extender['preempt']>;
  readonly bind?: NonNullable<Extender['bind']>;
  private filtered: FilterRound | undefined;
  private scores: { readonly byNode: ReadonlyMap<string, number> | undefined } | undefined;
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

  pending(): Promise<void> | undefined {
    return this.open;
  }

  forget(): void {
    this.filtered = undefined;
    this.scores = undefined;
    this.preemption = undefined;
  }

  private filterOrAsk({ pod }: PodInfo, nodes: readonly NodeInfo[]): ExtenderFilterAnswer {
    const { filtered } = this;
    if (!filtered) {
      const asked = new Set(nodes.map(({ name }) => name));
      this.ask(async () => {
        this.filtered = { asked, answer: await this.http.filter(pod, objectsOf(nodes)) };
      });
      return NOT_YET;
    }
    if (!filtered.answer.ok) return filtered.answer;
    const overlooked = nodes.map(({ name }) => name).filter((name) => !filtered.asked.has(name));
    return { ...filtered.answer, overlooked: new Set(overlooked) };
  }

  private prioritizeOrAsk({ pod }: PodInfo, nodes: readonly NodeInfo[]): ReadonlyMap<string, number> | undefined {
    if (this.scores) return this.scores.byNode;
    this.ask(async () => {
      this.scores = { byNode: await this.http.prioritize(pod, objectsOf(nodes)) };
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

  private ask(question: () => Promise<void>): void {
    const open = question().finally(() => {
      if (this.open === open) this.open = undefined;
    });
    this.open = open;
  }
}

function objectsOf(nodes: readonly NodeInfo[]): NonNullable<NodeInfo['node']>[] {
  return nodes.map(({ node }) => node).filter((node) => node !== undefined);
}
