import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { StageFile } from '../stages/stage-file';

const FOLDER = join(__dirname, '../stages/defaults');

/** Returns the default stages of pods as a user gets them: read from the YAML in the repository. */
export function defaultStageFiles(): StageFile[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')))
    .map((document) => document.toJS() as StageFile);
}
