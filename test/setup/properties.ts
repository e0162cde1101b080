import * as fc from 'fast-check';

/** Seed of the random cases of a usual run; any number would do. */
const USUAL_SEED = 20181011;

// The same commit tries the same cases each time, so that a run that fails fails again. `npm run test:properties`
// looks for others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? USUAL_SEED) });
