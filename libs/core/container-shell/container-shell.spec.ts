import { encode, FileBudget, FileStore, FileSystem, startCommand, type Machine, type ScriptedCommand } from './index';
import { run } from './testing/run';

const nowMs = Date.UTC(2026, 2, 1, 12, 0, 0);

function machine(scripted: readonly ScriptedCommand[] = []): Machine {
  const budget = new FileBudget(100_000, 100);
  const own = new FileStore(budget, nowMs);
  const config = new FileStore(budget, nowMs);
  config.set('/a.txt', { bytes: encode('alpha\n'), mode: 0o644, modifiedAtMs: nowMs });
  const files = new FileSystem(own, [{ path: '/config', store: config, root: '/', isReadOnly: true }], () => nowMs);
  files.makeDirectories('/tmp');
  return {
    hostname: 'web-0',
    files,
    environment: new Map([
      ['PATH', '/bin'],
      ['GREETING', 'hello  world'],
    ]),
    workingDir: '/',
    scripted,
    mainCommand: 'nginx',
    kernel: '6.1.0',
    userId: 0,
    nowMs: () => nowMs,
  };
}

const sh = (script: string, input = ''): ReturnType<typeof run> =>
  run(startCommand(machine(), ['sh', '-c', script])!, input);

test.each([
  ['echo hello', 'hello\n'],
  ['echo -n a; echo b', 'ab\n'],
  ['echo \'a  b\' "c  d" e\\ f', 'a  b c  d e f\n'],
  ['echo $GREETING "$GREETING"', 'hello world hello  world\n'],
  ['echo ${MISSING:-none} $MISSING.', 'none .\n'],
  ['X=1; Y="$X$X"; echo $Y', '11\n'],
  ['X=2 printenv X; echo "[$X]"', '2\n[]\n'],
  ['false || echo no; true && echo yes', 'no\nyes\n'],
  ['false; echo $?', '1\n'],
  ['! true; echo $?', '1\n'],
  ['echo b a | cat | wc -w', '2\n'],
  ['printf "%s-%s\\n" a b', 'a-b\n'],
  ['echo one > /tmp/f; echo two >> /tmp/f; cat /tmp/f', 'one\ntwo\n'],
  ['cat < /config/a.txt', 'alpha\n'],
  ['echo lost >/dev/null; echo kept', 'kept\n'],
  ['ls /nowhere 2>/dev/null; echo $?', '1\n'],
  ['ls /nowhere 2>&1 | wc -l', '1\n'],
  ['for i in 1 2 3; do echo n$i; done', 'n1\nn2\nn3\n'],
  ['if [ -f /config/a.txt ]; then echo there; else echo gone; fi', 'there\n'],
  ['i=; while [ "$i" != xxx ]; do i=x$i; done; echo $i', 'xxx\n'],
  ['echo "$(hostname) $(date -u +%s)"', `web-0 ${nowMs / 1000}\n`],
  ['(cd /tmp; pwd); pwd', '/tmp\n/\n'],
  ['cd /tmp && touch a && ls', 'a\n'],
  ['mkdir -p /x/y && echo 1 > /x/y/z && cp -r /x /q && cat /q/y/z', '1\n'],
  ['echo abc | grep -q b && echo found', 'found\n'],
  ['seq 3 | tail -n 1', '3\n'],
  ['echo 12345 | tail -c +3', '345\n'],
  ['sh -c "echo $0 \\$1" a b', 'sh b\n'],
  ['echo a # comment\necho b', 'a\nb\n'],
  ['set -e; false; echo never', ''],
  ['ls /', 'config\ntmp\n'],
])('%s', (script, output) => {
  expect(sh(script).stdout).toBe(output);
});

