import { readFileSync } from 'node:fs';
import { calledNumberTypes, callResults } from '@portal/contract/cdr';
import { type Language, languages } from '@portal/contract/language';
import { directions, messageStatuses } from '@portal/contract/messages';
import { vatReasons } from '@portal/contract/vat';
import * as v from 'valibot';

/** A word by the plural category of its number. */
const pluralsSchema = v.objectWithRest({ other: v.string() }, v.string());
const text = v.string();

/** Texts of documents. `{{places}}` are filled in by `fillText`. */
const documentTextsSchema = v.strictObject({
  parties: v.strictObject({ supplier: text, customer: text }),
  /** Labels of single values. */
  facts: v.strictObject({
    number: text,
    issued: text,
    period: text,
    due: text,
    timeZone: text,
    service: text,
    account: text,
    taxNumber: text,
    registrationNumber: text,
    email: text,
    phone: text,
    iban: text,
    bic: text,
    reference: text,
  }),
  services: v.strictObject({ voicing: text, messaging: text, all: text }),
  payment: v.strictObject({
    titles: v.strictObject({ proforma: text, receipt: text }),
    topUp: text,
    method: text,
    methods: v.strictObject({ bank_transfer: text, crypto: text }),
    purchaseOrder: text,
    received: text,
    credited: text,
    toPay: text,
    howToPay: text,
    withReference: text,
    qr: text,
    beneficiary: text,
    bank: text,
    amount: text,
    proformaNote: text,
    receiptNote: text,
    whyVat: text,
    vatReasons: v.strictObject(v.entriesFromList(vatReasons, text)),
    /** How the monthly invoice treats the payment, by what the service is taxed on. */
    onPayment: text,
    onUsage: text,
  }),
  columns: v.strictObject({
    no: text,
    description: text,
    quantity: text,
    unitPrice: text,
    rate: text,
    net: text,
    date: text,
    payment: text,
    amount: text,
  }),
  units: v.strictObject({
    min: pluralsSchema,
    month: pluralsSchema,
    message: pluralsSchema,
    part: pluralsSchema,
    piece: pluralsSchema,
    record: pluralsSchema,
  }),
  totals: v.strictObject({
    lines: text,
    allowances: text,
    charges: text,
    net: text,
    tax: text,
    taxOn: text,
    gross: text,
    rounding: text,
    paid: text,
    due: text,
    foreignTax: text,
    foreignTaxRate: text,
  }),
  invoice: v.strictObject({
    titles: v.strictObject({ invoice: text, credit_note: text }),
    corrects: text,
    correctsText: text,
    lines: text,
    payments: text,
    notes: text,
    /** By the code of the line. */
    lineTexts: v.strictObject({
      voice_outgoing: text,
      voice_incoming: text,
      number_rental: text,
      number_setup: text,
      sms_outgoing: text,
      sms_incoming: text,
      prepayment: text,
      adjustment: text,
    }),
    lateLine: text,
    otherDestination: text,
    /** Why a tax category has no VAT. */
    untaxed: v.strictObject({ AE: text, O: text, Z: text, E: text }),
    terms: v.strictObject({
      due: text,
      balance: text,
      prepaid: text,
      credited: text,
      paidBack: text,
      /** Of a month: nobody pays the difference, because each refund was paid on its day. */
      refundsExceeded: text,
    }),
  }),
  statement: v.strictObject({
    title: text,
    line: text,
    booked: text,
    occurred: text,
    movement: text,
    details: text,
    document: text,
    amount: text,
    balance: text,
    currency: text,
    dated: text,
    opening: text,
    closing: text,
    kinds: v.strictObject({
      usage: text,
      number_rent: text,
      top_up: text,
      refund: text,
      credit: text,
      invoice: text,
      credit_note: text,
      adjustment: text,
      opening: text,
    }),
  }),
  /** The price list as a file. */
  prices: v.strictObject({
    columns: v.strictObject({
      country: text,
      destination: text,
      numberType: text,
      prefix: text,
      firstPrice: text,
      firstInterval: text,
      nextPrice: text,
      nextInterval: text,
      fee: text,
      operator: text,
      segmentPrice: text,
      currency: text,
      validSince: text,
    }),
    /** The networks of a country that have no price of their own. */
    others: text,
    numberTypes: v.strictObject(v.entriesFromList(calledNumberTypes, text)),
  }),
  /** Exported calls and messages. */
  histories: v.strictObject({
    calls: text,
    messages: text,
    columns: v.strictObject({
      time: text,
      offset: text,
      direction: text,
      from: text,
      to: text,
      country: text,
      destination: text,
      result: text,
      duration: text,
      billed: text,
      postDialDelay: text,
      price: text,
      currency: text,
      callId: text,
      operator: text,
      status: text,
      parts: text,
      error: text,
      reference: text,
      id: text,
    }),
    directions: v.strictObject(v.entriesFromList(directions, text)),
    results: v.strictObject(v.entriesFromList(callResults, text)),
    statuses: v.strictObject(v.entriesFromList(messageStatuses, text)),
  }),
});
export type DocumentTexts = v.InferOutput<typeof documentTextsSchema>;

const texts = new Map(languages.map((language) => [language, read(language)]));

/** The texts of documents in a language. A faulty file stops the start, not the first document. */
export function documentTexts(language: Language): DocumentTexts {
  const found = texts.get(language);
  if (found === undefined) throw new Error(`no texts in ${language}`);
  return found;
}

/** Fills in the `{{places}}` of a text. */
export function fillText(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name] ?? '');
}

function read(language: Language): DocumentTexts {
  const file = new URL(`../../../documents/${language}.json`, import.meta.url);
  return v.parse(documentTextsSchema, JSON.parse(readFileSync(file, 'utf8')));
}
