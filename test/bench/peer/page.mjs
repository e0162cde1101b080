// The figures of a run as rows of ratios, on a terminal and in docs/performance.md.

/** Figures that are better when they are larger. */
const isRate = (name) => name.endsWith('a second');

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/**
 * Rows of a table from the figures of rounds: `{ side: [{ figure: value }] }`. A ratio above 1 means that the project
 * is better than the other side; it is the median of the ratios of the rounds, in each of which the sides ran in turn.
 */
export function rowsOf(rounds) {
  const names = Object.keys(rounds.orrery[0]);
  const others = Object.keys(rounds).filter((side) => side !== 'orrery');
  return names.map((name) => ({
    name,
    orrery: median(valuesOf(rounds.orrery, name)),
    others: Object.fromEntries(others.map((side) => [side, compare(name, rounds.orrery, rounds[side])])),
  }));
}

function compare(name, ours, theirs) {
  const ratios = theirs.flatMap((figures, round) => {
    const [own, other] = [ours[round]?.[name], figures[name]];
    if (own === undefined || other === undefined) return [];
    return [isRate(name) ? own / other : other / own];
  });
  return ratios.length === 0 ? undefined : { value: median(valuesOf(theirs, name)), ratio: median(ratios), ratios };
}

const valuesOf = (rounds, name) => rounds.map((figures) => figures[name]).filter((value) => value !== undefined);

/** A number with three digits that count. */
export function short(value) {
  if (value === undefined) return '';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Lines of a table in Markdown. */
export function tableOf(rows) {
  const sides = Object.keys(rows[0].others);
  const titles = { real: 'real control plane', floor: 'bare HTTP server' };
  const heads = sides.flatMap((side) => [titles[side], 'ratio (each round)']);
  const cellsOf = ({ name, orrery, others }) => [
    name,
    short(orrery),
    ...sides.flatMap((side) => {
      const { value, ratio, ratios = [] } = others[side] ?? {};
      return [short(value), ratio === undefined ? '' : `${short(ratio)} (${ratios.map(short).join(', ')})`];
    }),
  ];
  const lines = [['figure', 'Orrery', ...heads], ['---', ...Array(1 + heads.length).fill('---')], ...rows.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`);
}

/** The page with another text between `<!-- NAME -->` and `<!-- end of NAME -->`. */
export function withSection(page, name, lines) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no section ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${lines.join('\n')}\n\n${page.slice(to)}`;
}
