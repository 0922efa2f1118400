/** Random numbers that a seed repeats (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** The items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map((item) => [this.next(), item] as const);
    return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
  }

  /** An amount with cents, such as 73.21. */
  amount(least: number, most: number): string {
    return (this.whole(least * 100, most * 100) / 100).toFixed(2);
  }
}
