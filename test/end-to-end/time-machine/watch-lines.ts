/** A watch that is read line by line. */
export type WatchLines = AsyncIterator<string>;

/** Opens a watch of the Kubernetes API. */
export async function openWatch(url: string): Promise<WatchLines> {
  const { body } = await fetch(url);
  return linesOf(body!);
}

/** The next event of a watch as JSON; fails if it ends before. */
export async function nextLine(watch: WatchLines): Promise<string> {
  const { value, done } = await watch.next();
  if (done) throw new Error('the watch ended');
  return value;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
