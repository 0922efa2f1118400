import type { ValueSchema } from './api-description.ts';

/** A member of a response: its name with those around it, and its type. */
export interface Member {
  /** `items[].price`. */
  name: string;
  type: string;
}

/** The members of a response, those of objects and lists in it included. */
export function membersOf(schema: ValueSchema, prefix = ''): Member[] {
  const shapes = schema.oneOf ?? schema.anyOf;
  // The shapes of one response share members, such as the period.
  if (shapes !== undefined) return unique(shapes.flatMap((shape) => membersOf(shape, prefix)));
  if (schema.items !== undefined) return membersOf(schema.items, `${prefix}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const full = prefix === '' ? name : `${prefix}.${name}`;
    return [{ name: full, type: typeOf(member) }, ...membersOf(member, full)];
  });
}

function unique(members: readonly Member[]): Member[] {
  return [...new Map(members.map((member) => [`${member.name} ${member.type}`, member])).values()];
}

/** A type in words: `string or null`, `outbound | inbound`, `list of number`. */
export function typeOf(schema: ValueSchema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes === undefined) return schema.type ?? 'any';
  const types = [...new Set(shapes.map(typeOf))];
  // An open list of words: the known ones, and others later.
  const words = types.filter(
    (type) => type !== 'null' && !(type === 'string' && shapes.some(({ enum: known }) => known)),
  );
  return [...words, ...types.filter((type) => type === 'null')].join(' or ');
}
