import type { ScriptedCommand } from '../machine';
import { encode, printError, type Process } from '../process';

/** A command whose behaviour says what it prints. */
export function* runScripted({ stdout = '', stderr = '', exitCode = 0, afterMs = 0 }: ScriptedCommand): Process {
  if (afterMs > 0) yield { is: 'sleep', ms: afterMs };
  if (stdout !== '') yield { is: 'write', to: 'stdout', bytes: encode(withLineEnd(stdout)) };
  if (stderr !== '') yield* printError(withLineEnd(stderr));
  return exitCode;
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
