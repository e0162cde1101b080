import { flag, text, words } from '../input/inputs';

export const FIELD_VALIDATION = words('FieldValidation', 'Treatment of unknown fields.', {
  Strict: 'The write is refused.',
  Warn: 'They are dropped with a warning.',
  Ignore: 'They are dropped without a warning.',
});
export type FieldValidation = (typeof FIELD_VALIDATION.list)[number];

const DRY_RUN = { dryRun: flag('Validates the write without persisting it.') };

/** Optional fields of every action that may only be tried. */
export const TRIED = DRY_RUN;

/** Optional fields of every action that writes objects. */
export const WRITTEN = {
  ...DRY_RUN,
  fieldManager: text('Field manager (default `graphql`).'),
  resourceVersion: text('Revision that the object must have.'),
};

/** The values of {@link WRITTEN}. */
export interface WriteInput {
  readonly dryRun?: boolean | null | undefined;
  readonly fieldManager?: string | null | undefined;
  readonly resourceVersion?: string | null | undefined;
}

/** The field manager of clients that name none. */
export const DEFAULT_FIELD_MANAGER = 'graphql';
