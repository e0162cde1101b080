// What the parts of bench:api ask servers with.

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Sends a request; returns the text, or throws the error of the server. */
export async function send(
  server,
  method,
  path,
  { body, accept = 'application/json', type = 'application/json', headers = {} } = {},
) {
  const response = await fetch(`${server.url}/${path}`, {
    method,
    headers: { accept, 'content-type': type, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}

/** Does `work` for each of `count` numbers, `clients` at a time. */
export async function inTurns(count, clients, work) {
  let next = 0;
  const client = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Opens a watch; `lines(n)` resolves when `n` events have come since its last call. */
export async function openWatch(server, path, query) {
  const controller = new AbortController();
  const response = await fetch(`${server.url}/${path}?watch=true&${query}`, { signal: controller.signal });
  let seen = 0;
  let wanted = Infinity;
  let arrived = () => {};
  const reading = (async () => {
    for await (const chunk of response.body) {
      for (const byte of chunk) if (byte === 10) seen++;
      if (seen >= wanted) arrived();
    }
  })().catch((error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return {
    lines: (count) =>
      new Promise((done) => {
        arrived = () => {
          seen -= count;
          wanted = Infinity;
          done();
        };
        wanted = count;
        if (seen >= wanted) arrived();
      }),
    close: async () => {
      controller.abort();
      await reading;
    },
  };
}
