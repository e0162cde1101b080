import { plainRunOf } from './plain-command';

const runOf = (command: string[] | undefined, args?: string[]) => {
  const run = plainRunOf({ name: 'c', ...(command ? { command } : {}), ...(args ? { args } : {}) });
  return run && [run.runMs, run.exitCode, run.output.map(({ afterMs, text }) => `${afterMs} ${text}`).join('|')];
};
const sh = (script: string, flags = '-c') => runOf(['sh', flags, script]);

test.each<[string[] | undefined, string[] | undefined, unknown]>([
  [['sleep', '5'], undefined, [5000, 0, '']],
  [['/bin/sleep', '0.5'], undefined, [500, 0, '']],
  [['sleep', '1m', '30s'], undefined, [90_000, 0, '']],
  [['sleep'], ['1h'], [3_600_000, 0, '']],
  [undefined, ['sleep', '1d'], [86_400_000, 0, '']],
  [['sleep', 'infinity'], undefined, [Number.POSITIVE_INFINITY, 0, '']],
  [['true'], undefined, [0, 0, '']],
  [['/usr/bin/false'], undefined, [0, 1, '']],
  [['exit', '3'], undefined, [0, 3, '']],
  [['echo', 'hello', 'world'], undefined, [0, 0, '0 hello world']],
  [['/bin/sh'], ['-c', 'exit 7'], [0, 7, '']],
  [['sh'], undefined, [0, 0, '']],
  [undefined, undefined, undefined],
  [['nginx'], undefined, undefined],
  [['sleep', 'soon'], undefined, undefined],
  [['sleep'], undefined, undefined],
  [['sleep', '$(SECONDS)'], undefined, undefined],
  [['sh', 'script.sh'], undefined, undefined],
  [['exit', 'x'], undefined, undefined],
])('%j %j', (command, args, want) => {
  expect(runOf(command, args)).toEqual(want);
});

test.each<[string, unknown]>([
  ['sleep 5', [5000, 0, '']],
  ['sleep 5; exit 2', [5000, 2, '']],
  ['echo a && sleep 1 && echo "b c"', [1000, 0, '0 a|1000 b c']],
  ["echo '$HOME' \\; x", [0, 0, '0 $HOME ; x']],
  ['echo -n a; echo b', [0, 0, '0 ab']],
  ['echo', [0, 0, '0 ']],
  ['false && echo no; echo yes', [0, 0, '0 yes']],
  ['false || echo rescued', [0, 0, '0 rescued']],
  ['true || echo no', [0, 0, '']],
  ['false', [0, 1, '']],
  ['false; exit', [0, 1, '']],
  ['exit 256', [0, 0, '']],
  ['exit 1; echo never', [0, 1, '']],
  ['echo a\nsleep 2\n\necho b\n', [2000, 0, '0 a|2000 b']],
  ['echo a &&\n  echo b', [0, 0, '0 a|0 b']],
  ['exec sleep 3', [3000, 0, '']],
  [':', [0, 0, '']],
  ['sleep infinity; echo never', [Number.POSITIVE_INFINITY, 0, '']],
  ['', [0, 0, '']],
  ['while true; do sleep 5; done', undefined],
  ['if true; then exit 1; fi', undefined],
  ['echo $HOME', undefined],
  ['echo "$(date)"', undefined],
  ['echo a | cat', undefined],
  ['echo a > /tmp/x', undefined],
  ['sleep 5 &', undefined],
  ['X=1; echo x', undefined],
  ['wget example.com; sleep 5', undefined],
  ['true && wget example.com', undefined],
  ['false && wget example.com', undefined],
  ['echo "open', undefined],
  ['&& echo a', undefined],
  ['(exit 1)', undefined],
])('sh -c %j', (script, want) => {
  expect(sh(script)).toEqual(want);
});

test('-e ends at the first failure', () => {
  expect(sh('false; echo no', '-ec')).toEqual([0, 1, '']);
  expect(sh('false || true; echo yes', '-ec')).toEqual([0, 0, '0 yes']);
  expect(sh('false && true; echo yes', '-ec')).toEqual([0, 0, '0 yes']);
});
