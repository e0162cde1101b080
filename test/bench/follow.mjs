// A watch of the Kubernetes API as a client keeps it: one JSON text a line.

/** Calls `tell` for each object of a watch; returns a function that ends it. */
export async function follow(url, tell, { accept } = {}) {
  const controller = new AbortController();
  const response = await fetch(url, { headers: accept ? { accept } : {}, signal: controller.signal });
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop();
      for (const line of lines) if (line) tell(JSON.parse(line).object);
    }
  })().catch(() => undefined);
  return () => controller.abort();
}
