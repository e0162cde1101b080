import { randomFor } from './random';

test('numbers of a key never change: recorded runs would replay differently', () => {
  const random = randomFor('seed', 'default-scheduler', 'default/p', 1, 'node');
  expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([2490855874, 3716135978, 1186200873]);
  const bounds = [1, 2, 3, 10, 1000, 4294967295, 3000000000];
  expect(bounds.map((bound) => random.below(bound))).toEqual([0, 0, 0, 5, 959, 2623954992, 1250353321]);
  expect(random.unit()).toBe(0.3203655704855919);
  expect(randomFor('').uint32()).toBe(2988730470);
});

test('draws below bounds of every size never change', () => {
  const random = randomFor('x');
  let digest = 0;
  for (let i = 1; i < 200_000; i++) digest = (digest * 31 + random.below(i * 21_000)) % 1_000_000_007;
  expect(digest).toBe(131834919);
});
