import type { KubeObject } from '../../objects';

const USUAL_PRECEDENCE = 1000;

/** Fills what a FlowSchema may leave out (`pkg/apis/flowcontrol/v1` upstream). */
export function defaultFlowSchema(object: KubeObject): void {
  const spec = (object.spec ??= {}) as { matchingPrecedence?: number };
  spec.matchingPrecedence ||= USUAL_PRECEDENCE;
}
