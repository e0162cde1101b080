import type { LiveBoard } from '../../../live/use-board';
import type { Facts } from '../../../live/use-facts';
import type { Subject } from '../../../model/board/subject';
import type { TimelineEntry } from '../../../model/timeline/entries';

/** Properties of the panel of a node, a pod or a zone. */
export interface InspectorProps {
  readonly subject: Subject;
  readonly board: LiveBoard;
  readonly facts: Facts;
  /** The moment of the past that the board shows; undefined: the present. */
  readonly moment: TimelineEntry | undefined;
  readonly onSelect: (subject: Subject | undefined) => void;
  readonly onMoment: (moment: TimelineEntry) => void;
}
