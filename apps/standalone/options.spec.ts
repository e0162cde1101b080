import { helpText, OPTIONS, readOptions, UsageError, type StandaloneOptions } from './options';

const read = (args: string[], env: NodeJS.ProcessEnv = {}): StandaloneOptions =>
  readOptions(args, env) as StandaloneOptions;

describe('readOptions', () => {
  it('starts three nodes in three zones on port 8080 by real time', () => {
    expect(read([])).toMatchObject({
      port: 8080,
      nodes: 3,
      zones: 3,
      ephemeral: false,
      clock: { mode: 'real', rate: 1 },
    });
  });

  it('takes the command line over the environment', () => {
    const env = { ORRERY_PORT: '9000', ORRERY_NODES: '7', ORRERY_EPHEMERAL: 'true', ORRERY_LOG_LEVEL: 'debug' };
    expect(read(['--port', '9001'], env)).toMatchObject({ port: 9001, nodes: 7, ephemeral: true, logLevel: 'debug' });
  });

  test.each([
    ['real', { mode: 'real', rate: 1 }],
    ['manual', { mode: 'manual', rate: 1 }],
    ['60x', { mode: 'scaled', rate: 60 }],
    ['0.5x', { mode: 'scaled', rate: 0.5 }],
  ])('reads the clock %s', (text, want) => {
    expect(read(['--clock', text]).clock).toEqual(want);
  });

  test.each([
    [['--port', 'http'], '--port: "http" is not a whole number from 0 to 65535'],
    [['--port', '70000'], '--port: "70000" is not a whole number from 0 to 65535'],
    [['--nodes', '-1'], "Option '--nodes' argument is ambiguous"],
    [['--nodes=-1'], '--nodes: "-1" is not a whole number from 0 to 65000'],
    [['--zones', '0'], '--zones: "0" is not a whole number from 1 to 1000'],
    [['--clock', '0x'], '--clock: "0x" is neither real, nor manual, nor a rate such as 60x'],
    [['--clock', 'fast'], '--clock: "fast" is neither real'],
    [['--log-level', 'loud'], '--log-level: "loud" is none of'],
    [['--host', '0.0.0.0'], '--host: "0.0.0.0" is no loopback address, so requests must be authenticated: give'],
    [['--host', '0.0.0.0', '--authorization-mode', 'AlwaysAllow'], '--host: "0.0.0.0" is no loopback address'],
    [['--authorization-mode', 'ABAC'], '--authorization-mode: "ABAC" is none of AlwaysAllow, RBAC'],
    [['--colour'], "Unknown option '--colour'"],
    [['node1'], "Unexpected argument 'node1'"],
  ])('refuses %j', (args, message) => {
    expect(() => read(args)).toThrow(UsageError);
    expect(() => read(args)).toThrow(message);
  });

  test.each([
    { args: ['--authorization-mode', 'RBAC'] },
    { args: ['--token-auth-file', 'users.csv'] },
    { args: ['--token-auth-file', 'users.csv', '--authorization-mode', 'AlwaysAllow'] },
  ])('listens anywhere with $args', ({ args }) => {
    expect(read([...args, '--host', '0.0.0.0']).host).toBe('0.0.0.0');
  });

  it('helps with every option and its variable', () => {
    for (const { name } of OPTIONS) {
      expect(helpText()).toContain(`--${name}`);
      expect(helpText()).toContain(`ORRERY_${name.replaceAll('-', '_').toUpperCase()}`);
    }
    expect(readOptions(['--help'], {})).toBe('help');
  });
});
