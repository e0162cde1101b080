import { baseName, parentOf } from '../files/paths';
import { decode, fail, Interrupted, print, readLine, Unknown, type Process, type ProcessStep } from '../process';
import { parseScript } from '../script/parse-script';
import { ScriptError } from '../script/syntax';
import { addressOfHost } from './network-programs';
import { complain, machineOf, optionsOf, type ParentShell, type Program } from './program';

const UNIT_MS: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function says(text: (call: Parameters<Program>[0]) => string): Program {
  return function* (call) {
    yield* print(`${text(call)}\n`);
    return 0;
  };
}

function ends(exitCode: number): Program {
  return function* () {
    return exitCode;
  };
}

/** All variables. */
function everyVariable(call: Parameters<Program>[0]): string {
  if (machineOf(call).isWithoutPod) throw new Unknown('environment', true);
  return [...call.environment].map(([name, value]) => `${name}=${value}\n`).join('');
}

const env: Program = function* (call) {
  const environment = new Map(call.environment);
  let at = 0;
  for (; call.args[at]?.includes('='); at++) {
    const [name = '', ...value] = call.args[at]!.split('=');
    environment.set(name, value.join('='));
  }
  const words = call.args.slice(at);
  if (words.length > 0) {
    const started = this.child(environment, call.depth).startProgram(words);
    return started
      ? yield* started
      : yield* complain(call, `can't execute '${words[0]}': No such file or directory`, 127);
  }
  yield* print(everyVariable({ ...call, environment }));
  return 0;
};

/** All variables, or the values of those that are named; 1 if one of these is not set. */
const printenv: Program = function* (call) {
  const { args, environment } = call;
  if (args.length === 0) yield* print(everyVariable(call));
  let code = 0;
  for (const name of args) {
    const value = environment.get(name);
    if (value === undefined && machineOf(call).isPartlyKnown) throw new Unknown(name, machineOf(call).isWithoutPod);
    if (value === undefined) code = 1;
    else yield* print(`${value}\n`);
  }
  return code;
};

const hostname: Program = function* (call) {
  if (machineOf(call).isWithoutPod) throw new Unknown('hostname', true);
  const { flags } = optionsOf(call.args);
  if (flags.has('i') || flags.has('I')) yield* print(`${addressOfHost(call)}\n`);
  else yield* print(`${machineOf(call).hostname}\n`);
  return 0;
};

const sleep: Program = function* (call) {
  const times = call.args.map(sleepMs);
  if (times.length === 0) return yield* complain(call, 'missing operand');
  const invalid = times.findIndex((ms) => ms === undefined);
  if (invalid >= 0) return yield* complain(call, `invalid number '${call.args[invalid]}'`);
  yield { is: 'sleep', ms: times.reduce<number>((sum, ms) => sum + ms!, 0) };
  return 0;
};

function sleepMs(text: string): number | undefined {
  if (text === 'inf' || text === 'infinity') return Number.POSITIVE_INFINITY;
  const match = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text);
  return match ? Math.round(Number(match[1]) * UNIT_MS[match[2]!]!) : undefined;
}

const date: Program = function* (call) {
  const at = new Date(machineOf(call).nowMs());
  const { flags, rest } = optionsOf(call.args);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [format] = rest;
  const clock = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  if (format?.startsWith('+')) {
    const pieces: Readonly<Record<string, string>> = {
      s: String(Math.floor(at.getTime() / 1000)),
      Y: String(at.getUTCFullYear()),
      m: two(at.getUTCMonth() + 1),
      d: two(at.getUTCDate()),
      H: two(at.getUTCHours()),
      M: two(at.getUTCMinutes()),
      S: two(at.getUTCSeconds()),
      F: day,
      T: clock,
      Z: 'UTC',
      '%': '%',
    };
    yield* print(`${format.slice(1).replace(/%(.)/g, (whole, letter: string) => pieces[letter] ?? whole)}\n`);
  } else if (flags.has('I')) yield* print(`${day}\n`);
  else {
    const name = `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)}`;
    yield* print(`${name} ${clock} UTC ${at.getUTCFullYear()}\n`);
  }
  return 0;
};

const uname: Program = function* (call) {
  const { flags } = optionsOf(call.args);
  const { hostname, kernel } = machineOf(call);
  const parts = [
    ...(flags.size === 0 || flags.has('s') || flags.has('a') ? ['Linux'] : []),
    ...(flags.has('n') || flags.has('a') ? [hostname] : []),
    ...(flags.has('r') || flags.has('a') ? [kernel] : []),
    ...(flags.has('m') || flags.has('a') ? ['x86_64'] : []),
  ];
  yield* print(`${parts.join(' ')}\n`);
  return 0;
};

const ps: Program = function* (call) {
  yield* print(`PID   USER     TIME  COMMAND\n    1 root      0:00 ${machineOf(call).mainCommand}\n`);
  return 0;
};

