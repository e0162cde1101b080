export { fieldChanges, type FieldChange } from './field-changes';
export { firstDifference, type ComparedChange, type LogDifference } from './log-difference';
export { momentOfHostLabel, parseMoment, type Moment } from './moment';
export { evictionsIn, podFigures, type PodFigures } from './pod-figures';
export { reasonOf } from './reason-of';
export { diffObjects, type ComparedObject, type ObjectDifference } from './state-diff';
