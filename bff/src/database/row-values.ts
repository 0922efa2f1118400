import pg from 'pg';

const { builtins } = pg.types;

/** How column values are parsed: the API uses text for times and money, so nothing becomes a Date or a float. */
export const parseRow: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => {
    if (format === 'binary') return pg.types.getTypeParser(id, format);
    if (id === builtins.TIMESTAMPTZ) return timestamp;
    if (id === builtins.DATE) return text;
    if (id === builtins.INT8) return safeInteger;
    return pg.types.getTypeParser(id, format);
  },
};

/** `2026-11-21 07:30:11.123456+00` → `2026-11-21T07:30:11.123Z`; connections run in UTC. */
function timestamp(value: string): string {
  if (!value.endsWith('+00')) return value;
  const [seconds = '', fraction] = value.slice(0, -3).replace(' ', 'T').split('.');
  return fraction === undefined ? `${seconds}Z` : `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

function text(value: string): string {
  return value;
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint does not fit a number');
  return number;
}
