import { CustomKinds, groupOf, versionOf, type CustomResourceDefinition, type KindInfo } from '@orrery/api-types';

/** The kinds of a cluster together with those that an import defines. */
export class ImportKinds {
  private readonly defined = new Map<string, CustomKinds>();

  /** `known` finds the kinds that the cluster has already. */
  constructor(private readonly known: (apiVersion: string, kind: string) => KindInfo | undefined) {}

  /** Adds the kinds of a definition that is imported. */
  define(definition: CustomResourceDefinition): void {
    const { group, names } = definition.spec;
    this.defined.set(`${group} ${names.kind}`, new CustomKinds(definition, 0));
  }

  /** The kind of an object; undefined for one that neither has. */
  find(apiVersion: string, kind: string): KindInfo | undefined {
    const defined = this.defined.get(`${groupOf(apiVersion)} ${kind}`);
    return defined?.kind(versionOf(apiVersion)) ?? this.known(apiVersion, kind);
  }
}
