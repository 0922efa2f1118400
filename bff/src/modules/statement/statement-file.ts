import type { Period } from '@portal/contract/dates';
import type { Language } from '@portal/contract/language';
import type { Movement } from '@portal/contract/statement';
import { DateTime } from 'luxon';
import { type DocumentFormats, documentFormats } from '../documents/document-formats.ts';
import { type DocumentTexts, documentTexts, fillText } from '../documents/document-texts.ts';
import type { StatementSummary } from './statement.ts';

/** What the documents of a statement are made of. */
export interface StatementFile {
  language: Language;
  service: { service_id: string; type: string; currency: string };
  period: Period;
  summary: Pick<StatementSummary, 'opening_balance' | 'closing_balance' | 'totals'>;
}

/** The words of a statement in a language. */
export function statementWords(language: Language, timezone: string) {
  const { statement: texts, units }: Pick<DocumentTexts, 'statement' | 'units'> = documentTexts(language);
  const formats: DocumentFormats = documentFormats(language);
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  const dayOf = (moment: string) => DateTime.fromISO(moment, { zone: timezone }).toFormat('yyyy-MM-dd');
  return {
    texts,
    formats,
    kind: (kind: string) => kinds[kind] ?? kind,
    /** The records or the number that were charged together, with their days. */
    details: ({ usage, rental }: Movement) => {
      // The number last: a field that begins with its plus sign would be escaped like a formula.
      if (rental !== null)
        return `${formats.period(rental.period_start, rental.period_end)}, ${rental.number}`;
      if (usage === null) return '';
      const count = String(usage.records);
      const noun = units.record[formats.plural(count)] ?? units.record.other;
      const period = formats.period(dayOf(usage.first_record), dayOf(usage.last_record));
      return `${formats.quantity(count)} ${noun}, ${period}`;
    },
    /** The day of the event if it was booked on another one. */
    dated: ({ occurred, booked, usage, rental }: Movement) =>
      usage !== null || rental !== null || dayOf(occurred) === dayOf(booked)
        ? ''
        : fillText(texts.dated, { date: formats.date(dayOf(occurred)) }),
    documentOf: ({ document, payment }: Movement) =>
      document?.number ?? payment?.number ?? payment?.payment_id ?? '',
    dayOf,
  };
}

/** `statement_svc_vo_8KQ2_2026-11-01_2026-11-30.csv`. */
export function statementFileName({ service, period }: StatementFile, format: string): string {
  return `statement_${service.service_id}_${period.start_date}_${period.end_date}.${format}`;
}
