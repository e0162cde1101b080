import type { KubeObject } from '../objects';
import { type Column, type ColumnText, of, text, wide } from './table-kind';
import { releasesSince } from '../kinds/releases';

/** Text for a class of attributes that is not set. */
export const UNSET = '<unset>';

const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** The column with the phase that a struct has. */
export const phaseColumn = (status: string): Column => text('Status', of(status, 'phase'));

/** The column with the class of attributes of a `pv` or `pvc`. */
export const attributesClassColumn = (ofWhat: string): Column => ({
  ...text('VolumeAttributesClass', `VolumeAttributesClass of the ${ofWhat}`),
  releases: releasesSince('1.21'),
});

/** The column that distinguishes file systems from raw devices, described by a struct's field. */
export const volumeModeColumn = (spec: string): Column => wide(text('VolumeMode', of(spec, 'volumeMode')));

/** A column of true and false. */
export const truth = (name: string, description: ColumnText): Column => ({
  ...text(name, description),
  type: 'boolean',
});

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
