import { Big } from '../../listing/decimal.ts';

/** An entry of a payment: money that it received, or that was given back of it. Decimals, negative when given back. */
export interface Movement {
  entry_id: number;
  net: string;
  vat: string;
  /** The receipt that a credit note gave back; null for refunds and returns by the bank, which name none. */
  of_entry: number | null;
}

export interface Amounts {
  gross: Big;
  vat: Big;
}

/** One receipt of a payment, which is one line of a document, and what is left of it. */
export interface PaymentPart extends Amounts {
  entry_id: number;
  left: Amounts;
}

/**
 * Replays what a payment has received and given back. Money that names no receipt is taken from the latest ones, so what is
 * left of each receipt, and thus of its line, is known to the cent, VAT included.
 */
export function partsOf(movements: readonly Movement[]): PaymentPart[] {
  const parts: PaymentPart[] = [];
  for (const { entry_id, net, vat, of_entry } of movements) {
    const moved = { gross: new Big(net).plus(vat), vat: new Big(vat) };
    if (moved.gross.gt(0)) parts.push({ entry_id, ...moved, left: moved });
    else take(parts, { gross: moved.gross.times(-1), vat: moved.vat.times(-1) }, of_entry);
  }
  return parts;
}

/** What is left of all of them. */
export function leftOf(parts: readonly PaymentPart[]): Amounts {
  return parts.reduce(
    (sum, { left }) => ({ gross: sum.gross.plus(left.gross), vat: sum.vat.plus(left.vat) }),
    {
      gross: new Big(0),
      vat: new Big(0),
    },
  );
}

/** The VAT of `gross` when that is given back next, without naming a receipt. No more than that is left. */
export function vatOfLatest(parts: readonly PaymentPart[], gross: Big): Big {
  return pieces(parts, gross).reduce((sum, [part, taken]) => sum.plus(vatOfPiece(part, taken)), new Big(0));
}

/**
 * The VAT of `net`, a piece of what is left of a receipt. Pieces have the share of the receipt's VAT that all of them together
 * should have, less that of the earlier ones; the last has what is left. Together they are exactly the receipt.
 */
export function vatOfNet({ gross, vat, left }: PaymentPart, net: Big): Big {
  const [whole, rest] = [gross.minus(vat), left.gross.minus(left.vat)];
  if (net.eq(rest)) return left.vat;
  const share = vat.times(whole.minus(rest).plus(net)).div(whole).round(2);
  return between(new Big(0), share.minus(vat.minus(left.vat)), left.vat);
}

function vatOfPiece({ gross, vat, left }: PaymentPart, taken: Big): Big {
  const after = left.gross.minus(taken);
  const share = vat.times(gross.minus(after)).div(gross).round(2);
  // Neither the piece nor the rest has a negative net amount, or more VAT than money.
  return between(left.vat.minus(after), share.minus(vat.minus(left.vat)), smaller(taken, left.vat));
}

function take(parts: PaymentPart[], { gross, vat }: Amounts, of_entry: number | null): void {
  const named = parts.filter(({ entry_id }) => of_entry === null || entry_id === of_entry);
  const taken = pieces(named, gross);
  let vatLeft = vat;
  for (const [index, [part, piece]] of taken.entries()) {
    const isLast = index === taken.length - 1;
    const pieceVat = isLast ? vatLeft : vatOfPiece(part, piece);
    vatLeft = vatLeft.minus(pieceVat);
    part.left = { gross: part.left.gross.minus(piece), vat: part.left.vat.minus(pieceVat) };
  }
}

/** Which receipts `gross` is taken from, the latest first. */
function pieces(parts: readonly PaymentPart[], gross: Big): [PaymentPart, Big][] {
  let missing = gross;
  const found: [PaymentPart, Big][] = [];
  for (const part of parts.toReversed()) {
    const taken = smaller(part.left.gross, missing);
    if (taken.lte(0)) continue;
    missing = missing.minus(taken);
    found.push([part, taken]);
  }
  return found;
}

function between(low: Big, value: Big, high: Big): Big {
  const least = low.lt(0) ? new Big(0) : low;
  return smaller(value.lt(least) ? least : value, high);
}

function smaller(a: Big, b: Big): Big {
  return a.lt(b) ? a : b;
}
