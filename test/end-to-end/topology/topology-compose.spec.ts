import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { processEnvironment, PROCESSES, programOf, variableOf } from '@orrery/settings';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly container_name?: string;
  readonly healthcheck?: { readonly test: unknown };
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
}

const ROOT = join(__dirname, '../../..');
const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const { postgres, redis, ...components } = compose.services;

/**
 * Values that containers need and processes do not: addresses of the other services, with the container's network taken
 * as private.
 */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ORRERY_DATABASE_URL: 'postgresql://orrery:orrery@postgres:5432/orrery',
  ORRERY_REDIS_URL: 'redis://redis:6379',
  ORRERY_HEALTH_HOST: '0.0.0.0',
  ORRERY_HOST: '0.0.0.0',
  ORRERY_ALLOWED_HOSTS: 'api-server',
  ORRERY_PUBLISHED_HOST: '127.0.0.1',
};

/** `${NAME:-preset}` as compose reads it where NAME is not set. */
function withPresets(environment: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, value.replace(/^\$\{(\w+):-(.*)\}$/, '$2')]),
  );
}

it('has one service a component, besides Postgres and Redis', () => {
  expect(postgres).toBeDefined();
  expect(redis).toBeDefined();
  expect(Object.keys(components)).toEqual(PROCESSES.map(({ name }) => name));
});

describe.each(PROCESSES)('$name', ({ name, settings }) => {
  const service = compose.services[name]!;

  it('runs the same program with the same variables as without Docker', () => {
    expect(service.command).toEqual([programOf(name)]);
    expect(
      existsSync(
        join(
          ROOT,
          programOf(name)
            .replace(/^dist\//, '')
            .replace(/\.js$/, '.ts'),
        ),
      ),
    ).toBe(true);
    const given = Object.fromEntries(
      Object.entries(processEnvironment(name, {})).map(([key, value]) => [key, ELSEWHERE[key] ?? value]),
    );
    expect(withPresets(service.environment)).toEqual(given);
  });

  it('sets every variable that it reads', () => {
    expect(Object.keys(service.environment ?? {}).sort()).toEqual(Object.values(settings).map(variableOf).sort());
  });

  it('can be scaled, unless it has the port of the host', () => {
    expect(service.container_name).toBeUndefined();
    expect(service.ports).toEqual(name === 'api-server' ? ['127.0.0.1:8080:8080'] : undefined);
  });

  it('waits for what it needs, and says how it is', () => {
    expect(Object.keys(service.depends_on ?? {})).toEqual(['postgres', 'redis']);
    // A sequence of strings: YAML reads a mapping where a colon stands before a space.
    const check = service.healthcheck?.test as readonly unknown[];
    expect(check.map((part) => typeof part)).toEqual(['string', 'string', 'string', 'string']);
    const script = String(check[3]);
    expect(() => new Script(script)).not.toThrow();
  });
});

it('keeps the state of Postgres and Redis in volumes', () => {
  const used = [postgres, redis].flatMap((service) => service!.volumes!.map((volume) => volume.split(':')[0]));
  expect(used).toEqual(Object.keys(compose.volumes));
});

const parser = ['docker-compose', 'docker compose'].find((command) => {
  const [program = '', ...words] = command.split(' ');
  return spawnSync(program, [...words, 'version']).status === 0;
});
(parser === undefined ? it.skip : it)('is accepted by docker compose itself', () => {
  const [program = '', ...words] = parser!.split(' ');
  const { status, stdout, stderr } = spawnSync(program, [...words, '-f', 'docker-compose.yml', 'config'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const resolved = parse(stdout) as typeof compose;
  expect(Object.keys(resolved.services).sort()).toEqual(Object.keys(compose.services).sort());
});

it('is built by a Dockerfile without findings', () => {
  expect(validate(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))).toEqual([]);
});
