// The health check of the image: ends with 0 if the server in this container is ready. Its certificate is its own.
import { request as http } from 'node:http';
import { request as https } from 'node:https';

const WITHIN_MS = 4000;
const port = process.env.ORRERY_PORT || '8080';

/** Returns whether /readyz is answered with 200; false also for a server that speaks the other protocol. */
const isReady = (request, protocol) =>
  new Promise((resolve) => {
    const options = { rejectUnauthorized: false, timeout: WITHIN_MS };
    const asked = request(`${protocol}://127.0.0.1:${port}/readyz`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });

process.exit((await isReady(https, 'https')) || (await isReady(http, 'http')) ? 0 : 1);
