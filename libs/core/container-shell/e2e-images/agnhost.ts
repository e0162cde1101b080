import { print, Unknown } from '../process';
import { complain, machineOf, type Program } from '../programs/program';
import { connect, dnsServerList, dnsSuffix, etcHosts } from '../programs/network-programs';
import { logsGenerator } from './logs-generator';
import { mounttest } from './mounttest';

/** Simulated commands of `agnhost`, by its first argument. */
const COMMANDS: Readonly<Record<string, Program>> = {
  mounttest,
  connect,
  'dns-suffix': dnsSuffix,
  'dns-server-list': dnsServerList,
  'etc-hosts': etcHosts,
  'logs-generator': logsGenerator,
  *pause() {
    yield* print('Paused\n');
    yield { is: 'sleep', ms: Number.POSITIVE_INFINITY };
    return 0;
  },
  *'entrypoint-tester'({ name, args }) {
    yield* print(`[${[name, 'entrypoint-tester', ...args].join(' ')}]\n`);
    return 0;
  },
};

/** The program of upstream's test image `agnhost` (`test/images/agnhost`), which does many things. */
const agnhost: Program = function* (call) {
  const [command = '', ...args] = call.args;
  const program = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!program && machineOf(call).isPartlyKnown) throw new Unknown(command);
  if (!program) return yield* complain(call, `${command} is not simulated`);
  return yield* program.call(this, { ...call, args });
};

/** Additional programs of upstream's test image, which has its program under two names. */
export const AGNHOST_PROGRAMS: Readonly<Record<string, Program>> = { agnhost, 'agnhost-2': agnhost };
