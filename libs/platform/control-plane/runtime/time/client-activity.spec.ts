import { ClientActivity } from './client-activity';

/** Clients, and the real time by which they are observed. */
function observed() {
  const time = { ms: 0 };
  const clients = new ClientActivity(() => time.ms);
  return { clients, time };
}

it('counts from the end of the last request', () => {
  const { clients, time } = observed();
  const request = clients.begin();
  time.ms = 100;
  expect(clients.quietForMs()).toBe(0);
  request.end();
  request.end();
  time.ms = 130;
  expect(clients.quietForMs()).toBe(30);
});

it('waits for no end of a stream, but for what is sent on it', () => {
  const { clients, time } = observed();
  const watch = clients.begin();
  watch.streams();
  time.ms = 40;
  expect(clients.quietForMs()).toBe(40);
  clients.acted();
  expect(clients.quietForMs()).toBe(0);
  time.ms = 50;
  watch.end();
  expect(clients.quietForMs()).toBe(0);
  time.ms = 60;
  expect(clients.quietForMs()).toBe(10);
});

it('is held until all holds are released or over', () => {
  const { clients, time } = observed();
  clients.hold('a', 1000);
  clients.hold('b', 100);
  time.ms = 500;
  expect(clients.quietForMs()).toBe(0);
  expect([clients.release('a'), clients.release('a'), clients.release('b')]).toEqual([true, false, false]);
  expect(clients.quietForMs()).toBe(500);
  clients.hold('c', 100);
  time.ms = 700;
  expect(clients.quietForMs()).toBe(200);
});

it('tells of every act', () => {
  const { clients } = observed();
  let count = 0;
  const stop = clients.onActed(() => count++);
  clients.begin().end();
  clients.hold('a', 10);
  stop();
  clients.acted();
  expect(count).toBe(3);
});
