import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { printItem, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { RECORDING_VIEW } from './recording-view';

/** `orrery record stop`. */
export const recordStopCommand: CliCommand = {
  words: ['record', 'stop'],
  summary: 'end the recording of a cluster',
  declare: (command, terminal) => {
    withServerOptions(
      withOutput(
        command
          .description('Ends the recording of a cluster. It can be saved until the cluster is deleted.')
          .argument('<cluster>', 'its name'),
      ),
    )
      .addHelpText('after', exitCodes('ended', 'refused, or the cluster is not recorded'))
      .action(async (name: string, { output, ...place }: ServerOptions & { output: Output }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        const { recording } = accepted((await operations.stopRecording({ input: { name } })).stopRecording);
        if (recording) printItem(recording, RECORDING_VIEW, output, terminal);
      });
  },
};
