import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseName } from '@orrery/api-types';
import { Client, type Outcome } from '@orrery/test-services';
import { GraphqlClient } from '../../libs/testing/kit/graphql-client';

/** Initial cluster of a walk. */
export interface WalkSetting {
  /** Generation of behaviour that the document describes. */
  readonly bundle: ReleaseName;
  /** Nodes by the names that the document uses, with what a simulated machine is to have besides. */
  readonly nodes: readonly Readonly<Record<string, unknown> & { name: string }>[];
}

/** A document as a story: its commands and manifests in their order, each with the outcome that it states. */
export interface Document {
  readonly title: string;
  readonly setting: WalkSetting;
  readonly run: (walk: Walk) => Promise<void>;
}

const MANIFESTS = join(__dirname, '../end-to-end/manifests');
const START = '2026-03-01T12:00:00Z';
let count = 0;

/** A cluster of its own on a server, with `oc`, which is kubectl here, and the hand on its clock. */
export class Walk {
  private constructor(
    private readonly kubectl: Client,
    private readonly cluster: GraphqlClient,
  ) {}

  /** Makes the cluster with its nodes; @param url of the server @param binary path of kubectl */
  static async begin(url: string, binary: string, { bundle, nodes }: WalkSetting): Promise<Walk> {
    const name = `walk-${++count}`;
    const server = new GraphqlClient(url);
    const clock = { mode: 'MANUAL', startAt: START };
    await server.mutate('createCluster', { name, seed: 'walk', clock, settings: { bundle } }, 'cluster { name }');
    await server.close();
    const path = `${url}/clusters/${name}`;
    const walk = new Walk(new Client(binary, path), new GraphqlClient(path));
    for (const node of nodes) await walk.cluster.mutate('addNodes', node, 'node { id }');
    await walk.pass('10s');
    return walk;
  }

  /** One step; what fails in it is reported with the section of the document and its words. */
  async step(section: string, words: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`section ${section}: ${words}\n${message}`, { cause: error });
    }
  }

  /**
   * Runs a command of the document, without its first word, by kubectl, which has no `adm`.
   * @param stdin content of the document's file
   */
  async oc(command: string, stdin?: string): Promise<string> {
    return this.kubectl.run(command.replace(/^adm /, '').split(' '), stdin);
  }

  /** The same where the document states that it is refused. */
  async refused(command: string, stdin?: string): Promise<Outcome> {
    const outcome = await this.kubectl.try(command.split(' '), stdin);
    expect(outcome.code).not.toBe(0);
    return outcome;
  }

  /** Returns the value at a path of an object; empty if there is none. */
  async field(object: string, path: string): Promise<string> {
    return this.oc(`get ${object} -o jsonpath={${path}}`);
  }

  /** Advances cluster time. */
  async pass(by: string): Promise<void> {
    await this.cluster.mutate('advanceClock', { by }, 'events');
  }

  /** Applies a change that a document makes with a file on the master and a restart. */
  async configure(mutation: string, input: Record<string, unknown>, selection: string): Promise<void> {
    await this.cluster.mutate(mutation, input, selection);
  }

  async end(): Promise<void> {
    this.kubectl.dispose();
    await this.cluster.close();
  }
}

/** A manifest of the guide. */
export function manifest(file: string): string {
  return readFileSync(join(MANIFESTS, file), 'utf8');
}

/** A pod as JSON, for what documents show as a stanza of a specification alone. */
export function pod(name: string, spec: object = {}, annotations: Readonly<Record<string, string>> = {}): string {
  const containers = [{ name: 'main', image: 'docker.io/ocpqe/hello-pod' }];
  const metadata = { name, annotations };
  return JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, ...spec } });
}

/** Containers that ask for so much. */
export function asking(requests: Readonly<Record<string, string>>): object {
  return { containers: [{ name: 'main', image: 'docker.io/ocpqe/hello-pod', resources: { requests } }] };
}
