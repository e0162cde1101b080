import { Argument, type Command } from 'commander';
import { completions } from '../completion/completions';
import { COMPLETION_SCRIPTS, type ShellName } from '../completion/scripts';
import type { CliCommand } from '../command';

const DESCRIPTION = `Writes what a shell needs to complete the command line:
  bash   source <(orrery completion bash)
  zsh    source <(orrery completion zsh)
  fish   orrery completion fish | source`;

/** `orrery completion`. */
export const completionCommand: CliCommand = {
  words: ['completion'],
  summary: 'complete the command line in bash, zsh or fish',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(COMPLETION_SCRIPTS)))
      .action((shell: ShellName) => terminal.write(COMPLETION_SCRIPTS[shell]));
  },
};

/** `orrery __complete`, which the scripts ask. */
export const completeCommand: CliCommand = {
  words: ['__complete'],
  summary: 'answers the scripts of completion',
  declare: (command, terminal) => {
    command
      .argument('[word...]')
      .passThroughOptions()
      .action((words: readonly string[]) => {
        for (const each of completions(rootOf(command), words)) terminal.write(`${each}\n`);
      });
  },
};

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}
