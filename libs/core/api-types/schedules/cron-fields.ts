/** Bounds of a field of a schedule. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Values in words, from `least` on. */
  readonly names?: readonly string[];
}

/** Minute, hour, day of the month, month, day of the week (0: Sunday; 7 is none). */
const FIELDS: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { least: 0, most: 6, names: 'sun mon tue wed thu fri sat'.split(' ') },
];

/** Error of a schedule, in the words of Kubernetes' parser. */
export class CronFieldsError {
  constructor(readonly message: string) {}
}

/**
 * The five fields in one way of writing: `*`, or the values in order, each once. Kubernetes accepts more ways than the
 * library that finds the times, such as `1,1` and `5-7,*`.
 */
export function readCronFields(fields: readonly string[]): readonly string[] | CronFieldsError {
  if (fields.length !== FIELDS.length) {
    const found = `found ${fields.length}: [${fields.join(' ')}]`;
    return new CronFieldsError(`expected exactly ${FIELDS.length} fields, ${found}`);
  }
  const read: string[] = [];
  for (const [i, field] of fields.entries()) {
    const values = readField(field, FIELDS[i]!);
    if (values instanceof CronFieldsError) return values;
    read.push(values);
  }
  return read;
}

function readField(field: string, bounds: Bounds): string | CronFieldsError {
  const values = new Set<number>();
  let isAny = false;
  for (const text of field.split(',')) {
    if (text === '') continue;
    const range = readRange(text, bounds);
    if (range instanceof CronFieldsError) return range;
    if (range.isAny) isAny = true;
    for (let value = range.start; value <= range.end; value += range.step) values.add(value);
  }
  if (values.size === 0) return wholeNumber(field) as CronFieldsError;
  return isAny ? '*' : [...values].sort((a, b) => a - b).join(',');
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  /** A star without a step: for days it means that only the other field of days counts. */
  readonly isAny: boolean;
}

/** `*`, `5`, `5-20`, and each of them with `/step`. */
function readRange(text: string, bounds: Bounds): Range | CronFieldsError {
  const [range = '', stepText, ...furtherSteps] = text.split('/');
  const [from = '', to, ...furtherEnds] = range.split('-');
  const isStar = from === '*' || from === '?';
  let start: number | CronFieldsError = bounds.least;
  let end: number | CronFieldsError = bounds.most;
  if (!isStar) {
    start = valueOf(from, bounds);
    if (start instanceof CronFieldsError) return start;
    if (furtherEnds.length > 0) return new CronFieldsError(`too many hyphens: ${text}`);
    end = to === undefined ? start : valueOf(to, bounds);
    if (end instanceof CronFieldsError) return end;
  }
  if (furtherSteps.length > 0) return new CronFieldsError(`too many slashes: ${text}`);
  const step = stepText === undefined ? 1 : wholeNumber(stepText);
  if (step instanceof CronFieldsError) return step;
  if (stepText !== undefined && to === undefined) end = bounds.most;
  const problem = outOfBounds(start, end, bounds);
  if (problem !== undefined) return new CronFieldsError(`${problem}: ${text}`);
  if (step === 0) return new CronFieldsError(`step of range should be a positive number: ${text}`);
  return { start, end, step, isAny: isStar && step === 1 };
}

function outOfBounds(start: number, end: number, { least, most }: Bounds): string | undefined {
  if (start < least) return `beginning of range (${start}) below minimum (${least})`;
  if (end > most) return `end of range (${end}) above maximum (${most})`;
  return start > end ? `beginning of range (${start}) beyond end of range (${end})` : undefined;
}

function valueOf(text: string, { names, least }: Bounds): number | CronFieldsError {
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? wholeNumber(text) : index + least;
}

function wholeNumber(text: string): number | CronFieldsError {
  if (/^[+]?\d{1,15}$/.test(text)) return Number(text);
  const cause = `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  return new CronFieldsError(`failed to parse int from ${text}: ${cause}`);
}
