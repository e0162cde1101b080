import { requireSafeExposure } from './exposure';
import { readOptions, UsageError } from './options';

/** The image's own environment, in which a person changes one thing. */
const IMAGE = { ORRERY_HOST: '0.0.0.0', ORRERY_AUTHORIZATION_MODE: 'RBAC' };

test.each<{ what: string; environment: NodeJS.ProcessEnv; refused: string | undefined }>([
  { what: 'users', environment: IMAGE, refused: undefined },
  {
    what: 'no users, reached anywhere',
    environment: { ...IMAGE, ORRERY_AUTHORIZATION_MODE: 'AlwaysAllow' },
    refused: '--host "0.0.0.0" is not a loopback address',
  },
  {
    what: 'no users, published elsewhere',
    environment: { ORRERY_HOST: '127.0.0.1', ORRERY_PUBLISHED_HOST: '192.0.2.1' },
    refused: '--published-host "192.0.2.1" is not a loopback address',
  },
  {
    what: 'no users, published on loopback',
    environment: { ORRERY_HOST: '0.0.0.0', ORRERY_PUBLISHED_HOST: '127.0.0.1' },
    refused: undefined,
  },
])('a server with $what is refused or not', ({ environment, refused }) => {
  const settings = readOptions([], environment);
  if (settings === 'help') throw new Error('help was asked for');
  const start = (): void => requireSafeExposure(settings);
  if (refused === undefined) return expect(start).not.toThrow();
  expect(start).toThrow(UsageError);
  expect(start).toThrow(refused);
});
