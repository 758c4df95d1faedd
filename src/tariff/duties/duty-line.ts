/** The duty of lines of a list that share number, date and origin, or of numbers that no rule tells apart. Only their values differ. */
import type { DutyOutcome, Facts } from './answer.ts';
import { type Declared, dutyAmount, isCharged } from './duty-amount.ts';

export class DutyLine {
  #withoutCharge: DutyOutcome | undefined;

  /** @param declared null if the outcome is open. @param facts all but the value */
  constructor(
    private readonly outcome: DutyOutcome,
    private readonly declared: readonly Declared[] | null,
    private readonly facts: Facts,
  ) {}

  /** True if lines of different values have different outcomes. */
  get dependsOnValue(): boolean {
    return this.declared?.some(isCharged) ?? false;
  }

  /** @param value in US dollars; null if it is not known. The same object for all values, unless the outcome depends on them */
  outcomeFor(value: number | null): DutyOutcome {
    if (value === null || this.declared === null) return this.outcome;
    if (!this.dependsOnValue) this.#withoutCharge ??= this.#withAmount(this.declared, value);
    return this.#withoutCharge ?? this.#withAmount(this.declared, value);
  }

  #withAmount(declared: readonly Declared[], value: number): DutyOutcome {
    const amount = dutyAmount(declared, { ...this.facts, value });
    return { ...this.outcome, duty: amount.duty, duty_needs: amount.duty ? [] : amount.missing };
  }
}
