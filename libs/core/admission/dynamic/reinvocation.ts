import { deepEqual, type KubeObject } from '@orrery/api-types';

/**
 * Mutating plugins that are called again because others changed the object after them; each is called twice at most
 * (`reinvocationcontext.go` of webhooks and of policies upstream).
 */
export class Reinvocation<T> {
  /** True if this is the second time. */
  isAgain = false;
  private isChanged = false;
  private readonly called = new Set<T>();
  private readonly due = new Set<T>();
  private output: KubeObject | undefined;

  /** The plugins begin. In the second time, what built-in plugins changed meanwhile concerns all that were called. */
  begin(object: KubeObject | undefined): void {
    if (this.isAgain && !deepEqual(object, this.output)) this.callAgain();
  }

  /** The plugins have ended. */
  end(object: KubeObject | undefined): void {
    this.output = object;
  }

  /** A plugin that wants to know was called. */
  invoked(plugin: T): void {
    this.called.add(plugin);
  }

  /** A plugin changed the object: those before it are to see it again. */
  changed(): void {
    this.isChanged = true;
    this.callAgain();
  }

  /** True if a second round of calls is needed. */
  get isNeeded(): boolean {
    return this.isChanged && !this.isAgain;
  }

  isDue(plugin: T): boolean {
    return this.due.has(plugin);
  }

  private callAgain(): void {
    for (const plugin of this.called) this.due.add(plugin);
    this.called.clear();
  }
}
