import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Returns the output of esbuild for a source with `keepNames`, after `withoutFunctionNames`, evaluated. */
function evaluated(source: string): { readonly text: string; readonly value: unknown } {
  const script = `
    import { transformSync } from 'esbuild';
    import { withoutFunctionNames } from './tools/function-names.mjs';
    const { code } = transformSync(${JSON.stringify(source)}, { keepNames: true, minifySyntax: true, minifyWhitespace: true, format: 'cjs' });
    const text = withoutFunctionNames(code);
    const module = { exports: {} };
    new Function('module', text)(module);
    console.log(JSON.stringify({ text, value: module.exports }));`;
  const root = join(__dirname, '..', '..');
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output) as { text: string; value: unknown };
}

test('classes of a bundle keep their names, also those that are made by an expression or name themselves', () => {
  const { value } = evaluated(`
    class Pod {}
    const Node = class {};
    const Zone = class Region {};
    function named(base) { return class Mixed extends base {}; }
    class Counted { static made = new this().constructor.name; }
    module.exports = [Pod.name, Node.name, Zone.name, named(Pod).name, Counted.made];`);
  expect(value).toEqual(['Pod', 'Node', 'Region', 'Mixed', 'Counted']);
});

test('functions of a bundle are made without a call that names them', () => {
  const { text, value } = evaluated(`
    const double = (number) => number * 2;
    function triple(number) { return number * 3; }
    module.exports = [double(1), triple(1), [1, 2].map((each) => double(each)), ((a, b) => (a, b))(1, 2)];`);
  expect(value).toEqual([2, 3, [2, 4], 2]);
  expect(text).not.toMatch(/\w\((?:\(?\w+\)?=>|function)[^;]*,"\w+"\)/);
});

test('characters beyond ASCII are escaped, and raw texts stay what they are', () => {
  const script = (text: string): string =>
    `import { asAscii } from './tools/ascii-text.mjs'; process.stdout.write(asAscii(${JSON.stringify(text)}));`;
  const run = (text: string): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script(text)], {
      cwd: join(__dirname, '..', '..'),
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(run('"5µs"')).toBe('"5\\u00b5s"');
  const source = 'module.exports = [String.raw`\\d+µs "x"`, String.raw`\\d`]';
  const text = run(source);
  expect(text).toMatch(/^[\0-\x7f]*$/);
  const module = { exports: undefined };
  new Function('module', text)(module);
  expect(module.exports).toEqual(['\\d+µs "x"', '\\d']);
  expect(() => run('String.raw`µ${1}`')).toThrow('a raw text beyond ASCII has values in it');
});
