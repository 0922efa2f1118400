/**
 * Stores what is expensive to create, by key. Of more than `max` values those are kept that were used last: a visitor who requests
 * everything once does not remove what everybody uses.
 */
export function lastUsed<Value>(max: number): (key: string, create: () => Value) => Value {
  const values = new Map<string, Value>();
  return (key, create) => {
    const found = values.get(key);
    const value = found ?? create();
    // The last one of the map is the one that was used last.
    if (found !== undefined) values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (oldest !== undefined && values.size > max) values.delete(oldest);
    return value;
  };
}
