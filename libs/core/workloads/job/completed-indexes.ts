/** Maximum number of indexes that are read: a text of a few letters could name any number of them. */
const MAX_INDEXES = 1_000_000;

/** Indexes below `limit` as a job's status writes them, `0,2-5,7`; read leniently, in order. */
export function parseIndexes(text: string | undefined, limit = MAX_INDEXES): number[] {
  const end = Math.min(limit, MAX_INDEXES);
  const found = new Set<number>();
  for (const part of (text ?? '').split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!match) continue;
    const [first, last] = [Number(match[1]), Math.min(Number(match[2] ?? match[1]), end - 1)];
    for (let index = first; index <= last; index++) found.add(index);
  }
  return [...found].sort((a, b) => a - b);
}

/** Writes indexes with ranges of three and more drawn together, as upstream does from two on: `0,2-5,7`. */
export function formatIndexes(indexes: Iterable<number>): string {
  const sorted = [...new Set(indexes)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(
      end === i ? String(sorted[i]) : end === i + 1 ? `${sorted[i]},${sorted[end]}` : `${sorted[i]}-${sorted[end]}`,
    );
    i = end + 1;
  }
  return parts.join(',');
}
