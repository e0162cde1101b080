// The floor as a process.
import http from 'node:http';
import { handle } from './floor.mjs';

const server = http.createServer(handle);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port} is ready`));
