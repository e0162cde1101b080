import type { KubeObject } from '../../objects';
import type { JsonSchema } from '../schema/json-schema';

/** A CustomResourceDefinition as it is stored. */
export interface CustomResourceDefinition extends KubeObject {
  spec: DefinitionSpec;
  status?: DefinitionStatus;
}

export interface DefinitionSpec {
  readonly group: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly names: DefinitionNames;
  readonly versions?: readonly DefinitionVersion[];
  readonly conversion?: DefinitionConversion;
  readonly preserveUnknownFields?: boolean;
}

export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: DefinitionSubresources;
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath?: string }[];
}

interface DefinitionSubresources {
  readonly status?: object;
  readonly scale?: DefinitionScale;
}

export interface DefinitionScale {
  readonly specReplicasPath?: string;
  readonly statusReplicasPath?: string;
  readonly labelSelectorPath?: string;
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface DefinitionConversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: WebhookClientConfig;
    readonly conversionReviewVersions?: readonly string[];
  };
}

/** Location of a webhook. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** PEM, base64. */
  readonly caBundle?: string;
}

interface DefinitionStatus {
  readonly conditions?: readonly DefinitionCondition[];
  readonly acceptedNames?: Partial<DefinitionNames>;
  readonly storedVersions?: readonly string[];
}

export interface DefinitionCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Storage name of definitions. */
export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/** Holds a definition until its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** The version in which objects are stored. */
export function storageVersionOf({ versions = [] }: DefinitionSpec): string | undefined {
  return versions.find(({ storage }) => storage)?.name;
}

/** Returns whether a condition of the definition is `True`. */
export function isConditionTrue({ status }: Pick<CustomResourceDefinition, 'status'>, type: string): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