const sh: Program = function* (call) {
  const { flags, values, rest } = optionsOf(call.args, 'c');
  const shell = this.child(call.environment, call.depth, flags.has('c') && rest.length > 0 ? rest : [call.name]);
  const script = values.get('c');
  const [file] = rest;
  if (script !== undefined)
    return yield* runWhole(shell, script, flags.has('e') || call.args[0]?.includes('e') === true);
  if (file === undefined) return yield* interactive(shell);
  const { files } = machineOf(call);
  return yield* runWhole(shell, decode(files.read(file)), flags.has('e'));
};

function* runWhole(shell: ParentShell, script: string, endsOnFailure: boolean): Process {
  try {
    return yield* shell.runText(script, { endsOnFailure });
  } catch (error) {
    // A real shell may be able to read a script that this one cannot.
    const isUnread = error instanceof ScriptError && !shell.machine.isPartlyKnown;
    if (isUnread) return yield* fail(`sh: ${error.message}`, 2);
    throw error;
  }
}

/** Reads commands from the input, one line after the other, or several lines for a command that continues. */
function* interactive(shell: ParentShell): Process {
  let code = 0;
  let text = '';
  for (;;) {
    yield { is: 'prompt', text: text === '' ? `${shell.workingDir} # ` : '> ' };
    const line: string | undefined = yield* readUnlessInterrupted();
    if (line === undefined) return code;
    text += `${line}\n`;
    try {
      parseScript(text);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      if (error.isUnfinished) continue;
      code = yield* fail(`sh: ${error.message}`, 2);
      text = '';
      continue;
    }
    const exit = yield* shell.runLine(text);
    text = '';
    code = exit.code;
    if (exit.isOver) return code;
  }
}

/** A line of input; an interrupt leaves an empty one. */
function* readUnlessInterrupted(): ProcessStep<string | undefined> {
  try {
    return yield* readLine();
  } catch (error) {
    if (error instanceof Interrupted) return '';
    throw error;
  }
}

function userOf(call: Parameters<Program>[0]): number {
  const { userId } = machineOf(call);
  if (userId === undefined) throw new Unknown('user', machineOf(call).isWithoutPod);
  return userId;
}

const whoami: Program = function* (call) {
  const user = userOf(call);
  if (user !== 0) return yield* complain(call, `unknown uid ${user}`);
  yield* print('root\n');
  return 0;
};

/** A number of a user or group, with the name of root's. */
function named(id: number): string {
  return id === 0 ? '0(root)' : String(id);
}

const id: Program = function* (call) {
  const user = userOf(call);
  const { groupIds = [0], isWithoutPod } = machineOf(call);
  const [own = 0] = groupIds;
  const { flags } = optionsOf(call.args);
  if (isWithoutPod && !flags.has('u')) throw new Unknown('group', true);
  const text = flags.has('u')
    ? String(user)
    : flags.has('g')
      ? String(own)
      : flags.has('G')
        ? groupIds.join(' ')
        : `uid=${named(user)} gid=${named(own)} groups=${groupIds.map(named).join(',')}`;
  yield* print(`${text}\n`);
  return 0;
};

/** `ip link add`: only who may administer the network makes devices. */
const ip: Program = function* (call) {
  const [object, action] = call.args;
  if (!['link', 'addr', 'route'].includes(object ?? '') || !['add', 'del', 'set'].includes(action ?? '')) {
    return yield* complain(call, `${call.args.join(' ')} is not simulated`);
  }
  if (machineOf(call).privileges?.administersNetwork) return 0;
  return yield* complain(call, 'RTNETLINK answers: Operation not permitted', 2);
};

/** The program of upstream's image `nonewprivs`: it belongs to root, and says as whom it runs. */
const nnp: Program = function* (call) {
  yield* print(`Effective uid: ${machineOf(call).privileges?.gainsPrivileges ? 0 : userOf(call)}\n`);
  return 0;
};

/** `sysctl [-n] NAME...`: parameters that the pod sets; those of its node are not known. */
const sysctl: Program = function* (call) {
  const { sysctls, isPartlyKnown, isWithoutPod } = machineOf(call);
  const { flags, rest } = optionsOf(call.args);
  let code = 0;
  for (const name of rest) {
    const value = sysctls?.get(name);
    if (value === undefined && isPartlyKnown) throw new Unknown(name, isWithoutPod);
    if (value === undefined) code = yield* complain(call, `error: '${name}' is an unknown key`);
    else yield* print(flags.has('n') ? `${value}\n` : `${name} = ${value}\n`);
  }
  return code;
};

const which: Program = function* (call) {
  const found = call.args.filter((name) => this.hasProgram(name));
  yield* print(found.map((name) => `/bin/${name}\n`).join(''));
  return found.length === call.args.length && found.length > 0 ? 0 : 1;
};

/** Programs about the container itself. */
export const SYSTEM_PROGRAMS = {
  env,
  printenv,
  hostname,
  whoami,
  id,
  basename: says(({ args }) => baseName(args[0] ?? '')),
  dirname: says(({ args }) => (args[0]?.includes('/') ? parentOf(args[0]) : '.')),
  true: ends(0),
  false: ends(1),
  sync: ends(0),
  sleep,
  date,
  uname,
  ps,
  sh,
  bash: sh,
  ash: sh,
  dash: sh,
  which,
  ip,
  nnp,
  sysctl,
} as const;
