import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** Interval of the samples of the event loop's utilisation, in ms. */
const SAMPLE_MS = 2000;
/** A process is busy from this share on; 10,000 nodes with heartbeats at rest need a tenth of it. */
const BUSY_SHARE = 0.2;
/** Number of consecutive samples without load after which the work counts as ended. */
const SAMPLES_UNTIL_REST = 3;
/** V8 looks every 8 s whether it should collect, and does so up to three times, half a second apart. */
const SAMPLES_OF_COLLECTION = 6;

/** Required change of the flag of V8; undefined: none. */
export type RestStep = 'collect' | 'as usual' | undefined;

/** Decides from samples of load when a process that has worked is at rest and should give memory back. */
export class RestDetector {
  /** Samples without load since the last with load; undefined before the first load, and once memory has been given back. */
  private quietSamples: number | undefined;

  /** @param busyShare - share of the time since the last sample in which the event loop was busy, 0 to 1 */
  sample(busyShare: number): RestStep {
    if (busyShare >= BUSY_SHARE) {
      const wasCollecting = this.quietSamples !== undefined && this.quietSamples >= SAMPLES_UNTIL_REST;
      this.quietSamples = 0;
      return wasCollecting ? 'as usual' : undefined;
    }
    if (this.quietSamples === undefined) return undefined;
    this.quietSamples += 1;
    if (this.quietSamples === SAMPLES_UNTIL_REST) return 'collect';
    if (this.quietSamples < SAMPLES_UNTIL_REST + SAMPLES_OF_COLLECTION) return undefined;
    this.quietSamples = undefined;
    return 'as usual';
  }
}

/**
 * Gives memory back to the machine some seconds after the work of this process has ended. V8 does so without help, in
 * steps of less than a millisecond, but takes the rate of allocation from its last ten collections: of a server at rest
 * these are minutes old. While `--optimize-for-size` is set it does not wait for a low rate; the flag is read whenever
 * V8 decides, so that it may be set at any time. 1,000 nodes with 5,000 pods then need 370 MiB instead of 490. Does not
 * keep the process alive.
 */
export function giveMemoryBackAtRest(): void {
  const detector = new RestDetector();
  let last = performance.eventLoopUtilization();
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const step = detector.sample(performance.eventLoopUtilization(now, last).utilization);
    last = now;
    if (step) setFlagsFromString(step === 'collect' ? '--optimize-for-size' : '--no-optimize-for-size');
  };
  setInterval(look, SAMPLE_MS).unref();
}
