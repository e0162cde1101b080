import { PRESSURE_CONDITIONS, signalMeaning, type PressureCondition, type Signal } from '../signals';
import { resolveAmount, type Threshold } from '../thresholds/threshold';
import type { NodeStatistics } from './node-statistics';
import { observe } from './observations';

/** A threshold of a signal on a node. */
export interface ThresholdLevel {
  readonly threshold: Threshold;
  /** Amount that must remain, in the unit of the signal. */
  readonly wanted: number;
  /** True if less is left. */
  readonly isMet: boolean;
}

/** Remaining amount of a signal that a kubelet watches, with its thresholds. */
export interface SignalLevel {
  readonly signal: Signal;
  /** Bytes, inodes or processes; below zero if more is used than there is. */
  readonly available: number;
  readonly capacity: number;
  /** The condition of the node that a threshold of this signal brings about. */
  readonly condition: PressureCondition;
  readonly thresholds: readonly ThresholdLevel[];
}

/** The signals of a node with its thresholds, in the order of the conditions that they bring about (spec nodes E1). */
export function signalLevels(statistics: NodeStatistics, thresholds: readonly Threshold[]): readonly SignalLevel[] {
  const levels = [...observe(statistics)].map(([signal, { available, capacity }]): SignalLevel => ({
    signal,
    available,
    capacity,
    condition: signalMeaning(signal).condition,
    thresholds: thresholds
      .filter((threshold) => threshold.signal === signal)
      .map((threshold) => {
        const wanted = resolveAmount(threshold.value, capacity);
        return { threshold, wanted, isMet: wanted > available };
      }),
  }));
  const order = ({ condition }: SignalLevel): number => PRESSURE_CONDITIONS.indexOf(condition);
  return levels.sort((a, b) => order(a) - order(b));
}
