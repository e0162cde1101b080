export { EVENT_TTL_MS, isExpired, MAX_EVENTS } from './event-retention';
export { EventCorrelator, numbersOf, type CorrelatorState, type DueEvent, type EventNote } from './event-correlator';
