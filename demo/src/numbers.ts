import type { Transaction } from '@portal/bff/database';
import { sql } from '@portal/bff/sql';
import type { DateTime } from 'luxon';
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
}

/** Inserts the demonstration's rented numbers: every status, most of them active. */
export async function insertDemoNumbers(
  tx: Transaction,
  { accountId, serviceIds, anchor }: NumbersPlan,
): Promise<void> {
  for (const [index, cell] of numbers.entries()) {
    const status = cell('status');
    const rentedDay = anchor.minus({ months: Number(cell('months')) }).startOf('day');
    const rentedAt = min(rentedDay.plus({ hours: 10, minutes: index }), anchor);
    const ends = endOf(status, anchor);
    const renews = anchor.startOf('month').plus({ months: 1 }).toISODate();
    const routing = JSON.stringify({ type: cell('routing'), target: cell('target') || null });
    await tx.run(sql`
      insert into rented_numbers (account_id, number_id, service_id, number, country, region, city, type, capabilities,
        status, setup_price, monthly_price, currency, rented_at, renews_at, expires_at, auto_renew, billing_cycles_left,
        channels, label, routing, compliance_status)
      values (${accountId}, ${`num_${4401 + index}`}, ${cell('service') === 'me' ? serviceIds.me : serviceIds.vo},
        ${cell('number')}, ${cell('country')}, ${cell('region') || null}, ${cell('city') || null}, ${cell('type')},
        ${cell('capabilities').split(' ')}, ${status}, ${cell('setup')}, ${cell('monthly')}, 'eur', ${rentedAt.toISO()},
        ${ends === null ? renews : null}, ${ends}, ${ends === null}, ${ends === null ? null : 0},
        ${Number(cell('channels'))}, ${cell('label') || null}, ${routing}, ${complianceOf(status)})`);
  }
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
