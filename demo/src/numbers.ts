import type { Transaction } from '@portal/bff/database';
import type { NumberCharge } from '@portal/bff/number-charges';
import { nextStep, type RentTerms } from '@portal/bff/rent-steps';
import { sql } from '@portal/bff/sql';
import { DateTime } from 'luxon';
import { utc } from './days.ts';
import { readTable } from './tariff.ts';

const numbers = readTable(`
service|number|country|region|city|type|capabilities|status|months|setup|monthly|label|channels|routing|target
vo|+3726001200|ee|Harju|Tallinn|local|voice_in voice_out|active|20|0.00|3.00|Main line|8|sip_uri|sip:pbx@example.com
vo|+3726001201|ee|Harju|Tallinn|local|voice_in voice_out|active|20|0.00|3.00|Sales line|4|sip_uri|sip:sales@example.com
vo|+3726001202|ee|Harju|Tallinn|local|voice_in voice_out|active|14|0.00|3.00|Support line|4|sip_uri|sip:support@example.com
vo|+4930231251|de|Berlin|Berlin|local|voice_in voice_out|active|11|5.00|4.50|Berlin office|4|sip_uri|sip:berlin@example.com
vo|+442079460958|gb|England|London|local|voice_in voice_out|active|9|5.00|4.90|London office|2|forward|+3726001200
vo|+3728000123|ee||  |toll_free|voice_in|active|16|20.00|14.00|Free helpline|10|trunk|trunk-tallinn
vo|+35892316000|fi|Uusimaa|Helsinki|local|voice_in voice_out emergency|suspended|8|5.00|5.20|Helsinki desk|2|sip_uri|sip:helsinki@example.com
vo|+37167000100|lv|Riga|Riga|national|voice_in voice_out|pending_removal|18|0.00|4.00|Old Riga office|2|none|
vo|+46846500411|se|Stockholm|Stockholm|landline|voice_in voice_out fax|awaiting_registration|0|5.00|5.50|Stockholm|2|none|
vo|+33199000123|fr|Île-de-France|Paris|local|voice_in|pending|0|8.00|6.00|Paris|2|none|
vo|+37052000123|lt|Vilnius|Vilnius|local|voice_in voice_out|expired|15|0.00|4.00|Fair in Vilnius|2|none|
vo|+48220000123|pl|Mazowieckie|Warsaw|shared_cost|voice_in|ported_out|17|0.00|4.20||2|none|
me|+37255500100|ee|||mobile|sms_in sms_out|active|15|10.00|9.00|Replies|1|none|
me|+447700900123|gb|||mobile|sms_in sms_out mms|active|6|10.00|12.00|UK replies|1|none|
me|+37217001|ee|||short_code|sms_in sms_out|pending|0|150.00|120.00|Short code 17001|1|none|`);

interface NumbersPlan {
  accountId: string;
  serviceIds: { vo: string; me: string };
  anchor: DateTime;
  /** When the demonstration's first month begins. */
  since: DateTime;
}

/** Inserts the demonstration's rented numbers: every status, most of them active. Returns what was charged for them. */
export async function insertDemoNumbers(
  tx: Transaction,
  { accountId, serviceIds, anchor, since }: NumbersPlan,
): Promise<NumberCharge[]> {
  const charges: NumberCharge[] = [];
  for (const [index, cell] of numbers.entries()) {
    const status = cell('status');
    const rentedDay = anchor.minus({ months: Number(cell('months')) }).startOf('day');
    const rentedAt = min(rentedDay.plus({ hours: 10, minutes: index }), anchor);
    const ends = endOf(status, anchor);
    const routing = JSON.stringify({ type: cell('routing'), target: cell('target') || null });
    const service_id = cell('service') === 'me' ? serviceIds.me : serviceIds.vo;
    const number = {
      account_id: accountId,
      service_id,
      number_id: `num_${4401 + index}`,
      number: cell('number'),
    };
    const prices = { setup: cell('setup'), monthly: cell('monthly') };
    const terms = isOnOrder(status)
      ? undefined
      : charge(charges, { number, prices, rentedAt, ends, anchor, since });
    await tx.run(sql`
      insert into rented_numbers (account_id, number_id, service_id, number, country, region, city, type, capabilities,
        status, setup_price, monthly_price, currency, rented_at, renews_at, renewal_day, expires_at, auto_renew, billing_cycles_left,
        channels, label, routing, compliance_status)
      values (${accountId}, ${number.number_id}, ${service_id}, ${number.number}, ${cell('country')}, ${cell('region') || null}, ${cell('city') || null}, ${cell('type')},
        ${cell('capabilities').split(' ')}, ${status}, ${cell('setup')}, ${cell('monthly')}, 'eur', ${rentedAt.toISO()},
        ${terms?.renews_at ?? null}, ${terms?.renewal_day ?? null}, ${ends}, ${ends === null}, ${ends === null ? null : 0},
        ${Number(cell('channels'))}, ${cell('label') || null}, ${routing}, ${complianceOf(status)})`);
  }
  return charges;
}

interface Rented {
  number: Pick<NumberCharge, 'account_id' | 'service_id' | 'number_id' | 'number'>;
  prices: { setup: string; monthly: string };
  rentedAt: DateTime;
  ends: string | null;
  anchor: DateTime;
  since: DateTime;
}

/** Adds the set-up fee and the rents of a number since the demonstration begins. Returns its terms after them. */
function charge(
  charges: NumberCharge[],
  { number, prices, rentedAt, ends, anchor, since }: Rented,
): RentTerms {
  const today = anchor.toFormat('yyyy-MM-dd');
  const add = (
    more: Pick<NumberCharge, 'kind' | 'period_start' | 'period_end' | 'amount' | 'charge_id'>,
    moment: DateTime,
  ) => {
    if (moment >= since && more.amount !== '0.00')
      charges.push({ ...number, currency: 'eur', occurred_at: utc(moment), ...more });
  };
  const id = `${number.service_id}:${number.number_id}`;
  let terms: RentTerms = {
    renews_at: rentedAt.toFormat('yyyy-MM-dd'),
    renewal_day: null,
    expires_at: ends,
    auto_renew: ends === null,
    billing_cycles_left: ends === null ? null : 0,
  };
  for (;;) {
    const due = nextStep(terms, today);
    if (due?.step !== 'charge') return terms;
    const { start: period_start, end: period_end, isFirst } = due;
    const moment = isFirst ? rentedAt : DateTime.fromISO(period_start, { zone: anchor.zone });
    if (isFirst)
      add(
        {
          charge_id: `${id}:setup`,
          kind: 'setup',
          period_start,
          period_end: period_start,
          amount: prices.setup,
        },
        moment,
      );
    add(
      { charge_id: `${id}:${period_start}`, kind: 'rent', period_start, period_end, amount: prices.monthly },
      moment,
    );
    terms = due.after;
  }
}

function isOnOrder(status: string): boolean {
  return status === 'pending' || status === 'awaiting_registration';
}

function endOf(status: string, anchor: DateTime): string | null {
  if (status === 'pending_removal') return anchor.endOf('month').toISODate();
  if (status === 'expired') return anchor.minus({ months: 5 }).endOf('month').toISODate();
  return status === 'ported_out' ? anchor.minus({ months: 3 }).endOf('month').toISODate() : null;
}

function complianceOf(status: string): string {
  if (status === 'awaiting_registration') return 'required';
  if (status === 'pending') return 'pending';
  return status === 'suspended' ? 'rejected' : 'not_required';
}

function min(moment: DateTime, anchor: DateTime): DateTime {
  return moment < anchor ? moment : anchor.minus({ hours: 5 });
}
