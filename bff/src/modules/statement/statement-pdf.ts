import type { Movement } from '@portal/contract/statement';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import type { PrintedDocument } from '../documents/document.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { type StatementFile, statementWords } from './statement-file.ts';

export interface StatementParties {
  account: Pick<AccountRow, 'name' | 'company' | 'account_sid'>;
  provider: Pick<Config, 'PROVIDER_NAME' | 'PROVIDER_ADDRESS' | 'PROVIDER_COUNTRY'>;
}

/**
 * Describes a statement for the renderer. Its moment is that of the last line, not of the download, so that the same lines are the
 * same bytes.
 */
export function statementDocument(
  { language, service, period, summary }: StatementFile,
  { account, provider }: StatementParties,
  movements: readonly Movement[],
): PrintedDocument {
  const { texts, formats, kind, details, dated, documentOf, dayOf } = statementWords(
    language,
    period.timezone,
  );
  const { facts, parties, services } = documentTexts(language);
  const names: Readonly<Record<string, string>> = services;
  const amount = (value: string) => formats.price(value, service.currency);
  const covered = formats.period(period.start_date, period.end_date);
  return {
    language,
    title: `${texts.title} ${service.service_id} ${period.start_date} – ${period.end_date}`,
    author: provider.PROVIDER_NAME,
    createdAt: movements.at(-1)?.booked ?? period.start_utc,
    letterhead: {
      name: provider.PROVIDER_NAME,
      lines: [provider.PROVIDER_ADDRESS, formats.country(provider.PROVIDER_COUNTRY)],
    },
    heading: texts.title,
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: facts.period, value: covered },
          { label: facts.timeZone, value: period.timezone },
          { label: facts.service, value: `${names[service.type] ?? service.type} · ${service.service_id}` },
          { label: parties.customer, value: account.company ?? account.name ?? '–' },
          { label: facts.account, value: account.account_sid },
        ],
      },
      {
        kind: 'table',
        columns: [
          { heading: texts.line, align: 'right' },
          { heading: texts.booked, align: 'left' },
          { heading: texts.movement, align: 'left', grow: 1 },
          { heading: texts.document, align: 'left' },
          { heading: texts.amount, align: 'right' },
          { heading: texts.balance, align: 'right' },
        ],
        rows: movements.map((movement) => [
          String(movement.line),
          dayOf(movement.booked),
          [kind(movement.kind), details(movement), dated(movement)].filter((part) => part !== '').join(' · '),
          documentOf(movement),
          amount(movement.amount),
          amount(movement.balance_after),
        ]),
      },
      {
        kind: 'totals',
        rows: [
          { label: texts.opening, value: amount(summary.opening_balance) },
          ...summary.totals.map(({ kind: of, amount: sum }) => ({ label: kind(of), value: amount(sum) })),
          { label: texts.closing, value: amount(summary.closing_balance), isStrong: true },
        ],
      },
    ],
    footer: [provider.PROVIDER_NAME],
  };
}
