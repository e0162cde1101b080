import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** The stages of the kubelets as users write them. */
const FOLDER = 'libs/core/pod-lifecycle/stages/defaults';

/** The default stages of pods, read from their YAML: no program reads YAML for them when it starts. */
export const defaultStagesTable = {
  file: 'libs/core/pod-lifecycle/stages/default-stages.generated.ts',
  render(_api, root) {
    const files = readdirSync(join(root, FOLDER)).sort();
    const stages = files.flatMap((file) =>
      parseAllDocuments(readFileSync(join(root, FOLDER, file), 'utf8')).map((document) => document.toJS()),
    );
    return `// Written by \`npm run generate\` from ${FOLDER}; see tools/generate/README.md.
import type { StageFile } from './stage-file';

/** The stages by which a kubelet leads its pods, in the order in which they are weighed. */
export const DEFAULT_STAGES: readonly StageFile[] = [
${stages.map((stage) => `  ${JSON.stringify(stage)},\n`).join('')}];
`;
  },
};
