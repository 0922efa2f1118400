export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number; both ends are included. */
  integer(min: number, max: number): number;
  isHit(probability: number): boolean;
  hex(length: number): string;
  /** Returns a phone number in a pattern of digits and `x`, with a plus sign. */
  numberIn(pattern: string): string;
  /** Returns a skewed number, like durations: half of the values are below `median`, some far above. */
  skewed(median: number, spread: number): number;
}

/** Creates a seeded random generator, so that the demonstration is equal on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: one 32-bit state, good enough for sample data.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const text = (alphabet: string, length: number) => {
    let result = '';
    for (let index = 0; index < length; index += 1) result += alphabet[integer(0, alphabet.length - 1)];
    return result;
  };
  return {
    next,
    integer,
    isHit: (probability) => next() < probability,
    hex: (length) => text('0123456789abcdef', length),
    numberIn: (pattern) => `+${pattern.replace(/x/g, () => text('0123456789', 1))}`,
    skewed: (median, spread) => median * Math.exp(spread * (next() + next() + next() - 1.5) * 1.4),
  };
}

/** Returns a function that picks values by their weights. */
export function byWeight<Value>(values: readonly (readonly [value: Value, weight: number])[]) {
  const sum = values.reduce((total, [, weight]) => total + weight, 0);
  return (random: Random): Value => {
    let rest = random.next() * sum;
    for (const [value, weight] of values) {
      rest -= weight;
      if (rest < 0) return value;
    }
    const last = values.at(-1);
    if (last === undefined) throw new RangeError('nothing to pick from');
    return last[0];
  };
}

/** The same for names. */
export function byName(weights: Readonly<Record<string, number>>) {
  return byWeight(Object.entries(weights));
}
