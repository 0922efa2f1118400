/** A piece of SQL with its values kept apart; pieces nest. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }

  /** The statement with `$1…` placeholders, as pg takes it. */
  get text(): string {
    return this.strings.reduce((text, part, index) => `${text}$${index}${part}`);
  }
}

/** Writes a statement: interpolated values become parameters, interpolated `Sql` becomes part of the text. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const texts: string[] = [strings[0] ?? ''];
  const parameters: unknown[] = [];
  const append = (text: string) => {
    texts[texts.length - 1] += text;
  };
  values.forEach((value, index) => {
    if (value instanceof Sql) {
      value.strings.forEach((part, position) => {
        if (position === 0) append(part);
        else texts.push(part);
      });
      parameters.push(...value.values);
    } else {
      parameters.push(value);
      texts.push('');
    }
    append(strings[index + 1] ?? '');
  });
  return new Sql(texts, parameters);
}

export const emptySql = new Sql([''], []);

/** Joins pieces, `separator` is plain SQL from the program: `and`, `, `. */
export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  const [first, ...rest] = pieces;
  if (first === undefined) return emptySql;
  const between = new Sql([separator], []);
  return rest.reduce((joined, piece) => sql`${joined}${between}${piece}`, first);
}

/** A column or table name from an allow-list, quoted. */
export function identifier(name: string): Sql {
  return new Sql([`"${name.replaceAll('"', '""')}"`], []);
}
