import * as v from 'valibot';
import { languages } from './language.ts';
import { requiredLine } from './request.ts';

// The local part has the characters of RFC 5322's dot-atom, and letters of any script: mail programs read others, such as
// commas and brackets, as several addresses. Each part of the domain ends at its dot, so the pattern is tried in linear
// time.
const emailPattern =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u;

/** An e-mail address in lower case: local part, domain and a top-level domain of at least two letters. */
export const emailSchema = v.config(
  v.pipe(
    v.string('email_required'),
    v.trim(),
    v.nonEmpty('email_required'),
    v.maxLength(254, 'email_pattern'),
    v.regex(emailPattern, 'email_pattern'),
    v.toLowerCase(),
    // Mail servers read compatibility characters, such as full-width letters, as their usual forms: another's address.
    v.check((email) => email === email.normalize('NFKC'), 'email_pattern'),
  ),
  { abortPipeEarly: true },
);

/** One of the portal's languages, as the profile, the cookie and the query parameter carry it. */
export const languageSchema = v.picklist(languages);

/** A language in a request. The issue of any other language has a code of its own. */
export const languageChoiceSchema = v.picklist(languages, 'language_unsupported');

// All of these characters are in the font of the documents.
const printedPattern =
  /^(?:(?!\p{Cn})[ -~\u00a0-\u0377\u037a-\u03e1\u03f0-\u052f\u1e00-\u1fff\u2010-\u205e\u20a0-\u20bf\u2100-\u214f\ufb00-\ufb06])*$/u;

/** Whether documents can print a text: Latin, Greek and Cyrillic letters, digits, punctuation and signs of currencies. */
export function isPrinted(text: string): boolean {
  return printedPattern.test(text.normalize('NFC'));
}

/** A required line that is printed on documents. */
/* @__NO_SIDE_EFFECTS__ */
function printedLine(rules: Parameters<typeof requiredLine>[0]) {
  return v.config(v.pipe(requiredLine(rules), v.check(isPrinted, 'script_unsupported')), {
    abortPipeEarly: true,
  });
}

export const companySchema = printedLine({
  min: 3,
  max: 32,
  required: 'company_required',
  length: 'company_length',
});

export const nameSchema = printedLine({ min: 3, max: 32, required: 'name_required', length: 'name_length' });

export const addressSchema = printedLine({
  min: 3,
  max: 128,
  required: 'address_required',
  length: 'address_length',
});
