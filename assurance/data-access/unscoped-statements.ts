// Loaded before the BFF by bar S11, which shows what row-level security holds by itself: takes the account out of the
// conditions of a customer's statements, and with UNSCOPED=all the customers' role out of their transactions too.
import pg from 'pg';

interface Statement {
  text: string;
}

const isRoleTaken = process.env['UNSCOPED'] === 'all';
const customers = new WeakSet<object>();
const original = pg.Client.prototype.query;

pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  const [first, ...rest] = given;
  const text = typeof first === 'string' ? first : ((first as Statement | undefined)?.text ?? '');
  if (/set local role portal_app/.test(text)) customers.add(this);
  if (/^(?:commit|rollback)/.test(text)) customers.delete(this);
  const changed = customers.has(this) ? unscoped(text) : text;
  const sent =
    typeof first === 'string' || first === undefined ? changed : { ...(first as object), text: changed };
  return Reflect.apply(original, this, [sent, ...rest]);
} as typeof original;

function unscoped(text: string): string {
  const open = text.replace(/((?:\w+\.)?account_id) = (\$\d+)/g, '($1 = $2 or true)');
  return isRoleTaken ? open.replace(/set local role portal_app;?/, '') : open;
}
