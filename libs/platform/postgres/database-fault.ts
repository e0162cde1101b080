/** Causes for which a database does not answer. */
export const DatabaseFault = {
  DiskFull: 'disk-full',
  Stopped: 'stopped',
  Refused: 'refused',
  Overloaded: 'overloaded',
  Silent: 'silent',
  Broken: 'broken',
} as const;
export type DatabaseFault = (typeof DatabaseFault)[keyof typeof DatabaseFault];

/** Texts of the faults in logs and answers: they repeat none of the driver's words, which name internals. */
export const DATABASE_FAULT_TEXT: Readonly<Record<DatabaseFault, string>> = {
  [DatabaseFault.DiskFull]: 'the database has no space left on its disk',
  [DatabaseFault.Stopped]: 'the database was stopped or is starting',
  [DatabaseFault.Refused]: 'the database refuses connections',
  [DatabaseFault.Overloaded]: 'the database takes no more connections',
  [DatabaseFault.Silent]: 'the database does not answer in time',
  [DatabaseFault.Broken]: 'the database cannot read or write its files',
};

/** Postgres' SQLSTATEs by their first characters (appendix A of its manual), longest first. */
const BY_SQLSTATE: readonly (readonly [string, DatabaseFault])[] = [
  ['53100', DatabaseFault.DiskFull],
  ['53300', DatabaseFault.Overloaded],
  ['57P', DatabaseFault.Stopped],
  ['08', DatabaseFault.Stopped],
  ['53', DatabaseFault.Overloaded],
  ['58', DatabaseFault.Broken],
];

/** Codes of the operating system and of Prisma. */
const BY_CODE: Readonly<Record<string, DatabaseFault>> = {
  ENOSPC: DatabaseFault.DiskFull,
  ECONNREFUSED: DatabaseFault.Refused,
  ENOTFOUND: DatabaseFault.Refused,
  EAI_AGAIN: DatabaseFault.Refused,
  EHOSTUNREACH: DatabaseFault.Refused,
  ENETUNREACH: DatabaseFault.Refused,
  ECONNRESET: DatabaseFault.Stopped,
  EPIPE: DatabaseFault.Stopped,
  ETIMEDOUT: DatabaseFault.Silent,
  P1001: DatabaseFault.Refused,
  P1002: DatabaseFault.Silent,
  P1008: DatabaseFault.Silent,
  P1017: DatabaseFault.Stopped,
  P2024: DatabaseFault.Silent,
  P2028: DatabaseFault.Silent,
  P2037: DatabaseFault.Overloaded,
  DatabaseNotReachable: DatabaseFault.Refused,
  ConnectionClosed: DatabaseFault.Stopped,
  SocketTimeout: DatabaseFault.Silent,
  TooManyConnections: DatabaseFault.Overloaded,
};

/** Faults that the driver reports without a code, by message. */
const BY_MESSAGE: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/No space left on device/, DatabaseFault.DiskFull],
  [
    /Connection terminated due to connection timeout|timeout exceeded when trying to connect|Query read timeout/,
    DatabaseFault.Silent,
  ],
  [/^Connection terminated|^Client has encountered a connection error|not queryable/, DatabaseFault.Stopped],
];

/** Maximum depth to which the causes of an error are searched: drivers and Prisma wrap it a few times. */
const MAX_DEPTH = 8;

/** The fault behind an error of the store, however it is wrapped; undefined if the database is not to blame. */
export function databaseFaultOf(error: unknown, depth = 0): DatabaseFault | undefined {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return undefined;
  const { code, originalCode, kind, message, cause, meta, errors } = error as Record<string, unknown>;
  for (const name of [originalCode, code, kind]) {
    const fault = typeof name === 'string' ? faultOfCode(name) : undefined;
    if (fault) return fault;
  }
  const wrapped = [cause, (meta as Record<string, unknown> | undefined)?.['driverAdapterError']];
  // Several addresses of one host were tried.
  for (const inner of [...wrapped, ...(Array.isArray(errors) ? (errors as unknown[]) : [])]) {
    const fault = databaseFaultOf(inner, depth + 1);
    if (fault) return fault;
  }
  if (typeof message !== 'string') return undefined;
  return BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
}

function faultOfCode(code: string): DatabaseFault | undefined {
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (!/^[0-9A-Z]{5}$/.test(code) || /^P\d{4}$/.test(code)) return undefined;
  return BY_SQLSTATE.find(([start]) => code.startsWith(start))?.[1];
}
