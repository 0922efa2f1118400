import type { Books } from './books.ts';
import { millionths, shown, total } from './exact-amounts.ts';
import { groupBy, sumOf } from './ledger-breaches.ts';
import type { MoneyLog } from './money-log.ts';

/** What is wrong with numbers, closed months, documents and what was used. */
export function documentBreaches(books: Books, log: MoneyLog): string[] {
  return [
    ...numberGaps(books),
    ...closedMonths(books, log),
    ...wrongDocuments(books),
    ...wrongUsage(books, log),
    ...wrongBalancesOfBasis(books),
  ];
}

/** Numbers of each kind and period are 1, 2, 3 … without a gap. */
function numberGaps({ payments, documents }: Books): string[] {
  const numbers = [
    ...payments.flatMap(({ number }) => number ?? []),
    ...documents.map(({ number }) => number),
  ];
  const byPeriod = groupBy(numbers, (number) => number.slice(0, number.lastIndexOf('-')));
  return [...byPeriod].flatMap(([period, each]) => {
    const counts = each
      .map((number) => Number(number.slice(number.lastIndexOf('-') + 1)))
      .sort((a, b) => a - b);
    const isComplete = counts.every((count, index) => count === index + 1);
    return isComplete ? [] : [`the numbers ${period} have a gap or a double one: ${counts.join(' ')}`];
  });
}

function closedMonths({ closings, documents }: Books, log: MoneyLog): string[] {
  const stored = new Set(closings.map(({ service_id, month }) => `${service_id} ${month}`));
  const ids = new Set(documents.map(({ document_id }) => document_id));
  const closingsOf = groupBy(closings, ({ document_id }) => document_id ?? '');
  return [
    ...[...log.closed]
      .filter((month) => !stored.has(month))
      .map((month) => `the closing of ${month} is lost`),
    ...documents
      .filter(({ document_id }) => closingsOf.get(document_id)?.length !== 1)
      .map(({ number }) => `document ${number} is not that of one month`),
    ...closings
      .filter(({ document_id }) => document_id !== null && !ids.has(document_id))
      .map(({ service_id, month }) => `the document of ${service_id} ${month} is lost`),
    ...[...groupBy(closings, ({ service_id }) => service_id)].flatMap(([service, months]) =>
      months.every(({ month }, index) => index === 0 || month === following(months[index - 1]?.month ?? ''))
        ? []
        : [`${service} has a gap between its closed months`],
    ),
  ];
}

function following(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

function wrongDocuments({ documents, entries, postings, receipts }: Books): string[] {
  const entryOf = new Map(entries.map((entry) => [entry.event_key, entry.entry_id]));
  const byEntry = groupBy(postings, ({ entry_id }) => entry_id);
  const receiptsOf = groupBy(receipts, ({ document_id }) => document_id);
  const documented = groupBy(
    receipts.filter(
      ({ document_id }) => documents.find((each) => each.document_id === document_id)?.basis === 'prepayment',
    ),
    ({ entry_id }) => entry_id,
  );
  const ofKind = (entry: string | undefined, kinds: readonly string[]) =>
    sumOf((byEntry.get(entry ?? '') ?? []).filter(({ kind }) => kinds.includes(kind)));
  return [
    ...documents.flatMap((each) => {
      const { document_id, number, basis, net_amount, tax_amount, gross_amount, paid_amount } = each;
      const gross = millionths(gross_amount);
      const entry = entryOf.get(`invoice:${document_id}`);
      const own = receiptsOf.get(document_id) ?? [];
      const paid = sumOf(own.filter(({ at_issue }) => at_issue));
      const wrong: string[] = [];
      if (millionths(net_amount) + millionths(tax_amount) !== gross) wrong.push('its sum is wrong');
      if (paid !== millionths(paid_amount)) wrong.push(`paid by ${shown(paid)}, not ${paid_amount}`);
      if (basis === 'usage' && gross !== 0n && ofKind(entry, ['vat']) !== millionths(tax_amount))
        wrong.push('its VAT is not posted');
      if (basis === 'prepayment') {
        const received = -total(
          own.map(({ entry_id }) => ofKind(entry_id, ['incoming_bank', 'crypto_clearing', 'refunds'])),
        );
        if (received !== paid) wrong.push(`documents ${shown(paid)} of ${shown(received)} received`);
      }
      return wrong.map((problem) => `document ${number}: ${problem}`);
    }),
    ...[...documented]
      .filter(([, each]) => each.length > 1)
      .map(([entry]) => `the prepayment of entry ${entry} is on two documents`),
  ];
}

function wrongUsage({ calls, batches, postings, services }: Books, log: MoneyLog): string[] {
  const charged = new Set(batches.flatMap(({ entry_id }) => entry_id ?? []));
  return services.flatMap(({ service_id }) => {
    const wanted = log.calls.filter(({ service }) => service === service_id);
    const stored = calls.filter((call) => call.service_id === service_id);
    const cost = total(stored.map(({ price }) => millionths(price)));
    const batched = total(
      batches.filter((batch) => batch.service_id === service_id).map((batch) => millionths(batch.cost)),
    );
    const posted = -sumOf(
      postings.filter((each) => each.service_id === service_id && charged.has(each.entry_id)),
    );
    const due = total(wanted.map((call) => millionths(call.cost)));
    return [
      ...(stored.length === wanted.length
        ? []
        : [`${service_id} has ${stored.length} calls of ${wanted.length}`]),
      ...(cost === due && batched === due && posted === due
        ? []
        : [
            `${service_id} used ${shown(due)}: calls ${shown(cost)}, batches ${shown(batched)}, posted ${shown(posted)}`,
          ]),
    ];
  });
}

/** A balance is what was credited, less documents and the usage that is on none. Prepayment documents charge nothing. */
function wrongBalancesOfBasis({ services, payments, links, documents, calls }: Books): string[] {
  const serviceOf = new Map(payments.map(({ payment_id, service_id }) => [payment_id, service_id]));
  return services.flatMap(({ service_id, balance, vat_on }) => {
    const credited = sumOf(links.filter(({ payment_id }) => serviceOf.get(payment_id) === service_id));
    const isOwn = (each: { service_id: string }) => each.service_id === service_id;
    const invoiced = total(
      documents
        .filter((each) => isOwn(each) && each.basis === 'usage')
        .map((each) => millionths(each.gross_amount)),
    );
    const open = total(
      calls.filter((call) => isOwn(call) && !call.is_documented).map(({ price }) => millionths(price)),
    );
    const expected = vat_on === 'usage' ? credited - invoiced - open : credited;
    return expected === millionths(balance)
      ? []
      : [`${service_id} has ${balance}, its payments and documents leave ${shown(expected)}`];
  });
}
