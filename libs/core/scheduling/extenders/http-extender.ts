import { withoutEnd, type Node, type Pod } from '@orrery/api-types';
import type { ExtenderSettings } from '../configuration/extender-settings';
import { unresolvable, unschedulable, type Status } from '../framework/status';
import type { ExtenderFilterAnswer } from '../cycle/extender';
import { isExtenderInterested } from './extender-interest';
import {
  decodeBindingError,
  decodeFilterReply,
  decodePreemption,
  decodePriorities,
  encodeBinding,
  encodeCandidates,
  encodePreemption,
  type NodeVictims,
} from './extender-messages';

/** Reply to a call: status and parsed body, or the reason for having none (refused, timed out, invalid JSON). */
export type ExtenderReply = { readonly status: number; readonly body: unknown } | { readonly error: string };

/** Sends a JSON body by POST. The shell's part; it keeps to the timeout and to the extender's TLS settings. */
export type ExtenderTransport = (
  url: string,
  body: object,
  settings: Pick<ExtenderSettings, 'httpTimeoutMs' | 'enableHttps' | 'tlsConfig'>,
) => Promise<ExtenderReply>;

const OK = 200;

/**
 * An extender reached over HTTP, as v1.20.2 `pkg/scheduler/core/extender.go`. All answers are values; the caller, which
 * knows `ignorable`, decides if a failure counts.
 */
export class HttpExtender {
  constructor(
    readonly settings: ExtenderSettings,
    private readonly transport: ExtenderTransport,
  ) {}

  /** The URL prefix: the name under which it counts as a rejector. */
  get name(): string {
    return this.settings.urlPrefix;
  }

  isInterestedIn(pod: Pod): boolean {
    return isExtenderInterested(this.settings, pod);
  }

  /**
   * Returns the candidates that it refuses, with reasons; none if it has no filter. A node that the reply does not
   * mention is refused without a reason.
   */
  async filter(pod: Pod, nodes: readonly Node[]): Promise<ExtenderFilterAnswer> {
    const { filterVerb, nodeCacheCapable: asNames } = this.settings;
    if (!filterVerb) return { ok: true, refused: new Map() };
    const reply = await this.call(filterVerb, encodeCandidates(pod, { nodes, asNames }));
    if ('error' in reply) return { ok: false, error: reply.error };
    const decoded = decodeFilterReply(reply.body, { nodes, asNames }, this.name);
    if ('error' in decoded) return { ok: false, error: decoded.error };
    const { failed, failedForGood } = decoded;
    const feasible = new Set(decoded.feasible);
    const refused = new Map<string, Status>();
    for (const { metadata } of nodes) {
      const { name } = metadata;
      if (feasible.has(name)) continue;
      if (Object.hasOwn(failedForGood, name)) refused.set(name, unresolvable(this.name, failedForGood[name]!));
      else refused.set(name, unschedulable(this.name, ...(Object.hasOwn(failed, name) ? [failed[name]!] : [])));
    }
    return { ok: true, refused };
  }

  /** Scores 0..10 by node name, none if it does not score; or why it did not answer properly, which is passed over. */
  async prioritize(
    pod: Pod,
    nodes: readonly Node[],
  ): Promise<ReadonlyMap<string, number> | { readonly error: string }> {
    const { prioritizeVerb, nodeCacheCapable: asNames } = this.settings;
    if (!prioritizeVerb) return new Map();
    const reply = await this.call(prioritizeVerb, encodeCandidates(pod, { nodes, asNames }));
    if ('error' in reply) return reply;
    const unreadable = { error: `extender "${this.name}" answered ${prioritizeVerb} with something else than scores` };
    return decodePriorities(reply.body) ?? unreadable;
  }

  /** Lets it bind the pod; the error text, empty if it went well. Only for extenders that bind. */
  async bind(pod: Pod, nodeName: string): Promise<string> {
    const { bindVerb } = this.settings;
    if (!bindVerb) return 'extender does not bind';
    const reply = await this.call(bindVerb, encodeBinding(pod, nodeName));
    return 'error' in reply ? reply.error : decodeBindingError(reply.body);
  }

  /** Lets it narrow the candidates for preemption; all of them if it takes no part. */
  async preempt(
    pod: Pod,
    victims: ReadonlyMap<string, NodeVictims>,
  ): Promise<ReadonlyMap<string, NodeVictims> | { readonly error: string }> {
    const { preemptVerb, nodeCacheCapable } = this.settings;
    if (!preemptVerb) return victims;
    const reply = await this.call(preemptVerb, encodePreemption(pod, victims, nodeCacheCapable));
    return 'error' in reply ? reply : decodePreemption(reply.body, victims);
  }

  private async call(verb: string, body: object): Promise<{ readonly body: unknown } | { readonly error: string }> {
    const url = `${withoutEnd(this.settings.urlPrefix, '/')}/${verb}`;
    const reply = await this.transport(url, body, this.settings);
    if ('error' in reply) return reply;
    if (reply.status === OK) return reply;
    return { error: `failed ${verb} with extender at URL ${url}, code ${reply.status}` };
  }
}
