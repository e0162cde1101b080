import type { Machine } from '../machine';
import type { Programs } from '../script/shell';
import { AGNHOST_PROGRAMS } from '../e2e-images/agnhost';
import { awk } from './awk';
import { FILE_PROGRAMS } from './file-programs';
import { curl, wget } from './http-clients';
import { NETWORK_PROGRAMS } from './network-programs';
import { SYSTEM_PROGRAMS } from './system-programs';
import { tar } from './tar';
import { TEXT_PROGRAMS } from './text-programs';

/** Programs of every container, as in busybox. */
const PROGRAMS: Programs = {
  ...{ ...TEXT_PROGRAMS, ...FILE_PROGRAMS, ...SYSTEM_PROGRAMS, ...NETWORK_PROGRAMS },
  ...{ awk, tar, curl, wget },
};

const { echo, printf, cat, head, tail, wc, tee, seq, hexdump, grep } = TEXT_PROGRAMS;
const { sh, sleep, id, whoami, basename, dirname, sync, env, printenv, hostname, ip, nnp, sysctl } = SYSTEM_PROGRAMS;

/** Those whose outcome follows from their arguments, input, variables and files alone, and is that of the real program. */
const RECORDED_PROGRAMS: Programs = {
  ...{ echo, printf, cat, head, tail, wc, tee, seq, hexdump, grep, awk },
  ...FILE_PROGRAMS,
  ...{ true: SYSTEM_PROGRAMS.true, false: SYSTEM_PROGRAMS.false },
  ...{ sleep, id, whoami, basename, dirname, sync, env, printenv, hostname, ip, nnp, sysctl },
  ...{ sh, bash: sh, ash: sh, dash: sh, zsh: sh, ksh: sh },
};

const ALL = { ...PROGRAMS, ...AGNHOST_PROGRAMS };
const ALL_RECORDED = { ...RECORDED_PROGRAMS, ...AGNHOST_PROGRAMS };

/** The programs of a container. */
export function programsOf({ isAgnhost }: Machine): Programs {
  return isAgnhost ? ALL : PROGRAMS;
}

/** Those of them whose runs can be recorded. */
export function recordedPrograms({ isAgnhost }: Pick<Machine, 'isAgnhost'>): Programs {
  return isAgnhost ? ALL_RECORDED : RECORDED_PROGRAMS;
}
