// The package of sdk/go in a test with Kubernetes' own client-go, which is too old and too large for `npm test`.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { sourceTree } from '../e2e/build.mjs';

export async function runGoSdk({ root, work }) {
  process.env.ORRERY_BIN = `${process.execPath} ${join(root, 'apps/cli/bin/orrery.mjs')}`;
  const { repo, go } = sourceTree(work);
  const source = join(work, 'gopath/src/github.com/orrery-dev/orrery/sdk/go/orrerytest');
  cpSync(join(root, 'sdk/go/orrerytest'), source, { recursive: true });
  cpSync(join(root, 'test/conformance/programs/go-sdk'), join(repo, 'orrery/go-sdk'), { recursive: true });
  go('test', '-count=1', './orrery/go-sdk');
}
