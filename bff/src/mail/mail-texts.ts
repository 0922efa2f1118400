import { readFileSync } from 'node:fs';
import { type Language, languages } from '@portal/contract/language';
import * as v from 'valibot';
import { type MailName, mails } from './mails.ts';

const isMailName = (name: string): name is MailName => name in mails;
const mailNames = Object.keys(mails).filter(isMailName);
export const mailNameSchema = v.picklist(mailNames);

const mailSchema = v.strictObject({
  subject: v.string(),
  lines: v.array(v.string()),
  /** The link's text; mails without it have no link. */
  action: v.optional(v.string()),
});

const mailTextsSchema = v.strictObject({
  greeting: v.string(),
  /** For an address that nobody has confirmed: a stranger may have chosen the name. */
  greetingWithoutName: v.string(),
  /** For mails that somebody else may have requested. */
  ignore: v.string(),
  /** The text of `{{service}}`, by the value `service_type`. */
  services: v.strictObject({ voicing: v.string(), messaging: v.string() }),
  mails: v.strictObject(v.entriesFromList(mailNames, mailSchema)),
});
export type MailTexts = v.InferOutput<typeof mailTextsSchema>;

/** Reads and checks the texts of all mails by language. A faulty file stops the start, not the first mail. */
export function readMailTexts(): ReadonlyMap<Language, MailTexts> {
  return new Map(languages.map((language) => [language, read(language)]));
}

function read(language: Language): MailTexts {
  const file = new URL(`../../mails/${language}.json`, import.meta.url);
  return v.parse(mailTextsSchema, JSON.parse(readFileSync(file, 'utf8')));
}
