// What the runners ask of an API server.
import { setTimeout as delay } from 'node:timers/promises';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const LIMIT_MS = 30_000;

/** An answer other than success: the Status of the server. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The API of a server: requests with bodies in JSON, and definitions. */
export class Api {
  /** @param {string} url of the server, without a slash at the end */
  constructor(url) {
    this.url = url;
  }

  async send(method, path, body) {
    const answer = await this.fetch(`${this.url}${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text);
    throw new Refusal(answer.status, messageOf(text));
  }

  /** A connection that was kept may be closed by the server just then; a new one is not. */
  async fetch(url, request) {
    try {
      return await fetch(url, request);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return fetch(url, request);
    }
  }

  get = (path) => this.send('GET', path);
  create = (path, object) => this.send('POST', path, object);
  update = (path, object) => this.send('PUT', path, object);
  remove = (path) => this.send('DELETE', path);

  /** Creates a definition, and waits until it is established. Fields that definitions do not have are refused where it is strict. */
  async install(definition, isStrict) {
    await this.create(`${DEFINITIONS}?fieldValidation=${isStrict ? 'Strict' : 'Warn'}`, definition);
    const { name } = definition.metadata;
    await until(`${name} is established`, async () => {
      const conditions = (await this.get(`${DEFINITIONS}/${name}`)).status?.conditions ?? [];
      const isTrue = (type) => conditions.find((each) => each.type === type)?.status;
      if (isTrue('NamesAccepted') === 'False') {
        await this.uninstall(name);
        throw new Refusal(409, conditions.find(({ type }) => type === 'NamesAccepted').message);
      }
      return isTrue('Established') === 'True';
    });
  }

  /** Changes the spec of a definition. */
  async redefine(name, spec) {
    const definition = await this.get(`${DEFINITIONS}/${name}`);
    await this.update(`${DEFINITIONS}/${name}`, { ...definition, spec });
  }

  /** Deletes a definition with all of its objects, and waits until it is gone. */
  async uninstall(name) {
    await this.remove(`${DEFINITIONS}/${name}`);
    await until(`${name} is gone`, async () => {
      try {
        await this.get(`${DEFINITIONS}/${name}`);
        return false;
      } catch (error) {
        if (error.code === 404) return true;
        throw error;
      }
    });
  }
}

/** Polls until a condition holds; `what` names it for the error. */
export async function until(what, holds, limit = LIMIT_MS) {
  const limitMs = Date.now() + limit;
  while (!(await holds())) {
    if (Date.now() > limitMs) throw new Error(`waited in vain: ${typeof what === 'function' ? what() : what}`);
    await delay(20);
  }
}

function messageOf(text) {
  try {
    return JSON.parse(text).message ?? text;
  } catch {
    return text;
  }
}
