import type { KubeObject } from '../objects';
import { type Column, text, wide } from './table-kind';

/** What stands for a class of attributes that is not set. */
export const UNSET = '<unset>';

const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** The column with the phase. */
export const STATUS = text('Status', 'Phase.');

/** The column with the class of attributes. */
export const ATTRIBUTES_CLASS: Column = {
  ...text('VolumeAttributesClass', 'Volume attributes class.'),
  releases: ['modern'],
};

/** The column that tells file systems from raw devices. */
export const VOLUME_MODE = wide(text('VolumeMode', 'Volume mode.'));

/** A column of true and false. */
export const truth = (name: string, description: string): Column => ({ ...text(name, description), type: 'boolean' });

/** The phase; an object that is being deleted is terminating. */
export function phaseOf({ deletionTimestamp }: KubeObject['metadata'], phase: string | undefined): string {
  return deletionTimestamp === undefined ? (phase ?? '') : 'Terminating';
}

/** Access modes by their short names, in a fixed order. */
export function formatModes(modes: readonly string[] | undefined): string {
  const given = new Set(modes);
  return Object.keys(SHORT_MODES)
    .filter((mode) => given.has(mode))
    .map((mode) => SHORT_MODES[mode])
    .join(',');
}

/** The class of attributes of a volume or claim. */
export function attributesClass(spec: object | undefined): string {
  return (spec as { volumeAttributesClassName?: string } | undefined)?.volumeAttributesClassName ?? UNSET;
}
