import { RuleScope, type ScorePlugin } from '@orrery/scheduling';

/** Gives every node the same: scoring takes place, and changes nothing. */
export class EqualPriority implements ScorePlugin {
  readonly name = 'EqualPriority';
  readonly scoreScope = RuleScope.Node;

  score(): number {
    return 1;
  }
}
