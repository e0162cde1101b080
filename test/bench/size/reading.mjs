// Reads all pods of a large cluster as clients do: page by page, and by a watch that begins with what is there.
import { measure } from '../bench-server.mjs';

const PODS = 'clusters/size/api/v1/pods';
const PAGE = 500;
const INITIAL = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
/** Headers without compression, which fetch asks for by default, and which would be most of the measured time. */
const PLAIN = { headers: { 'accept-encoding': 'identity' } };
const NEWLINE = 10;

export async function listByPages(server) {
  return measure(server, async () => {
    for (let rest = ''; rest !== undefined;) {
      const query = `limit=${PAGE}&continue=${encodeURIComponent(rest)}`;
      const { metadata } = await (await fetch(`${server.url}/${PODS}?${query}`, PLAIN)).json();
      rest = metadata.continue || undefined;
    }
  });
}

/** Reads until all objects that are there have come. */
export async function watchList(server, pods) {
  return measure(server, async () => {
    const stop = new AbortController();
    const { body } = await fetch(`${server.url}/${PODS}?${INITIAL}`, { ...PLAIN, signal: stop.signal });
    let lines = 0;
    for await (const chunk of body) {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
      // A line for each object, and the bookmark that ends them.
      if (lines > pods) break;
    }
    stop.abort();
  });
}
