import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, isRunning } from './process-identity';

it('a process runs, another one of the same number does not', () => {
  const own = identityOf(process.pid);
  expect(isRunning(own)).toBe(true);
  if (own.start !== '-') expect(isRunning({ ...own, start: '1' })).toBe(false);
});

(existsSync('/proc/self/stat') ? it : it.skip)(
  'a process that ended does not run, though its parent has not collected it',
  async () => {
    // The shell becomes a program that knows nothing of the child it is left with.
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = Number(
        await new Promise<string>((resolve) => parent.stdout.once('data', (text) => resolve(String(text)))),
      );
      const child = identityOf(pid);
      expect(isRunning(child)).toBe(true);
      // Until the shell is that program, it may still collect the child.
      while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await pause(5);
      process.kill(pid, 'SIGKILL');
      while (isRunning(child)) await pause(5);
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
