import type { Container } from '@orrery/api-types';
import { linesOfRun, nextLineMs, plainRunOf } from './plain-command';

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
  [['sleep', 'soon'], undefined, [0, 1, "0 sleep: invalid number 'soon'"]],
  [['sleep'], undefined, [0, 1, '0 sleep: missing operand']],
  [['sleep', '$(SECONDS)'], undefined, undefined],
  [['id', '-u'], undefined, undefined],
  [['cat'], undefined, [0, 0, '']],
  [['tail', '-f', '/dev/null'], undefined, [Number.POSITIVE_INFINITY, 0, '']],
  [['sh', 'script.sh'], undefined, undefined],
  [['cat', '/etc/nginx.conf'], undefined, undefined],
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
  ['while true; do sleep 5; done', [Infinity, 0, '']],
  ['while :; do :; done', [Infinity, 0, '']],
  ['echo a; sleep 2\nwhile true\ndo\n  echo b; sleep 1\ndone\n', [Infinity, 0, '0 a']],
  ['while true; do echo a; sleep infinity; done', [Infinity, 0, '0 a']],
  ['while true; do echo a; done', undefined],
  ['while true; do date; sleep 1; done', undefined],
  ['while true; do exit 1; done', [0, 1, '']],
  ['while true; do sleep 1; done; echo never', [Infinity, 0, '']],
  ['echo a && while true; do sleep 1; done', [Infinity, 0, '0 a']],
  ['exit 2; while true; do sleep 1; done', [0, 2, '']],
  ['while true; do touch /tmp/healthy; sleep 1; done', [Infinity, 0, '']],
  ['i=; while true; do i=x$i; sleep 1; done', undefined],
  ['while [ -f x ]; do sleep 1; done', undefined],
  ['touch x; while [ -f x ]; do sleep 1; done', [Infinity, 0, '']],
  ['if true; then exit 1; fi', [0, 1, '']],
  ['for i in a b; do echo $i; sleep 1; done', [2000, 0, '0 a|1000 b']],
  ['seq 3 | while read i; do echo $i; sleep 1; done; echo EOF', [3000, 0, '0 1|1000 2|2000 3|3000 EOF']],
  ['yes=1; echo "a b" | while read x y; do echo $y$x; done', [0, 0, '0 ba']],
  ['echo $HOME', undefined],
  ['echo "$(date)"', undefined],
  ['echo "$(echo a)"', [0, 0, '0 a']],
  ['echo a | cat', [0, 0, '0 a']],
  ['echo a >&2', [0, 0, '0 a']],
  ['mkdir -p /a/b && echo a > /a/b/c && cat /a/b/c && sleep 5', [5000, 0, '0 a']],
  ['echo a > /nowhere/x', undefined],
  ['touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600', [630_000, 0, '']],
  ['test -f /tmp/healthy', undefined],
  ['ls /tmp', undefined],
  ['echo *', undefined],
  ['sleep 5 &', undefined],
  ['X=1; echo x$X', [0, 0, '0 x1']],
  ['wget example.com; sleep 5', undefined],
  ['true && wget example.com', undefined],
  ['false && wget example.com', [0, 1, '']],
  ['echo "open', undefined],
  ['&& echo a', undefined],
  ['(exit 1)', [0, 1, '']],
  ['seq 100000', undefined],
  ['x=aaaaaaaaaa; while true; do x=$x$x; done', undefined],
])('sh -c %j', (script, want) => {
  expect(sh(script)).toEqual(want);
});

test('a loop prints again and again', () => {
  const run = plainRunOf({
    name: 'c',
    command: ['sh', '-c', 'echo on; sleep 1; while true; do echo a; sleep 2; echo b; sleep 1; done'],
  })!;
  const lines = (untilMs: number, limit?: number) =>
    linesOfRun(run, { untilMs, ...(limit && { limit }) }).map(({ afterMs, text }) => `${afterMs} ${text}`);
  expect(lines(0)).toEqual(['0 on']);
  expect(lines(6999)).toEqual(['0 on', '1000 a', '3000 b', '4000 a', '6000 b']);
  expect(lines(3_000_001_000, 3)).toEqual(['2999998000 a', '3000000000 b', '3000001000 a']);
  expect([-1, 0, 1000, 3000, 3500, 4000].map((ms) => nextLineMs(run, ms))).toEqual([0, 1000, 3000, 4000, 4000, 6000]);
});

