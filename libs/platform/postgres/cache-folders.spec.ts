import { cacheFolders, type CacheContext } from './cache-folders';

const linux: CacheContext = { platform: 'linux', environment: { HOME: '/home/ann' }, temporary: '/tmp', uid: 1000 };
const windows: CacheContext = { ...linux, platform: 'win32', uid: undefined, environment: {} };

test.each<[string, CacheContext, readonly string[]]>([
  ['the cache of the home', linux, ['/home/ann/.cache/orrery', '/tmp/orrery-1000']],
  [
    'the cache that the desktop names',
    { ...linux, environment: { HOME: '/home/ann', XDG_CACHE_HOME: '/fast' } },
    ['/fast/orrery', '/tmp/orrery-1000'],
  ],
  [
    'no relative path',
    { ...linux, environment: { HOME: '/home/ann', XDG_CACHE_HOME: 'fast' } },
    ['/home/ann/.cache/orrery', '/tmp/orrery-1000'],
  ],
  ['no home', { ...linux, environment: {} }, ['/tmp/orrery-1000']],
  ['macOS', { ...linux, platform: 'darwin' }, ['/home/ann/Library/Caches/orrery', '/tmp/orrery-1000']],
  [
    'Windows',
    { ...windows, environment: { LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local' } },
    ['C:\\Users\\Ann\\AppData\\Local\\orrery\\Cache', '/tmp/orrery'],
  ],
  ['a service of Windows', windows, ['/tmp/orrery']],
  ['root', { ...linux, uid: 0 }, ['/var/lib/orrery', '/tmp/orrery-0']],
  ['the folder that was chosen alone', { ...linux, uid: 0, chosen: '/data/cache' }, ['/data/cache']],
])('%s', (_, context, paths) => {
  expect(cacheFolders(context).map(({ path }) => path)).toEqual(paths);
});

test('what others may have made counts only if it is ours', () => {
  const isShared = (context: CacheContext): boolean[] => cacheFolders(context).map((each) => each.isShared);
  expect(isShared(linux)).toEqual([false, true]);
  // Temporary files of Windows lie in the folder of the user.
  expect(isShared(windows)).toEqual([false]);
});
