import type { PodInfo } from '../cache/pod-info';
import type { ExtenderOpinion } from '../cycle/explain-pod';
import type { Extender } from '../cycle/extender';
import { errorStatus, SUCCESS } from '../framework/status';
import type { FilterFinding } from './filter-findings';

/** The part of a program outside in an explanation. */
export interface ExtenderPart {
  /** Address, under which it is also listed among the filters and scores. */
  readonly name: string;
  /** True if placement continues without the extender when it fails. */
  readonly isIgnorable: boolean;
  /** True if it is interested in this pod. */
  readonly isInterested: boolean;
  /** Errors of its calls; placement continues unless it is a filter that is not ignorable. */
  readonly problems: readonly string[];
}

/** Returns the findings about each extender as a whole. */
export function extenderParts(extenders: readonly Extender[], pod: PodInfo): readonly ExtenderPart[] {
  return extenders.map((extender) => ({
    name: extender.name,
    isIgnorable: extender.ignorable,
    isInterested: extender.isInterestedIn(pod),
    problems: extender.problems?.() ?? [],
  }));
}

/** The verdicts of the extenders on one node, without those that were not called because it was rejected before. */
export function extenderFindings(opinions: readonly ExtenderOpinion[], nodeName: string): readonly FilterFinding[] {
  return opinions
    .filter(({ asked }) => asked.has(nodeName))
    .map(({ extender, answer }): FilterFinding => {
      const plugin = extender.name;
      if (answer.ok) {
        return { plugin, status: answer.refused.get(nodeName) ?? SUCCESS, isSkipped: false, detail: undefined };
      }
      const status = extender.ignorable ? SUCCESS : errorStatus(plugin, answer.error);
      return { plugin, status, isSkipped: extender.ignorable, detail: undefined };
    });
}
