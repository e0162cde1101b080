// A process that holds many watches and counts their lines, so that the process that changes objects does not wait for it.
//   watch-crowd.mjs URL WATCHES; each line of its input is a number of lines, answered when all watches have got so many more
import http from 'node:http';
import { createInterface } from 'node:readline';

const [url, count] = [process.argv[2], Number(process.argv[3])];
const agent = new http.Agent({ maxSockets: Infinity });
const NEWLINE = 10;
let total = 0;
let wanted = Infinity;

await Promise.all(Array.from({ length: count }, open));
console.log('open');
for await (const line of createInterface({ input: process.stdin })) {
  wanted = Number(line) * count;
  tellWhenDone();
}
process.exit();

function open() {
  return new Promise((opened, failed) => {
    const request = http.get(url, { agent }, (response) => {
      response.on('data', (chunk) => {
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) total++;
        tellWhenDone();
      });
      opened();
    });
    request.on('error', failed);
  });
}

function tellWhenDone() {
  if (total < wanted) return;
  total -= wanted;
  wanted = Infinity;
  console.log('done');
}
