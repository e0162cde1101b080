import { compileDeviceSelector, type DeviceSelectorExpression } from '@orrery/cel';
import type { Device } from '@orrery/api-types';
import type { Candidate } from './device-pools';
import { AllocationError, type Wanted } from './wanted-devices';

/** Compiled expressions kept at once, and answers kept for one device. */
const MAX_EXPRESSIONS = 256;
const MAX_ANSWERS = 64;

/** Devices that selectors choose. A device never changes, so the answers for it are kept as long as it is there. */
export class SelectedDevices {
  private readonly expressions = new Map<string, DeviceSelectorExpression>();
  private readonly answers = new WeakMap<Device, Map<string, boolean>>();

  /** Returns whether all selectors choose the device. Throws {@link AllocationError} for what breaks. */
  has({ selectors }: Wanted, candidate: Candidate): boolean {
    return selectors.every(({ of, expression }) => this.matches(expression, of, candidate));
  }

  private matches(expression: string, of: string, { device, driver }: Candidate): boolean {
    const known = this.answers.get(device) ?? new Map<string, boolean>();
    const answer = known.get(expression);
    if (answer !== undefined) return answer;
    const { attributes, capacity } = device;
    const compiled = this.compiled(expression, of);
    let found: boolean;
    try {
      found = compiled.matches({
        driver,
        ...(attributes ? { attributes } : {}),
        ...(capacity ? { capacity } : {}),
      });
    } catch (error) {
      throw new AllocationError(`${of}: CEL runtime error: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (known.size >= MAX_ANSWERS) known.clear();
    this.answers.set(device, known.set(expression, found));
    return found;
  }

  private compiled(expression: string, of: string): DeviceSelectorExpression {
    const known = this.expressions.get(expression);
    if (known) return known;
    try {
      const compiled = compileDeviceSelector(expression);
      if (this.expressions.size >= MAX_EXPRESSIONS) this.expressions.clear();
      this.expressions.set(expression, compiled);
      return compiled;
    } catch (error) {
      throw new AllocationError(`${of}: CEL compile error: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
