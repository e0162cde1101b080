// A client that knows no more than the Kubernetes API: one object a request, many requests in flight, one watch. The same code
// asks the project, the real control plane and the floor.
import http from 'node:http';
import https from 'node:https';

/** Number of attempts for a request before it counts as failed; a real API server refuses some while it is busy. */
const TRIES = 4;
const RETRY_AFTER_MS = 50;

/** A client of the API server at a URL; `token` is sent as a bearer token, and any certificate is taken. */
export class PeerClient {
  constructor(url, { token, inFlight = 64 } = {}) {
    this.url = url;
    this.inFlight = inFlight;
    this.headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.protocol = url.startsWith('https:') ? https : http;
    this.agent = new this.protocol.Agent({ keepAlive: true, maxSockets: inFlight, rejectUnauthorized: false });
    this.failed = 0;
  }

  /** Sends one request; answers its status and the bytes of its body. */
  ask(method, path, body) {
    return new Promise((resolve, reject) => {
      const headers = { ...this.headers, ...(body && { 'content-type': 'application/json' }) };
      const request = this.protocol.request(this.url + path, { method, headers, agent: this.agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  async json(path) {
    const { status, body } = await this.ask('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${body}`);
    return JSON.parse(body);
  }

  /** Creates one object; counts in `failed` an object that is refused repeatedly, and prints the reason the first time. */
  async create(path, object) {
    const text = JSON.stringify(object);
    for (let tries = 1; ; tries++) {
      const { status, body } = await this.ask('POST', path, text);
      if (status === 200 || status === 201) return;
      if (tries === TRIES) {
        if (this.failed++ === 0) console.error(`POST ${path}: ${status} ${body}`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }

  /** Creates `count` objects, each in a request of its own, as many in flight as the client allows. */
  async createAll(path, count, objectOf) {
    let next = 0;
    const worker = async () => {
      for (let i = next++; i < count; i = next++) await this.create(path, objectOf(i));
    };
    await Promise.all(Array.from({ length: this.inFlight }, worker));
  }

  /** Calls `tell` for each event of a watch that begins now; returns a function that ends it. */
  async watch(path, tell) {
    const { metadata } = await this.json(`${path}?limit=1`);
    const query = `watch=true&resourceVersion=${metadata.resourceVersion}`;
    return new Promise((resolve, reject) => {
      const options = { headers: this.headers, agent: false, rejectUnauthorized: false };
      const request = this.protocol.request(`${this.url}${path}?${query}`, options, (response) => {
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (text) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop();
          for (const line of lines) if (line !== '') tell(JSON.parse(line));
        });
        response.on('error', () => undefined);
        resolve(() => request.destroy());
      });
      request.on('error', reject);
      request.end();
    });
  }

  close() {
    this.agent.destroy();
  }
}
