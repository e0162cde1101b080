import type { Programs } from '../script/shell';
import { FILE_PROGRAMS } from './file-programs';
import { SYSTEM_PROGRAMS } from './system-programs';
import { tar } from './tar';
import { TEXT_PROGRAMS } from './text-programs';

/** What every container has, as busybox would. */
export const PROGRAMS: Programs = { ...TEXT_PROGRAMS, ...FILE_PROGRAMS, ...SYSTEM_PROGRAMS, tar };

const { echo, printf, cat, head, tail, wc, tee, seq } = TEXT_PROGRAMS;
const { sh, sleep, id, whoami, basename, dirname, sync, env, printenv, hostname } = SYSTEM_PROGRAMS;

/** Those whose outcome follows from their arguments, input, variables and files alone, and is that of the real program. */
export const RECORDED_PROGRAMS: Programs = {
  ...{ echo, printf, cat, head, tail, wc, tee, seq },
  ...FILE_PROGRAMS,
  ...{ true: SYSTEM_PROGRAMS.true, false: SYSTEM_PROGRAMS.false },
  ...{ sleep, id, whoami, basename, dirname, sync, env, printenv, hostname },
  ...{ sh, bash: sh, ash: sh, dash: sh, zsh: sh, ksh: sh },
};
