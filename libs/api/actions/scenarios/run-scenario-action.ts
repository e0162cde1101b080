import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { input, text } from '../input/inputs';
import { one } from '../input/results';
import { runScenario } from './run-scenario';

export const runScenarioAction = clusterAction({
  name: 'runScenario',
  about: 'Runs a scenario on the cluster, whose clock must be manual.',
  right: clusterRight('update'),
  input: input('A scenario to run.', { required: { yaml: text('The scenario, in YAML or JSON.') } }),
  inputAbout: 'The scenario.',
  result: {
    name: 'RunScenarioPayload',
    about: 'Result of a scenario.',
    fields: { report: one('ScenarioReport', 'The report; null if the scenario is invalid.') },
  },
  perform: async ({ runtime }, { yaml }) => ({ report: await runScenario(runtime, yaml) }),
});
