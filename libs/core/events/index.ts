export { EVENT_TTL_MS, isExpired, MAX_EVENTS } from './event-retention';
export { EventCorrelator, type DueEvent, type EventNote } from './event-correlator';
