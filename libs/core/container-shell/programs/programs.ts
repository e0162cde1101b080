import type { Programs } from '../script/shell';
import { FILE_PROGRAMS } from './file-programs';
import { SYSTEM_PROGRAMS } from './system-programs';
import { tar } from './tar';
import { TEXT_PROGRAMS } from './text-programs';

/** What every container has, as busybox would. */
export const PROGRAMS: Programs = { ...TEXT_PROGRAMS, ...FILE_PROGRAMS, ...SYSTEM_PROGRAMS, tar };
