import type UPlot from 'uplot';

/** Distance between the pointer and the tip, in pixels. */
const TIP_PX = 12;

/** Shows the values at the pointer beside it: the lines that `wordsAt` returns for a point. */
export function chartTip(wordsAt: (index: number) => readonly string[]): UPlot.Plugin {
  const tip = document.createElement('div');
  tip.className = 'card chart-tip small';
  tip.hidden = true;
  return {
    hooks: {
      init: (plot) => plot.over.append(tip),
      setCursor(plot) {
        const { idx, left = -1 } = plot.cursor;
        tip.hidden = idx == null || left < 0;
        if (idx == null || left < 0) return;
        tip.replaceChildren(
          ...wordsAt(idx).map((words) => {
            const line = document.createElement('div');
            line.textContent = words;
            return line;
          }),
        );
        const isRight = left > plot.over.clientWidth / 2;
        tip.style.left = isRight ? '' : `${left + TIP_PX}px`;
        tip.style.right = isRight ? `${plot.over.clientWidth - left + TIP_PX}px` : '';
      },
    },
  };
}
