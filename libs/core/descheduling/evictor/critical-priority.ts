/** Priority from which on a pod is critical to the system. */
export const SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

/** Error about a priority threshold that is given as a number or by the name of a class. */
export const PRIORITY_TOO_HIGH = `priority threshold can't be greater than ${SYSTEM_CRITICAL_PRIORITY}`;
