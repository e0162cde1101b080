// The floor: a handler of HTTP requests that parses what is created, gives a pod a node at once, keeps its text, answers with it and
// writes it to the watches. What a control plane in Node cannot cost less than: no checks, no defaults, no store.
const texts = new Map();
const watches = new Map();
let revision = 0;

/** Answers one request of a client. */
export function handle(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://floor');
  if (request.method === 'POST') return create(request, response, pathname);
  if (searchParams.has('watch')) return watch(response, pathname);
  const found = [...(texts.get(pathname) ?? [])].slice(0, Number(searchParams.get('limit') ?? Infinity));
  answer(response, 200, `{"kind":"List","metadata":{"resourceVersion":"${revision}"},"items":[${found.join()}]}`);
}

function create(request, response, path) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const object = JSON.parse(Buffer.concat(chunks));
    object.metadata.resourceVersion = String(++revision);
    if (object.kind === 'Pod') object.spec.nodeName = 'n-00000';
    const text = JSON.stringify(object);
    if (!texts.has(path)) texts.set(path, []);
    texts.get(path).push(text);
    for (const each of watches.get(path) ?? []) each.write(`{"type":"ADDED","object":${text}}\n`);
    answer(response, 201, text);
  });
}

function watch(response, path) {
  if (!watches.has(path)) watches.set(path, new Set());
  const others = watches.get(path);
  others.add(response);
  response.on('close', () => others.delete(response));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
}

function answer(response, status, text) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
