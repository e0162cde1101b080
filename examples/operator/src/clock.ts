/** What time it is. In production the machine's; in tests that of the cluster, so that both are advanced by one hand. */
export type Clock = () => Date | Promise<Date>;

export const machineClock: Clock = () => new Date();
