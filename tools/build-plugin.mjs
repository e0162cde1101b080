// Compiles a scheduler plugin: node tools/build-plugin.mjs FILE.ts [--out FOLDER]; prints the path for --scheduler-plugins.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { transformFileSync } from '@swc/core';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'dist-plugins' } },
});
if (positionals.length === 0) {
  process.stderr.write('node tools/build-plugin.mjs FILE.ts... [--out FOLDER]\n');
  process.exit(2);
}
for (const file of positionals) {
  const { code } = transformFileSync(file, {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022', keepClassNames: true },
    module: { type: 'commonjs' },
  });
  mkdirSync(values.out, { recursive: true });
  const target = resolve(join(values.out, basename(file).replace(/\.ts$/, '.js')));
  writeFileSync(target, code);
  process.stdout.write(`${target}\n`);
}
