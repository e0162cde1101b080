// Answers every request with the bytes of one answer of another server: what it costs to copy them to a socket, and no more.
//   copy-server.mjs URL
import http from 'node:http';

const bytes = Buffer.from(
  await (await fetch(process.argv[2], { headers: { 'accept-encoding': 'identity' } })).arrayBuffer(),
);
const server = http.createServer((_request, response) => {
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port} is ready`));
