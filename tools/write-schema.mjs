// Writes libs/api/graphql/schema.graphql from the code: the check of that file, in writing mode.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const { status } = spawnSync(process.execPath, [jest, 'libs/api/graphql/schema.spec.ts'], {
  env: { ...process.env, ORRERY_WRITE_SCHEMA: '1' },
  stdio: 'inherit',
});
process.exit(status ?? 1);
