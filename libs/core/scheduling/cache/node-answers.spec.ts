import { makeNode, makePod } from '@orrery/builders';
import { ClusterCache } from './cluster-cache';
import { NodeAnswers } from './node-answers';
import { podInfoOf } from './pod-info';
import { PodShapes } from './pod-shape';
import { ResourceSlots } from './resource-slots';
import { behaviourOf } from '../behaviour/bundles';

class Notes extends NodeAnswers<string> {
  readonly tally = new Map<string, number>();

  protected cleared(): void {
    this.tally.clear();
  }

  protected counted(_position: number, before: string | undefined, after: string | undefined): void {
    if (before) this.tally.set(before, this.tally.get(before)! - 1);
    if (after) this.tally.set(after, (this.tally.get(after) ?? 0) + 1);
  }
}

class Scene {
  readonly slots = new ResourceSlots();
  readonly cache = new ClusterCache(this.slots);
  readonly notes = new Notes();
  private readonly shapes = new PodShapes(this.slots, behaviourOf('modern'));

  constructor(...names: readonly string[]) {
    for (const name of names) this.cache.setNode(makeNode(name).build());
  }

  pod(name: string) {
    return podInfoOf(makePod(name).node('b').build(), this.shapes);
  }

  /** Answers every open question with the node's name; returns the names of the nodes that were evaluated. */
  ask(): readonly string[] {
    const snapshot = this.cache.snapshot();
    this.notes.follow(snapshot);
    const open = snapshot.nodes.filter((_, position) => this.notes.open.has(position)).map(({ name }) => name);
    snapshot.nodes.forEach(({ name }, position) => this.notes.at(position) ?? this.notes.record(position, name));
    return open;
  }

  answers(): readonly (string | undefined)[] {
    return this.notes.nodes.map((_, position) => this.notes.at(position));
  }
}

test('asks again about nodes that changed, and about no others', () => {
  const scene = new Scene('a', 'b', 'c');
  expect(scene.ask()).toEqual(['a', 'b', 'c']);
  expect(scene.ask()).toEqual([]);
  scene.cache.setPod(scene.pod('p'));
  expect(scene.ask()).toEqual(['b']);
  scene.cache.setPromises('c', [scene.pod('q')]);
  expect(scene.ask()).toEqual(['c']);
  scene.cache.setNode(makeNode('a').label('disk', 'ssd').build());
  expect(scene.ask()).toEqual(['a']);
});

test('answers go along with their nodes when others come and go', () => {
  const scene = new Scene('a', 'b', 'c');
  scene.ask();
  scene.cache.removeNode('a');
  scene.cache.setNode(makeNode('d').build());
  expect(scene.ask()).toEqual(['d']);
  expect(scene.answers()).toEqual(['b', 'c', 'd']);
  expect([...scene.notes.tally]).toEqual([
    ['b', 1],
    ['c', 1],
    ['d', 1],
  ]);
});

test('a node that came back under its name is asked again', () => {
  const scene = new Scene('a', 'b');
  scene.ask();
  scene.cache.removeNode('a');
  scene.cache.setNode(makeNode('a').build());
  expect(scene.ask()).toEqual(['a']);
});

test('a reader that is far behind misses nothing', () => {
  const scene = new Scene('a', 'b');
  scene.ask();
  for (let i = 0; i < 5000; i++) {
    scene.cache.setPod(scene.pod('p'));
    scene.cache.removePod(scene.pod('p').uid);
  }
  expect(scene.ask()).toEqual(['b']);
});

test('a temporary verdict is dropped before the next cycle', () => {
  const scene = new Scene('a', 'b');
  scene.ask();
  scene.notes.recordForNow(1, 'only now');
  expect(scene.answers()).toEqual(['a', 'only now']);
  expect(scene.ask()).toEqual(['b']);
});