test.each([
  ['exit 3', 3, ''],
  ['exit 3; echo never', 3, ''],
  ['(exit 4); exit $?', 4, ''],
  ['seq 1 100000000 | wc -l', 0, 'seq: 100000000 numbers are more than the 100000 simulated\n'],
  ['printf %999999999d 1', 1, 'printf: a width of 999999999 is more than the 1000 simulated\n'],
  ['nonsense --flag', 127, 'sh: nonsense: not found\n'],
  ['cat /nowhere', 1, 'cat: /nowhere: No such file or directory\n'],
  ['echo x > /config/new', 1, "sh: can't create /config/new: Read-only file system\n"],
  ['rm /config', 1, 'rm: /config: Is a directory\n'],
  ['rm -r /config', 1, 'rm: /config: Device or resource busy\n'],
  ['cd /nowhere', 2, "sh: cd: can't cd to /nowhere: No such file or directory\n"],
  ['echo $((1+1))', 2, 'sh: syntax error: arithmetic is not supported\n'],
  ['if true; then', 2, 'sh: syntax error: unexpected end of file\n'],
  ['echo )', 2, 'sh: syntax error: unexpected ")"\n'],
  ['sleep soon', 1, "sleep: invalid number 'soon'\n"],
])('%s ends with %i', (script, code, complaint) => {
  expect(sh(script)).toMatchObject({ code, stderr: complaint });
});

test('a program that does not exist is not started', () => {
  expect(startCommand(machine(), ['nonsense'])).toBeUndefined();
});

test('a behaviour says what a command prints, also within a script', () => {
  const scripted = [
    { command: 'pg_isready*', stdout: 'accepting connections', stderr: 'slowly', exitCode: 2, afterMs: 50 },
  ];
  const started = startCommand(machine(scripted), ['sh', '-c', 'pg_isready -U admin; echo $?'])!;
  expect(run(started)).toEqual({ stdout: 'accepting connections\n2\n', stderr: 'slowly\n', code: 0, sleptMs: 50 });
});

test('sleep takes time of the cluster, and nothing else does', () => {
  expect(sh('sleep 90; sleep 0.5').sleptMs).toBe(90_500);
});

test('a shell without a script reads commands from its input, over several lines where one goes on', () => {
  const started = startCommand(machine(), ['sh'])!;
  expect(run(started, 'cd /tmp\npwd\nfor i in a b\ndo echo $i; done\ncat\nthis is for cat\n').stdout).toBe(
    '/tmp\na\nb\nthis is for cat\n',
  );
  expect(run(startCommand(machine(), ['sh'])!, 'exit 7\necho never\n')).toMatchObject({ code: 7, stdout: '' });
});

test('an archive that is packed and unpacked is the same, also with names that are too long for a header', () => {
  const long = `/tmp/${'deep/'.repeat(30)}file`;
  const { stdout } = sh(
    `mkdir -p ${long.slice(0, -5)} && echo content > ${long} && tar cf /tmp/a.tar -C /tmp deep && mkdir /out && ` +
      `tar -xmf /tmp/a.tar -C /out && cat /out${long.slice(4)} && tar tf /tmp/a.tar | head -n 1`,
  );
  expect(stdout).toBe('content\ndeep/\n');
});

test('names of files have the lengths of Linux, and a directory is listed without those below it', () => {
  expect(sh(`touch /tmp/${'a'.repeat(256)}; mkdir -p /tmp${`/${'b'.repeat(250)}`.repeat(20)}`).stderr).toMatch(
    /File name too long[^]*File name too long/,
  );
  expect(sh('mkdir -p /tmp/a/b /tmp/c; touch /tmp/a/b/d; rm -r /tmp/a; mkdir /tmp/a; ls /tmp /tmp/a').stdout).toBe(
    '/tmp:\na\nc\n\n/tmp/a:\n',
  );
});

test('files have limits', () => {
  expect(sh('for i in 1 2 3 4 5 6 7 8 9; do X=$X$X$X.; done; echo $X$X$X$X$X$X > /tmp/big; echo $?').stdout).toBe(
    '0\n',
  );
  const { stderr, code } = sh(
    'for i in 1 2 3 4 5 6 7 8 9; do X=$X$X$X.; done; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo $X >> /tmp/big || exit 9; done',
  );
  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining('No space left on device') as string, code: 9 });
});
