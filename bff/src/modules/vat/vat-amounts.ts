import { Big } from '../../listing/decimal.ts';

/** Returns the VAT on a net amount: rounded once, to a cent, half away from zero. EN 16931, BR-CO-17. */
export function vatAmount(net: Big, ratePercent: string): Big {
  return net.times(ratePercent).div(100).round(2);
}

/** Adds VAT to `amount`, which is credited to the balance. All amounts have two decimals. */
export function addVat(amount: string, ratePercent: string) {
  const net = new Big(amount);
  const tax = vatAmount(net, ratePercent);
  return {
    amount: net.toFixed(2),
    net_amount: net.toFixed(2),
    tax_rate: new Big(ratePercent).toFixed(2),
    tax_amount: tax.toFixed(2),
    gross_amount: net.plus(tax).toFixed(2),
  };
}

/** Returns the VAT that a gross amount contains, rounded to a cent. Of a sum that `addVat` made, it is exactly the VAT. */
export function includedVat(gross: Big, ratePercent: string): Big {
  return gross.times(ratePercent).div(new Big(ratePercent).plus(100)).round(2);
}
