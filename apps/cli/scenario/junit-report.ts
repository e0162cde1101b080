import junit from 'junit-report-builder';
import type { RunScenarioMutation } from '@orrery/sdk';

/** Result of a scenario. */
export type ScenarioReport = NonNullable<RunScenarioMutation['runScenario']['report']>;

/** A scenario of a file: its report, or why it was not run. */
export interface RunOfFile {
  readonly file: string;
  readonly report?: ScenarioReport;
  readonly error?: string;
}

/** A report in the format of JUnit: a suite for each file, a case for each step. Times are seconds of cluster time. */
export function junitReport(runs: readonly RunOfFile[]): string {
  const builder = junit.newBuilder();
  for (const { file, report, error } of runs) {
    const suite = builder.testSuite().name(report?.name ?? file);
    if (error !== undefined) suite.testCase().className(file).name('the scenario is run').error(error);
    let before = 0;
    for (const { name, seconds, ok, message } of report?.steps ?? []) {
      const step = suite
        .testCase()
        .className(file)
        .name(name)
        .time(seconds - before);
      before = seconds;
      if (!ok) step.failure(message);
    }
  }
  return builder.build();
}
