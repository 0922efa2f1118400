// The check foreign-ids loads this into the BFF. It removes the account from the conditions of a customer's statements, so
// that only row-level security is left; with UNSCOPED=all it removes the role that row-level security applies to as well.
import pg from 'pg';

interface Statement {
  text: string;
}

const isRoleRemoved = process.env['UNSCOPED'] === 'all';
const customers = new WeakSet<object>();
const original = pg.Client.prototype.query;

pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  const [first, ...rest] = given;
  const text = typeof first === 'string' ? first : ((first as Statement | undefined)?.text ?? '');
  if (/set local role portal_app/.test(text)) customers.add(this);
  if (/^(?:commit|rollback)/.test(text)) customers.delete(this);
  const changed = customers.has(this) ? unscoped(text) : text;
  // Without its name, because a connection would use the plan that it keeps of the other text.
  const sent =
    typeof first === 'string' || first === undefined
      ? changed
      : { ...(first as object), text: changed, name: undefined };
  return Reflect.apply(original, this, [sent, ...rest]);
} as typeof original;

function unscoped(text: string): string {
  const open = text.replace(/((?:\w+\.)?account_id) = (\$\d+)/g, '($1 = $2 or true)');
  return isRoleRemoved ? open.replace(/set local role portal_app;?/, '') : open;
}