test('-e ends at the first failure', () => {
  expect(sh('false; echo no', '-ec')).toEqual([0, 1, '']);
  expect(sh('false || true; echo yes', '-ec')).toEqual([0, 0, '0 yes']);
  expect(sh('false && true; echo yes', '-ec')).toEqual([0, 0, '0 yes']);
});

test.each<[string, object, unknown]>([
  [
    'its own variables',
    {
      command: ['sh', '-c', 'echo $A $(B)'],
      env: [
        { name: 'A', value: 'a' },
        { name: 'B', value: '$(A)b' },
      ],
    },
    '0 a ab',
  ],
  ['a variable from elsewhere', { command: ['sh', '-c', 'echo $A'], env: [{ name: 'A', valueFrom: {} }] }, undefined],
  ['an argument from elsewhere', { command: ['echo', '$(A)'], envFrom: [{}] }, undefined],
  ['its user', { command: ['id', '-u'], securityContext: { runAsUser: 1000 } }, '0 1000'],
  ['a file on a volume', { command: ['cat', '/data/x'], volumeMounts: [{ name: 'd', mountPath: '/data' }] }, undefined],
  [
    'a file that it writes there',
    { command: ['sh', '-c', 'cd /data; echo 1 > x; cat x'], volumeMounts: [{ name: 'd', mountPath: '/data' }] },
    '0 1',
  ],
])('a command depends on %s', (_name, container, want) => {
  expect(
    plainRunOf({ name: 'c', ...container })
      ?.output.map(({ afterMs, text }) => `${afterMs} ${text}`)
      .join('|'),
  ).toEqual(want);
});

test('one that takes input runs until that comes', () => {
  const run = plainRunOf({
    name: 'c',
    command: ['sh', '-c', 'echo read: && cat && exit 42'],
    stdin: true,
  } as Container);
  expect(run).toEqual({ runMs: Infinity, exitCode: 0, output: [{ afterMs: 0, text: 'read:' }], waitsForInput: true });
  expect(runOf(['sh', '-c', 'cat && exit 42'])).toEqual([0, 42, '']);
});

test('a command that needs much is not run ahead of time', () => {
  const file = 'f=$(seq 2000); echo $f > f';
  const cat = `cat ${'f '.repeat(500)}`;
  expect(sh(`${file}; ${cat} | head -c 1; sleep 1`)).toBeUndefined();
  expect(sh(`${file}; ${cat} > g; sleep 1`)).toBeUndefined();
  expect(sh('for i in $(seq 3000); do :; done')).toBeUndefined();
});

test.each<[string, string, object, string | undefined]>([
  ['what it wrote to its file', 'echo -n DONE > /dev/termination-log', {}, 'DONE'],
  ['what it wrote to another file', 'echo DONE > /dev/custom', { terminationMessagePath: '/dev/custom' }, 'DONE\n'],
  ['nothing of its log', 'echo log; exit 1', {}, undefined],
  ['its log', 'echo -n log; exit 1', { terminationMessagePolicy: 'FallbackToLogsOnError' }, 'log'],
  ['the end of its log', 'seq 90; exit 1', { terminationMessagePolicy: 'FallbackToLogsOnError' }, lines(11, 90)],
  ['nothing where it went well', 'echo log', { terminationMessagePolicy: 'FallbackToLogsOnError' }, undefined],
])('a container says of its end %s', (_what, script, more, want) => {
  expect(plainRunOf({ name: 'c', command: ['sh', '-c', script], ...more })?.message).toBe(want);
});

function lines(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');
}
