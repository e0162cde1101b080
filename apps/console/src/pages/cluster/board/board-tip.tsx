import type { CSSProperties, RefObject } from 'react';
import type { Hovered } from './board-input';

/** Distance between the pointer and the tip, in pixels. */
const TIP_PX = 14;

interface BoardTipProps {
  readonly at: Hovered;
  /** Description of the subject; parts are separated by commas. */
  readonly words: string;
  readonly area: RefObject<HTMLElement | null>;
}

/** Description of the subject under the pointer. */
export function BoardTip({ at, words, area }: BoardTipProps) {
  return (
    <div className="board-tip card small" style={beside(at, area.current)} aria-hidden="true">
      {words.split(', ').map((part, index) => (
        <div key={index} className={index === 0 ? 'strong' : 'quiet'}>
          {part}
        </div>
      ))}
    </div>
  );
}

/** Returns the position beside the pointer, on the side that has more room, so that the tip is not cut off. */
function beside({ x, y }: Hovered, area: HTMLElement | null): CSSProperties {
  const { clientWidth: width = 0, clientHeight: height = 0 } = area ?? {};
  return {
    ...(x < width / 2 ? { left: x + TIP_PX } : { right: width - x + TIP_PX }),
    ...(y < height / 2 ? { top: y + TIP_PX } : { bottom: height - y + TIP_PX }),
  };
}
