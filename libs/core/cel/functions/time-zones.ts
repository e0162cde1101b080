type Field = (at: Date) => number;

const DAY_MS = 24 * 60 * 60 * 1000;
const OFFSET = /^([+-]?)(\d\d):(\d\d)$/;

/** Functions of times by name, over the fields of UTC; months and days of the year begin at 0 (`common/types/timestamp.go` of cel-go). */
const FIELDS: Readonly<Record<string, Field>> = {
  getFullYear: (at) => at.getUTCFullYear(),
  getMonth: (at) => at.getUTCMonth(),
  getDate: (at) => at.getUTCDate(),
  getDayOfMonth: (at) => at.getUTCDate() - 1,
  getDayOfWeek: (at) => at.getUTCDay(),
  getDayOfYear: (at) => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY_MS),
  getHours: (at) => at.getUTCHours(),
  getMinutes: (at) => at.getUTCMinutes(),
  getSeconds: (at) => at.getUTCSeconds(),
  getMilliseconds: (at) => at.getUTCMilliseconds(),
};

/** Returns the function of a time that takes a time zone; undefined for other names. */
export function fieldInZone(name: string): ((target: unknown, zone: unknown) => bigint) | undefined {
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  return (
    field &&
    ((target, zone) => {
      if (!(target instanceof Date) || typeof zone !== 'string') throw new TypeError('no such overload');
      return BigInt(field(shifted(target, zone)));
    })
  );
}

/** Returns a time whose fields of UTC are those of the zone: a name, or an offset such as `-02:30`. */
function shifted(at: Date, zone: string): Date {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (hours !== undefined) {
    const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(at.getTime() + (sign === '-' ? -ms : ms));
  }
  try {
    const texts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    } as Intl.DateTimeFormatOptions).formatToParts(at);
    const of = (type: string): number => Number(texts.find((part) => part.type === type)!.value);
    const ms = at.getUTCMilliseconds();
    return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'), ms));
  } catch {
    throw new TypeError(`unknown time zone ${zone}`);
  }
}
