import { fieldChanges } from '@orrery/history';
import { replayRecording, type ReplayReport } from '@orrery/sdk';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../command';
import { fieldsText } from '../output/fields-text';
import { withProgress, type Progress } from '../output/progress';
import { readBytes } from '../input/read-text';
import { findServer } from '../server/find-server';
import { countText } from '../output/count-text';

interface Options extends ServerOptions {
  readonly keep?: string;
  readonly seed?: string;
  readonly output?: string;
}

type Difference = NonNullable<ReplayReport['difference']>;
type Side = Difference['recorded'];

const DESCRIPTION = `Repeats a recording that orrery record save wrote: a new cluster is asked for everything that the recorded one was asked for, at the same places of its time and its log. Prints the first difference between both logs, with both sides, if there is one. The cluster is taken away afterwards.`;

/** `orrery replay`. */
export const replayCommand: CliCommand = {
  words: ['replay'],
  summary: 'repeat a recording, and say where it goes another way',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<file>', 'the recording')
      .option('--keep <name>', 'keep the cluster of the repetition under this name')
      .option('--seed <text>', 'repeat with another seed')
      .option('-o, --output <format>', 'the report as table or json, with both objects (default: table)');
    withServerOptions(command)
      .addHelpText('after', exitCodes('the same', 'it went another way, or is not a recording'))
      .action((file: string, options: Options) => replay(file, options, terminal));
  },
};

async function replay(file: string, options: Options, terminal: Terminal): Promise<void> {
  const { keep, seed, output = 'table', ...place } = options;
  if (output !== 'table' && output !== 'json') throw new CliError('--output: table or json', ExitCode.Usage);
  const { address } = findServer({ ...place, environment: terminal.environment });
  const recording = readBytes(file);
  let shown: Progress = { text: '' };
  const report = await withProgress(
    terminal,
    `repeating ${file}`,
    () => shown,
    () =>
      replayRecording(address, recording, {
        ...(keep === undefined ? {} : { keep }),
        ...(seed === undefined ? {} : { seed }),
        progress: ({ inputs, ofInputs, now }) => (shown = { share: inputs / Math.max(ofInputs, 1), text: now }),
      }),
  );
  terminal.write(output === 'json' ? `${JSON.stringify(report, undefined, 2)}\n` : reportText(report));
  if (!report.isSame) throw new CliError('the repetition went another way', ExitCode.Refused);
}

function reportText({ difference, ...report }: ReplayReport): string {
  const { recorded, recordedBy, repeatedBy, inputs, compared, notKept, kept } = report;
  const lines = [
    `${countText(inputs, 'input')} of ${recorded} repeated, ${countText(compared, 'change')} compared`,
    ...(notKept > 0 ? [`the first ${notKept} changes were not kept by its log, and not compared`] : []),
    ...(recordedBy === repeatedBy ? [] : [`recorded by version ${recordedBy}, repeated by ${repeatedBy}`]),
    ...(kept === null ? [] : [`the repetition is cluster ${kept}`]),
    ...(difference ? differenceLines(difference) : ['the same']),
  ];
  return `${lines.join('\n')}\n`;
}

function differenceLines({ resourceVersion, recorded, repeated }: Difference): string[] {
  const isSameObject =
    recorded !== null &&
    repeated !== null &&
    nameOf(recorded) === nameOf(repeated) &&
    recorded.operation === repeated.operation;
  const fields = isSameObject ? fieldChanges(recorded.object, repeated.object) : [];
  return [
    `the first difference is at revision ${resourceVersion}`,
    `  recorded: ${sideText(recorded)}`,
    `  repeated: ${sideText(repeated)}`,
    ...(fields.length > 0 ? [`  recorded → repeated: ${fieldsText(fields)}`] : []),
  ];
}

function sideText(side: Side): string {
  return side === null ? 'nothing more' : `${side.at} ${side.operation} ${nameOf(side)}`;
}

function nameOf({ resource, namespace, name }: NonNullable<Side>): string {
  return `${resource} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
