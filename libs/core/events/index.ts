export { EventCorrelator, type DueEvent, type EventNote } from './event-correlator';
